import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import { contractHasEnded } from "../erasure/contract-days.ts";
import type { Tenant } from "./tenants.api.ts";

type Finding = Tenant["health"][number];

const severities = [
  "limit_reached",
  "trial_ending",
  "limit_near",
  "webhooks_failing",
  "sync_failed",
  "inactive",
] as const satisfies readonly Finding["kind"][];

const dayMs = 86_400_000;

/** Returns the findings, the worst first. */
export function sortBySeverity(health: Tenant["health"]): readonly Finding[] {
  return health.toSorted((left, right) => severities.indexOf(left.kind) - severities.indexOf(right.kind));
}

/** Returns the text of a finding. `now` is the time at which the list was fetched, in ms. */
export function useFindingText(now: number): (finding: Finding) => string {
  const t = useTranslations("limits");
  const format = useFormat();
  return ({ kind, limit, since }) => {
    if (kind === "limit_reached" || kind === "limit_near")
      return limit === null ? "" : t(`finding.${kind}.${limit}`);
    if (kind === "trial_ending") {
      const endsAt = since ?? "";
      return t(Date.parse(endsAt) <= now ? "finding.trial_over" : "finding.trial_ending", {
        date: format.date(endsAt),
      });
    }
    const sinceMs = since === null ? 0 : now - Date.parse(since);
    return t(`finding.${kind}`, { days: Math.max(1, Math.floor(sinceMs / dayMs)) });
  };
}

type Observed = Pick<Tenant, "health" | "status" | "notice">;

/** Returns the health in one word, or null when the state of the tenant already says that it is suspended or ended. */
function stateOf(
  { health, status, notice }: Observed,
  now: number,
): { word: "act" | "watch" | "fine"; meaning: StatusMeaning } | null {
  if (status === "suspended" || contractHasEnded({ notice }, now)) return null;
  const [worst] = sortBySeverity(health);
  if (worst === undefined) return { word: "fine", meaning: "ok" };
  return worst.kind === "limit_reached"
    ? { word: "act", meaning: "failed" }
    : { word: "watch", meaning: "warning" };
}

/** Returns a function that describes the health at a time in ms in one word, or null. See {@link stateOf}. */
export function useHealthText(): (tenant: Observed, now: number) => string | null {
  const t = useTranslations("limits");
  return (tenant, now) => {
    const state = stateOf(tenant, now);
    return state && t(`health.${state.word}`);
  };
}

/** Shows the health in one word, with its icon; nothing for a suspended or ended tenant. */
export function HealthBadge({ tenant, now }: { tenant: Observed; now: number }) {
  const t = useTranslations("limits");
  const state = stateOf(tenant, now);
  return state && <StatusBadge meaning={state.meaning}>{t(`health.${state.word}`)}</StatusBadge>;
}

/** Shows the health with its worst reason, for a row of the list. */
export function HealthCell({ tenant, now }: { tenant: Observed; now: number }) {
  const t = useTranslations("limits");
  const textOf = useFindingText(now);
  const [worst, ...others] = sortBySeverity(tenant.health);
  return (
    <>
      {stateOf(tenant, now) === null && worst === undefined ? "–" : <HealthBadge tenant={tenant} now={now} />}
      {worst !== undefined && (
        <span className="mt-1 block text-small text-text-3">
          {textOf(worst)}
          {others.length > 0 && (
            <span className="font-label text-text-2"> {t("finding.more", { count: others.length })}</span>
          )}
        </span>
      )}
    </>
  );
}
