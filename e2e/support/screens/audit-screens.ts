import { openFilter } from "../open-filter.ts";
import { expect, type Page } from "@playwright/test";
import { respondWith, failCalls, hangCalls, refuseCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const list = /\/api\/tenant\/.*\/?audit\?/;
const verify = /\/audit\/verify$/;
const log = { route: "/audit", path: "/audit", title: "Protokoll", viewer: "org_admin" } as const;

const id = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const ina = {
  type: "user",
  id: id(1),
  name: "Ina Musterfrau",
  account: "ina_musterfrau",
  role: "org_admin",
  application: null,
};
const long = {
  type: "user",
  id: id(2),
  name: "Karl-Friedrich Beispiel-Musterhausen von der Probe",
  account: "karl_friedrich_beispiel_musterhausen_von_der_probe",
  role: "practice_admin",
  application: null,
};
const application = { ...ina, type: "token", application: { id: "kasse", name: "Kasse am Empfang" } };
const object = (type: string, number: number, name: string | null) => ({
  type,
  id: id(number),
  name,
  account: null,
});
const systemActor = { type: "system", id: null, name: null, account: null, role: null, application: null };
const person = (number: number, name: string | null) => ({
  type: "user",
  id: id(number),
  name,
  account: name === null ? null : `konto_${number}`,
});

type Row = readonly [action: string, outcome: string, actor: object, target: object | null, more?: object];

const rows: readonly Row[] = [
  [
    "user.role_changed",
    "success",
    ina,
    person(2, long.name),
    {
      reason: "Übernimmt die Leitung am Empfang",
      changes: {
        role: { before: "viewer", after: "practice_admin" },
        permissions: { before: [], after: ["billing:read", "usage:read"] },
        valid_until: { before: null, after: "2031-06-30T21:59:59.000Z" },
        email: { before: "•", after: "•" },
      },
    },
  ],
  ["auth.login", "failed", long, null],
  ["organization.updated", "denied", long, object("organization", 9, null)],
  ["department.merged", "success", ina, object("department", 8, "Labor und Probenannahme")],
  ["token.created", "success", long, object("token", 7, "Kasse am Empfang")],
  ["user.updated", "success", application, person(5, "Per Muster-Lindqvist")],
  ["user.deleted", "success", ina, person(4, null)],
  ["audit.exported", "success", ina, null, { reason: "csv" }],
  ["platform.demo_created", "success", systemActor, null],
];

const entries = rows.map(([action, outcome, actor, target, more], index) => ({
  id: id(100 + index),
  seq: 12_408 - index,
  time: new Date(Date.UTC(2030, 11, 31, 8, 40) - index * 3_700_000).toISOString(),
  action,
  outcome,
  actor,
  target,
  reason: null,
  changes: null,
  request: {
    id: id(200 + index),
    method: "PUT",
    route: "/api/v1/users/{id}/role",
    ip: "192.0.2.10",
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    browser: "Chrome 140",
    system: "Windows",
    sessionId: id(300),
  },
  origin: "ui",
  ...more,
}));

const page = (data: readonly object[], extraFields: object = {}) => ({
  data,
  pagination: { limit: 25, nextCursor: null, prevCursor: null, totalEstimate: data.length, ...extraFields },
});

const respondWithData = respondWith(list, page(entries, { nextCursor: "older-1", totalEstimate: 12_408 }));

const respondWithCheck = (result: object) => async (view: Page) => {
  await respondWithData(view);
  await respondWith(verify, { checkedAt: "2031-01-01T08:00:00.000Z", ...result })(view);
};

const clickVerify = async (view: Page) => {
  await view.getByRole("button", { name: "Protokoll auf Manipulation prüfen" }).click();
};

/** Screens of the audit log. */
export const auditScreens: readonly Screen[] = [
  { ...log, name: "audit log", before: respondWithData },
  { ...log, name: "audit log, as it is in a new organization" },
  {
    ...log,
    name: "audit log, an entry opened",
    before: respondWithData,
    prepare: async (view) => {
      await view
        .getByRole("button", { name: /^Einzelheiten zeigen: Ina Musterfrau hat die Rolle/ })
        .filter({ visible: true })
        .click();
      await expect(view.getByText("Vorher").filter({ visible: true })).toBeVisible();
    },
  },
  {
    ...log,
    name: "audit log, filtered",
    path: "/audit?action=user.*&outcome=failed&from=2030-12-01&to=2030-12-31",
    before: respondWith(list, page(entries.slice(1, 3), { totalEstimate: 1_001, nextCursor: "older-1" })),
  },
  {
    ...log,
    name: "audit log, choosing an event",
    before: respondWithData,
    prepare: async (view) => {
      await openFilter(view, "Vorgang");
      await expect(
        view
          .getByRole("searchbox", { name: "Vorgang suchen" })
          .or(view.getByRole("combobox", { name: "Vorgang" })),
      ).toBeVisible();
    },
  },
  {
    ...log,
    name: "audit log, nothing found",
    path: "/audit?outcome=denied",
    before: respondWith(list, page([])),
  },
  { ...log, name: "audit log, empty", before: respondWith(list, page([])) },
  { ...log, name: "audit log, loading", before: hangCalls(list) },
  { ...log, name: "audit log, failing", before: failCalls(list) },
  {
    ...log,
    name: "audit log, without the right",
    before: refuseCalls(list, 403, "FORBIDDEN", "Keine Berechtigung"),
    // Without the right, the page offers no search and no export.
    prepare: async (view) => {
      await expect(view.getByText("Ihre Administration kann das Recht vergeben")).toBeVisible();
      await expect(view.getByRole("searchbox")).toHaveCount(0);
      await expect(view.getByRole("button", { name: "Exportieren" })).toHaveCount(0);
    },
  },
  {
    ...log,
    name: "audit log, chain intact",
    before: respondWithCheck({
      intact: true,
      entries: 12_408,
      since: "2029-03-01T08:12:00.000Z",
      head: "9f2c".repeat(16),
      broken: null,
    }),
    prepare: async (view) => {
      await clickVerify(view);
      await expect(view.getByText("Das Protokoll ist unverändert")).toBeVisible();
    },
  },
  {
    ...log,
    name: "audit log, chain broken",
    before: respondWithCheck({
      intact: false,
      entries: 411,
      since: "2029-03-01T08:12:00.000Z",
      head: "9f2c".repeat(16),
      broken: { seq: 412, fault: "changed", time: "2029-04-01T08:12:00.000Z" },
    }),
    prepare: async (view) => {
      await clickVerify(view);
      await expect(view.getByText("Das Protokoll wurde verändert")).toBeVisible();
    },
  },
  {
    route: "/users/$userId",
    path: ({ colleagueId }) => `/users/${colleagueId}?tab=audit`,
    title: /./,
    viewer: "org_admin",
    name: "person, audit entries",
    before: respondWithData,
    prepare: async (view) => {
      await expect(view.getByRole("button", { name: "Protokoll auf Manipulation prüfen" })).toBeVisible();
    },
  },
  {
    route: "/organization",
    path: "/organization?tab=audit",
    title: "Praxisprofil",
    viewer: "org_admin",
    name: "organization, its log",
    before: respondWithData,
    prepare: async (view) => {
      await expect(view.getByRole("button", { name: "Protokoll auf Manipulation prüfen" })).toBeVisible();
    },
  },
  {
    route: "/admin",
    path: "/admin?tab=audit",
    title: "Verwaltung",
    viewer: "super_admin",
    name: "administration, log of the platform",
    before: respondWithData,
    prepare: async (view) => {
      await expect(view.getByRole("heading", { name: "Protokoll der Plattform" })).toBeVisible();
    },
  },
];
