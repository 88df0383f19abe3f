import { expect } from "@playwright/test";
import { failCalls, hangCalls, respondWith } from "../responses.ts";
import type { Screen } from "./screen.ts";

const listCall = /\/api\/tenant\/organizations\/[^/]+\/webhooks$/;
const logCall = /\/webhooks\/[^/]+\/deliveries\?/;
const deliveryCall = /\/webhooks\/[^/]+\/deliveries\/[^/]+$/;

const id = (number: number) => `0197a000-0000-7000-8000-00000000000${number}`;

/** Returns the last 24 hours; `countsOf` returns how many deliveries succeeded and failed in an hour. */
function hours(countsOf: (hour: number) => [succeeded: number, failed: number]) {
  return Array.from({ length: 24 }, (_, hour) => {
    const [succeeded, failed] = countsOf(hour);
    return { succeeded, failed };
  });
}

const health = {
  state: "healthy",
  failures: 0,
  failingSince: null,
  disabledFrom: null,
  nextProbeAt: null,
  lastAttemptAt: "2031-01-01T06:36:00.000Z",
  lastSuccessAt: "2031-01-01T06:36:00.000Z",
  lastStatus: 200,
  lastDay: hours((hour) => (hour === 5 || hour === 17 ? [0, 0] : [2, 0])),
};
const webhook = {
  id: id(1),
  _id: id(1),
  name: "Labor Nord, Demo",
  url: "https://labor.example.org/eingang",
  eventTypes: ["member.added", "user.role_changed", "user.blocked"],
  apiVersion: "2026-11-01",
  headerNames: ["X-Zugang"],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  owner: { userId: id(9), name: "Mia Muster-Probe" },
  health: {
    ...health,
    state: "failing",
    failures: 14,
    failingSince: "2030-12-30T05:00:00.000Z",
    disabledFrom: "2031-01-04T05:00:00.000Z",
    lastStatus: 503,
    lastDay: hours((hour) => (hour < 7 ? [1, 0] : hour === 7 ? [1, 1] : hour % 4 === 0 ? [0, 0] : [0, 2])),
  },
  previousSecretsUntil: "2031-01-02T07:00:00.000Z",
  createdAt: "2030-11-20T07:00:00.000Z",
  updatedAt: "2030-12-30T05:00:00.000Z",
  version: 3,
};
const webhooks = [
  webhook,
  {
    ...webhook,
    id: id(2),
    _id: id(2),
    name: "Dienstplan Muster",
    url: "https://dienstplan.example.net/hooks/praxis",
    health,
  },
  {
    ...webhook,
    id: id(3),
    _id: id(3),
    name: "Türanzeige Probe",
    url: "https://anzeige.example.org/raum/behandlungszimmer-mit-einem-sehr-langen-namen",
    enabled: false,
    disabledReason: "failing",
    disabledAt: "2030-12-28T07:11:00.000Z",
  },
  {
    ...webhook,
    id: id(4),
    _id: id(4),
    name: "Buchhaltung Beispiel",
    owner: null,
    health: {
      ...health,
      state: "new",
      lastAttemptAt: null,
      lastSuccessAt: null,
      lastStatus: null,
      lastDay: hours(() => [0, 0]),
    },
  },
];

const attempt = {
  at: "2031-01-01T06:12:36.000Z",
  succeeded: false,
  failure: "status",
  status: 503,
  durationMs: 1204,
};
const delivery = {
  id: id(5),
  _id: id(5),
  eventId: id(6),
  eventType: "user.role_changed",
  sequence: 18_198,
  state: "pending",
  attempts: 2,
  occurredAt: "2031-01-01T06:12:31.000Z",
  createdAt: "2031-01-01T06:12:31.000Z",
  nextAttemptAt: "2031-01-01T06:47:00.000Z",
  lastAttempt: attempt,
};
const deliveries = {
  data: [
    delivery,
    {
      ...delivery,
      id: id(7),
      eventType: "member.added",
      state: "succeeded",
      attempts: 1,
      nextAttemptAt: null,
      lastAttempt: { ...attempt, succeeded: true, failure: null, status: 200, durationMs: 184 },
    },
    {
      ...delivery,
      id: id(8),
      state: "failed",
      attempts: 10,
      nextAttemptAt: null,
      lastAttempt: { ...attempt, failure: "timeout", status: null, durationMs: 15_000 },
    },
  ],
  pagination: { limit: 25, nextCursor: null, prevCursor: null, totalEstimate: 3 },
};
const detail = {
  ...delivery,
  request: {
    url: webhook.url,
    headers: [
      { name: "webhook-id", value: id(6) },
      { name: "webhook-timestamp", value: "1924927956" },
      { name: "webhook-signature", value: "•" },
      { name: "x-zugang", value: "•" },
    ],
    body: JSON.stringify({ id: id(6), type: "user.role_changed", sequence: 18_198, data: { userId: id(9) } }),
  },
  attemptLog: [
    { number: 2, trigger: "resend", answer: "Wartung bis 07:45 (Beispielantwort)", ...attempt },
    { number: 1, trigger: "schedule", answer: null, ...attempt },
  ],
};

const list = { route: "/webhooks", path: "/webhooks", title: "Webhooks", viewer: "org_admin" } as const;
const respondWithData = { ...list, before: respondWith(listCall, { data: webhooks }) } as const;
const webhookPage = {
  route: "/webhooks/$webhookId",
  path: `/webhooks/${webhook.id}`,
  title: webhook.name,
  viewer: "org_admin",
  before: async (page) => {
    await respondWith(listCall, { data: webhooks })(page);
    await respondWith(logCall, deliveries)(page);
    await respondWith(deliveryCall, detail)(page);
  },
} as const satisfies Omit<Screen, "name">;

/** Screens of webhooks, their dialogs and their delivery log. */
export const webhookScreens: readonly Screen[] = [
  { ...list, name: "webhooks, none" },
  { ...respondWithData, name: "webhooks" },
  { ...list, name: "webhooks, loading", before: hangCalls(listCall) },
  { ...list, name: "webhooks, failed", before: failCalls(listCall) },
  {
    ...list,
    name: "webhooks, add",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: "Webhook hinzufügen" })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page.getByRole("group", { name: "Abteilungen" })).toBeVisible();
    },
  },
  { ...webhookPage, name: "webhook" },
  {
    ...webhookPage,
    name: "webhook, delivery",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Einzelheiten.*user\.role_changed/ })
        .first()
        .click();
      await expect(page.getByRole("region", { name: "Anfrage" })).toBeVisible();
    },
  },
  {
    ...webhookPage,
    name: "webhook, missing",
    path: `/webhooks/${id(9)}`,
    title: "Diesen Webhook gibt es nicht",
  },
  {
    ...webhookPage,
    name: "webhook, replace secret",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Aktionen für Labor Nord, Demo" }).click();
      await page.getByRole("menuitem", { name: "Schlüssel wechseln" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    ...webhookPage,
    name: "webhook, send again",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Aktionen für Labor Nord, Demo" }).click();
      await page.getByRole("menuitem", { name: "Zeitraum erneut senden" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
];
