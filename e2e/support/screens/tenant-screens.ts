import { expect, type Page } from "@playwright/test";
import type { CloudSync } from "@praxisportal/contract/cloud-sync/cloud-sync.schema";
import type { AppliedLimits, PlanList, TenantUsage } from "@praxisportal/contract/tenants/plans.schema";
import type { ProvisioningStatus } from "@praxisportal/contract/tenants/provisioning.schema";
import type { Tenant } from "@praxisportal/contract/tenants/tenant.schema";
import { changeOrganization, failCalls, hangCalls, respondWith } from "../responses.ts";
import type { Screen } from "./screen.ts";

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const id = "0197a000-0000-7000-8000-000000000701";

const tenant = (number: number, changes: Partial<Tenant> = {}): Tenant => {
  const own = `0197a000-0000-7000-8000-00000000070${number}`;
  return {
    _id: own,
    id: own,
    organizationId: own,
    name: `Praxis am Musterplatz ${number}`,
    type: "practice",
    practiceCode: `MUSTER-${number}`,
    headquarters: "Musterstadt",
    status: "active",
    createdAt: daysAgo(200),
    trialEndsAt: null,
    suspendedAt: null,
    suspensionReason: null,
    notice: null,
    lastSignInAt: daysAgo(0),
    billing: { plan: "professional", currency: "EUR" },
    usage: { tokensUsed: 410_000, currentUsers: 31, storageUsedGB: 12.4 },
    limits: { monthlyTokens: 2_000_000, maxUsers: 60, storageGB: 50 },
    health: [],
    version: 3,
    ...changes,
  };
};

const busy = tenant(1, {
  name: "Medizinisches Versorgungszentrum Beispielufer-Nord",
  type: "medical_center",
  usage: { tokensUsed: 2_000_000, currentUsers: 52, storageUsedGB: 41.3 },
  health: [
    { kind: "limit_reached", limit: "monthlyTokens", since: null },
    { kind: "limit_near", limit: "maxUsers", since: null },
    { kind: "limit_near", limit: "storageGB", since: null },
  ],
});

const suspended = tenant(2, {
  status: "suspended",
  suspendedAt: daysAgo(3),
  suspensionReason: "Rechnung 2026-10 ist offen",
  lastSignInAt: daysAgo(34),
  health: [{ kind: "inactive", limit: null, since: daysAgo(34) }],
});

const trial = tenant(3, {
  name: "Ordination Beispielgasse",
  status: "trial",
  trialEndsAt: daysAgo(-6),
  lastSignInAt: null,
  billing: { plan: "starter", currency: "EUR" },
  usage: { tokensUsed: 0, currentUsers: 1, storageUsedGB: 0 },
});

const tenants = {
  data: [busy, suspended, trial, tenant(4)],
  pagination: { page: 1, limit: 20, total: 4, pages: 1 },
};

const limits: AppliedLimits = {
  ...busy.limits,
  sources: { maxUsers: "plan", monthlyTokens: "plan", storageGB: "override" },
};

const usage: TenantUsage = {
  ...busy.usage,
  storage: [
    { kind: "archive", bytes: 39_900_000_000 },
    { kind: "evidence", bytes: 1_399_800_000 },
    { kind: "logo", bytes: 200_000 },
  ],
  limits,
  month: { from: "2026-11-01", to: "2026-11-30" },
  days: Array.from({ length: 30 }, (_none, index) => ({
    day: daysAgo(29 - index).slice(0, 10),
    tokens: (index % 7) * 21_000,
    calls: (index % 7) * 12,
  })),
};

const plans: PlanList = {
  data: (["starter", "basic", "professional", "enterprise"] as const).map((name, index) => ({
    id: `${name}-2026-01-01`,
    name,
    maxUsers: [10, 25, 60, 200][index] ?? 10,
    monthlyTokens: (index + 1) * 500_000,
    storageGB: [1, 10, 50, 250][index] ?? 1,
    prices: [{ currency: "EUR", monthly: index * 49_000_000, yearly: null }],
    includedAi: [{ currency: "EUR", monthly: index * 5_000_000 }],
    validFrom: "2026-01-01",
  })),
  upcoming: [],
};

const provisioning: ProvisioningStatus = {
  id,
  state: "running",
  steps: (["organization", "limits", "defaults", "administrator", "mail", "check"] as const).map(
    (name, index) => ({
      name,
      state: index < 4 ? "done" : index === 4 ? "running" : "pending",
      at: index < 4 ? daysAgo(0) : null,
    }),
  ),
  percent: 67,
  error: null,
};

