import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";

/** Item that needs an administrator's attention. `since` is the time at which it happened or began. */
export type Attention =
  | { readonly kind: "copied"; readonly count: number; readonly since: string }
  | { readonly kind: "jobFailed"; readonly job: string; readonly since: string | null }
  | { readonly kind: "jobLate"; readonly job: string; readonly since: string }
  | { readonly kind: "outboxFailed"; readonly count: number }
  | { readonly kind: "outboxOld"; readonly count: number; readonly since: string }
  | { readonly kind: "tokens"; readonly count: number };

/** Waiting time from which a mail indicates a problem, because mail is normally sent within seconds. */
const tolerableAgeMs = 15 * 60_000;
/** Time for which a copied session is listed, long enough for an administrator who checks once a day. */
const dayMs = 24 * 3_600_000;
const copies: readonly string[] = ["auth.refresh_reused", "token.refresh_reused"];

/** Returns the items that need attention according to the platform's figures. */
export function listAttentionItems(overview: TenantOverview, expiringTokens: number): Attention[] {
  const { outbox, jobs, securityEvents } = overview;
  const now = Date.parse(overview.readAt);
  const copied = securityEvents.filter(
    ({ action, lastAt }) => copies.includes(action) && now - Date.parse(lastAt) < dayMs,
  );
  const items: Attention[] = [];
  if (copied.length > 0) {
    const since = copied.map(({ lastAt }) => lastAt).reduce((last, time) => (time > last ? time : last));
    items.push({ kind: "copied", count: copied.reduce((sum, { count }) => sum + count, 0), since });
  }
  for (const { name, state, lastRunAt, nextRunAt } of jobs) {
    if (state === "failed") items.push({ kind: "jobFailed", job: name, since: lastRunAt });
    if (state === "late") items.push({ kind: "jobLate", job: name, since: nextRunAt });
  }
  if (outbox.failed > 0) items.push({ kind: "outboxFailed", count: outbox.failed });
  if (outbox.oldestAt !== null && now - Date.parse(outbox.oldestAt) > tolerableAgeMs)
    items.push({ kind: "outboxOld", count: outbox.waiting, since: outbox.oldestAt });
  if (expiringTokens > 0) items.push({ kind: "tokens", count: expiringTokens });
  return items;
}
