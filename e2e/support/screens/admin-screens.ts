import { expect, type Page } from "@playwright/test";
import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import { respondWith, failCalls, hangCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const overview = /\/api\/tenant\/overview$/;

/** Returns an overview of ten thousand organizations at night, with a password-guessing attack for three hours. */
const busyOverview = (): TenantOverview => ({
  readAt: ago(0),
  organizations: { trial: 412, active: 9_318, suspended: 37, archived: 181, deleted: 12 },
  people: { active: 961_204, pending: 8_430, locked: 129, blocked: 612, deactivated: 21_907 },
  refusedSignIns: {
    hours: [8, 5, 3, 2, 4, 9, 31, 96, 120, 88, 74, 61, 70, 83, 77, 52, 40, 33, 21, 14, 9, 214, 387, 164].map(
      (count, index) => ({ hour: ago(23 - index), count }),
    ),
    days: [812, 794, 120, 96, 850, 861, 799, 842, 803, 131, 88, 867, 890, 1_640].map((count, index) => ({
      day: ago((13 - index) * 24).slice(0, 10),
      count,
    })),
  },
  securityEvents: [
    { action: "user.exported", count: 184, lastAt: ago(0.4) },
    { action: "user.blocked", count: 96, lastAt: ago(2) },
    { action: "user.backup_code_used", count: 41, lastAt: ago(5) },
    { action: "token.organization_revoked", count: 7, lastAt: ago(30) },
    { action: "platform.organization_opened", count: 4, lastAt: ago(60) },
    { action: "auth.refresh_reused", count: 2, lastAt: ago(1.2) },
  ],
  outbox: { waiting: 48, retried: 31, failed: 3, undeliverable: 1, oldestAt: ago(1.6) },
  jobs: [
    { name: "access-expiry", state: "running", lastRunAt: ago(0.16), nextRunAt: ago(0) },
    { name: "cleanup", state: "failed", lastRunAt: ago(0.4), nextRunAt: ago(-0.6) },
    { name: "security-check", state: "late", lastRunAt: ago(3), nextRunAt: ago(2.9) },
    { name: "uptime", state: "waiting", lastRunAt: ago(0.01), nextRunAt: ago(-0.01) },
  ],
});

const respondWithData = async (view: Page) => respondWith(overview, busyOverview())(view);

const admin = { route: "/admin", path: "/admin", title: "Verwaltung", viewer: "super_admin" } as const;

/** Screens of the platform administration's overview. */
export const adminScreens: readonly Screen[] = [
  { ...admin, name: "administration, of this portal" },
  { ...admin, name: "administration", before: respondWithData },
  {
    ...admin,
    name: "administration, refused sign-ins as a table",
    before: respondWithData,
    prepare: async (view) => {
      await view.getByText("14 Tage", { exact: true }).click();
      await view.getByRole("button", { name: "Als Tabelle anzeigen" }).click();
      await expect(view.getByRole("columnheader", { name: "Abgelehnt" })).toBeVisible();
    },
  },
  {
    ...admin,
    name: "administration, retrying failed messages",
    before: respondWithData,
    prepare: async (view) => {
      await view.getByRole("button", { name: "Erneut versuchen", exact: true }).click();
      await expect(
        view.getByRole("alertdialog", { name: "2 Nachrichten noch einmal senden?" }),
      ).toBeVisible();
    },
  },
  {
    ...admin,
    name: "administration, discarding undeliverable messages",
    before: respondWithData,
    prepare: async (view) => {
      await view.getByRole("button", { name: "Verwerfen" }).click();
      await expect(view.getByRole("alertdialog", { name: "1 Nachricht verwerfen?" })).toBeVisible();
    },
  },
  {
    ...admin,
    name: "administration, loading",
    before: hangCalls(overview),
    prepare: async (view) => {
      await expect(view.getByText("Zahlen der Plattform werden geladen")).toBeAttached();
    },
  },
  {
    ...admin,
    name: "administration, tokens failing",
    before: failCalls(/\/api\/v1\/org-tokens\/admin\/statistics$/),
    prepare: async (view) => {
      await expect(view.getByText("Die Zahlen konnten nicht geladen werden")).toBeVisible();
    },
  },
  {
    ...admin,
    name: "administration, failing",
    before: failCalls(overview),
    prepare: async (view) => {
      await expect(view.getByText("Der Überblick konnte nicht geladen werden")).toBeVisible();
    },
  },
];