const detailsCall = /\/api\/v1\/organizations\/0197a000-0000-7000-8000-[0-9a-f]{12}$/;
const listCalls = /\/api\/tenant\/organizations\?/;
const tenantCall = /\/api\/tenant\/organizations\/[0-9a-f-]{36}$/;
const limitsCall = /\/api\/tenant\/organizations\/[0-9a-f-]{36}\/limits$/;
const usageCall = /\/api\/tenant\/organizations\/[0-9a-f-]{36}\/usage/;
const plansCall = /\/api\/tenant\/plans$/;
const provisioningCall = /\/api\/tenant\/provisioning\/status\//;

const runSteps =
  (...steps: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const list = {
  route: "/tenant-management",
  path: "/tenant-management",
  title: "Tarife & Limits",
  viewer: "super_admin",
} as const;
const respondWithData = respondWith(listCalls, tenants);

const syncCall = /\/api\/tenant\/organizations\/[0-9a-f-]{36}\/cloud-sync$/;
const synced: CloudSync = {
  state: "succeeded",
  lastRunAt: daysAgo(0.4),
  lastSuccessAt: daysAgo(0.4),
  bytes: 48_213_907,
  sha256: "3f9a1c0de2b47856".repeat(4),
  error: null,
  schedule: "daily",
  nextRunAt: daysAgo(-0.6),
  keyFingerprint: "3f9a1c0de2b47856",
  isAvailable: true,
  version: 2,
};

const withResponses = (data: Tenant) =>
  runSteps(
    respondWith(tenantCall, data),
    respondWith(detailsCall, { id: data.id, practiceCode: "DEMO-4711", currency: "EUR" }),
    respondWith(limitsCall, limits),
    respondWith(usageCall, usage),
    respondWith(plansCall, plans),
    respondWith(provisioningCall, { ...provisioning, state: "ready" }),
    respondWith(syncCall, synced),
  );
const tenantPage = { route: "/tenant-management/$id", viewer: "super_admin" } as const;
const tabOf = (data: Tenant, tab: string) =>
  ({
    ...tenantPage,
    path: `/tenant-management/${data.id}${tab === "overview" ? "" : `?tab=${tab}`}`,
    title: data.name,
    before: withResponses(data),
  }) as const;

const subscription = {
  route: "/billing-subscription",
  path: "/billing-subscription",
  title: "Tarif",
  viewer: "owner",
} as const;
/** The viewer's organization has a plan that is not the smallest, and much of it is used. */
const withPlan = runSteps(
  respondWith(usageCall, usage),
  respondWith(plansCall, plans),
  changeOrganization({ billing: { plan: "professional" } }),
);

const own = {
  route: "/tenant-usage",
  path: "/tenant-usage",
  title: "Auslastung",
  viewer: "owner",
} as const;

const organization = {
  route: "/organization",
  path: "/organization",
  title: "Praxisprofil",
  viewer: "owner",
} as const;
/** Makes the trial of the viewer's organization end in `days`, with a limit that is nearly reached. */
const inTrial = (days: number) =>
  runSteps(
    respondWith(tenantCall, { ...busy, billing: { plan: "starter", currency: "EUR" } }),
    changeOrganization({ status: "trial", trialEndsAt: daysAgo(-days) }),
  );

const clickButton = (button: string) => async (page: Page) => {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).first().click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
};

const noticeFor = (days: number): Tenant["notice"] => ({
  givenAt: daysAgo(20),
  endsAt: daysAgo(-days),
  erasedFrom: daysAgo(-days - 30),
});
const endedTenant = tenant(5, { ...suspended, suspensionReason: null, notice: noticeFor(-8) });
/** The contract of the viewer's organization has ended. */
const contractEnded = runSteps(
  respondWith(tenantCall, endedTenant),
  changeOrganization({
    status: "suspended",
    suspension: { reason: null, since: daysAgo(8), erasedFrom: daysAgo(-22) },
  }),
);

const erasedCall = /\/api\/tenant\/erased-organizations/;
const erased = {
  data: [1, 2, 3].map((number) => ({
    organizationId: tenant(number).id,
    name: ["Hausarztpraxis Musterallee", "Praxis für Probemedizin", "MVZ Beispielufer-Süd"][number - 1] ?? "",
    practiceCode: `MUSTER-000${number}`,
    endedAt: daysAgo(40 * number),
    erasedAt: daysAgo(40 * number - 30),
    certifiedAt: number === 1 ? null : daysAgo(40 * number - 30),
  })),
  pagination: { page: 1, limit: 20, total: 3, pages: 1 },
};

const exported = { ...organization, path: "/organization?tab=settings&group=export" } as const;
const openKey = (button: string) => async (page: Page) => {
  await clickButton(button)(page);
  await expect(page.getByText(/^AGE-SECRET-KEY-1/)).toBeVisible();
};

