import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import { expect, it } from "vitest";
import { listAttentionItems } from "./attention.ts";

const calm: TenantOverview = {
  readAt: "2026-11-23T07:42:00.000Z",
  organizations: null,
  people: null,
  refusedSignIns: { hours: [], days: [] },
  securityEvents: [{ action: "user.blocked", count: 4, lastAt: "2026-11-23T07:00:00.000Z" }],
  outbox: { waiting: 3, retried: 1, failed: 0, undeliverable: 0, oldestAt: "2026-11-23T07:30:00.000Z" },
  jobs: [
    { name: "cleanup", state: "waiting", lastRunAt: null, nextRunAt: "2026-11-23T08:17:00.000Z" },
    { name: "uptime", state: "running", lastRunAt: null, nextRunAt: "2026-11-23T07:42:00.000Z" },
  ],
};

it("see R2.4-48 lists nothing while mails wait for minutes and jobs wait or run", () => {
  expect(listAttentionItems(calm, 0)).toEqual([]);
});

it("see R2.4-48 lists copied sessions of a day, failed and overdue jobs, stuck mails, and tokens, in this order", () => {
  const overview: TenantOverview = {
    ...calm,
    securityEvents: [
      { action: "auth.refresh_reused", count: 2, lastAt: "2026-11-22T08:00:00.000Z" },
      { action: "token.refresh_reused", count: 1, lastAt: "2026-11-23T03:00:00.000Z" },
    ],
    outbox: { waiting: 9, retried: 9, failed: 2, undeliverable: 0, oldestAt: "2026-11-23T07:26:00.000Z" },
    jobs: [
      { name: "a", state: "late", lastRunAt: null, nextRunAt: "2026-11-23T06:00:00.000Z" },
      {
        name: "b",
        state: "failed",
        lastRunAt: "2026-11-23T05:00:00.000Z",
        nextRunAt: "2026-11-23T08:00:00.000Z",
      },
    ],
  };
  expect(listAttentionItems(overview, 5)).toEqual([
    { kind: "copied", count: 3, since: "2026-11-23T03:00:00.000Z" },
    { kind: "jobLate", job: "a", since: "2026-11-23T06:00:00.000Z" },
    { kind: "jobFailed", job: "b", since: "2026-11-23T05:00:00.000Z" },
    { kind: "outboxFailed", count: 2 },
    { kind: "outboxOld", count: 9, since: "2026-11-23T07:26:00.000Z" },
    { kind: "tokens", count: 5 },
  ]);
});

it("see R2.4-48 drops a copied session after a day", () => {
  const securityEvents = [
    { action: "auth.refresh_reused" as const, count: 1, lastAt: "2026-11-22T07:00:00.000Z" },
  ];
  expect(listAttentionItems({ ...calm, securityEvents }, 0)).toEqual([]);
});