/** Screens of the tenants, of one tenant and of an organization's own limits. */
export const tenantScreens: readonly Screen[] = [
  { ...subscription, name: "plans" },
  { ...subscription, name: "plans, one too small", before: withPlan },
  {
    ...subscription,
    name: "plans, changing to another",
    before: withPlan,
    prepare: clickButton("Zu Enterprise wechseln"),
  },
  { ...subscription, name: "plans, loading", before: hangCalls(plansCall) },
  { ...subscription, name: "plans, failing", before: failCalls(plansCall) },
  { ...list, name: "tenants" },
  { ...list, name: "tenants, some near their limits", before: respondWithData },
  { ...list, name: "tenants, failing", before: failCalls(listCalls) },
  {
    ...list,
    name: "tenants, deletion certificates",
    before: runSteps(respondWithData, respondWith(erasedCall, erased)),
    prepare: clickButton("Bescheinigungen"),
  },
  {
    ...list,
    name: "tenants, no deletion certificate",
    before: respondWithData,
    prepare: clickButton("Bescheinigungen"),
  },
  { ...list, name: "tenants, creating one", before: respondWithData, prepare: clickButton("Praxis anlegen") },
  {
    ...tenantPage,
    name: "tenant",
    path: ({ organizationId }) => `/tenant-management/${organizationId}`,
    title: /^Praxis /,
  },
  { ...tabOf(busy, "overview"), name: "tenant, near its limits" },
  {
    ...tabOf(trial, "overview"),
    name: "tenant, provisioning",
    before: runSteps(withResponses(trial), respondWith(provisioningCall, provisioning)),
  },
  { ...tabOf(suspended, "overview"), name: "tenant, suspended" },
  { ...tabOf(busy, "overview"), name: "tenant, suspending it", prepare: clickButton("Aussetzen …") },
  { ...tabOf(busy, "limits"), name: "tenant, limits" },
  { ...tabOf(busy, "limits"), name: "tenant, changing a limit", prepare: clickButton("Speicher ändern") },
  { ...tabOf(busy, "limits"), name: "tenant, changing the plan", prepare: clickButton("Tarif ändern") },
  { ...tabOf(busy, "usage"), name: "tenant, usage" },
  { ...tabOf(busy, "billing"), name: "tenant, costs" },
  { ...tabOf(busy, "export"), name: "tenant, export" },
  {
    ...tabOf(busy, "export"),
    name: "tenant, failed backup",
    before: runSteps(
      withResponses(busy),
      respondWith(syncCall, { ...synced, state: "failed", error: "no_space" }),
    ),
  },
  { ...tabOf(busy, "export"), name: "tenant, giving notice", prepare: clickButton("Kündigen …") },
  {
    ...tabOf(tenant(6, { notice: noticeFor(11) }), "export"),
    name: "tenant, withdrawing a notice",
    prepare: clickButton("Kündigung zurücknehmen …"),
  },
  { ...tabOf(endedTenant, "export"), name: "tenant, contract ended" },
  {
    ...tenantPage,
    name: "tenant, not found",
    path: `/tenant-management/${id}`,
    title: "Praxis nicht gefunden",
  },
  { ...own, name: "own limits" },
  { ...own, name: "own limits, some near", before: respondWith(usageCall, usage) },
  { ...own, name: "own limits, loading", before: hangCalls(usageCall) },
  { ...own, name: "own limits, failing", before: failCalls(usageCall) },
  { ...exported, name: "organization, export" },
  { ...exported, name: "organization, giving notice", prepare: clickButton("Kündigen …") },
  { ...exported, name: "organization, backup", before: respondWith(syncCall, synced) },
  { ...exported, name: "organization, setting the backup up", prepare: openKey("Sicherung einrichten") },
  {
    ...exported,
    name: "organization, new key of the backup",
    before: respondWith(syncCall, synced),
    prepare: openKey("Neuer Schlüssel"),
  },
  {
    ...exported,
    name: "organization, schedule of the backup",
    before: respondWith(syncCall, synced),
    prepare: clickButton("Zeitplan ändern"),
  },
  { ...exported, name: "organization, backup loading", before: hangCalls(syncCall) },
  { ...exported, name: "organization, backup failing", before: failCalls(syncCall) },
  {
    ...exported,
    name: "organization, contract ended",
    before: contractEnded,
    prepare: async (page) => {
      await expect(page.getByText("Nur der Betreiber des Portals kann")).toBeVisible();
    },
  },
  { ...organization, name: "organization, trial ending", before: inTrial(5) },
  { ...organization, name: "organization, trial over", before: inTrial(-2) },
];
