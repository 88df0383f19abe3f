import { expect, type Page } from "@playwright/test";
import { respondWith, failCalls, hangCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const enhanced = /\/api\/v1\/users\/enhanced\//;
const tab = {
  route: "/users/$userId",
  path: ({ colleagueId }: { colleagueId: string }) => `/users/${colleagueId}?tab=security`,
  title: /./,
  viewer: "org_admin",
} as const;

const id = (suffix: string) => `0197a000-0000-7000-8000-0000000000${suffix}`;
const session = {
  id: id("31"),
  current: false,
  browser: "Firefox 140",
  system: "Windows",
  address: "192.0.2.10",
  workstation: { id: id("32"), label: "Empfang links", shared: true },
  organizationId: null,
  createdAt: "2026-11-20T07:18:00.000Z",
  lastActiveAt: "2026-11-20T09:30:00.000Z",
  absoluteExpiresAt: "2031-01-01T00:00:00.000Z",
  rememberMe: false,
  locked: true,
  secondFactor: true,
  newDevice: false,
};
const allSecurity = [
  "endSession",
  "unlock",
  "block",
  "resetConnections",
  "mailResetLink",
  "setPassword",
  "recoverPassword",
  "recoverSecondFactor",
  "resetTwoFactor",
  "issueDayCode",
  "endDayCode",
];
const person = {
  id: id("30"),
  _id: id("30"),
  username: "a_beispiel",
  email: "annegret@example.org",
  emailVerified: true,
  personalInfo: { firstName: "Annegret", lastName: "Beispiel-Musterhausen", email: "annegret@example.org" },
  role: { type: "editor", permissions: [] },
  grantedPermissions: [],
  organizationId: id("33"),
  status: "active",
  organizationData: { department: "Labor" },
  phone: null,
  mustChangePassword: true,
  pendingEmail: null,
  twoFactorEnabled: true,
  lockStatus: "locked",
  failedLoginAttempts: 10,
  lockReason: "failed_logins",
  lockedUntil: "2031-01-01T07:45:00.000Z",
  blockedAt: null,
  validUntil: null,
  lastLogin: "2026-11-20T07:18:00.000Z",
  lastActivity: "2026-11-20T07:18:00.000Z",
  joinedAt: "2024-03-01T00:00:00.000Z",
  createdAt: "2024-03-01T00:00:00.000Z",
  version: 3,
  sessions: [
    session,
    {
      ...session,
      id: id("34"),
      locked: false,
      newDevice: true,
      workstation: null,
      browser: "Safari 19",
      system: "iOS",
    },
  ],
  devices: [],
  lastLogins: [
    {
      time: "2026-11-20T09:31:00.000Z",
      outcome: "failed",
      address: "192.0.2.10",
      browser: null,
      system: null,
    },
    {
      time: "2026-11-20T07:18:00.000Z",
      outcome: "success",
      address: "192.0.2.10",
      browser: "Firefox 140",
      system: "Windows",
    },
  ],
  twoFactor: {
    enabled: true,
    enabledAt: "2026-01-14T08:00:00.000Z",
    backupCodesRemaining: 7,
    passkeys: 1,
    required: true,
  },
  blockReason: null,
  blockedBy: null,
  recoveryCodes: [
    {
      purpose: "password",
      createdAt: "2026-11-20T09:30:00.000Z",
      expiresAt: "2026-11-20T09:45:00.000Z",
      createdBy: "Ina Musterfrau",
    },
  ],
  dayCode: {
    createdAt: "2026-11-20T08:00:00.000Z",
    expiresAt: "2026-11-20T20:00:00.000Z",
    createdBy: "Ina Musterfrau",
  },
  applications: [
    { name: "Kasse am Empfang", tokens: 2, lastUsedAt: null, expiresAt: "2031-01-01T00:00:00.000Z" },
  ],
  identityAuthority: "full",
  allowedActions: allSecurity,
  unlockableBy: [],
};
const full = respondWith(enhanced, person);

const waitForStatus = async (page: Page) => {
  await expect(page.getByRole("heading", { name: "Konto", exact: true })).toBeVisible();
};

// The keyboard is used, because the toast about a new sign-in may cover a button.
const openStep = (name: string, role: "dialog" | "alertdialog") => async (page: Page) => {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().press("Enter");
  await expect(page.getByRole(role)).toBeVisible();
};

const openCodeDialog = async (page: Page) => {
  const password = page.getByRole("region", { name: "Passwort", exact: true });
  await password.getByRole("button", { name: "Code fürs Passwort" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
};

const issueCode = async (page: Page) => {
  await openCodeDialog(page);
  await page.getByRole("radio", { name: "Persönlich" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Einmalcode erstellen" }).press("Enter");
  await expect(page.locator("[data-recovery-code]")).toBeVisible();
};

/** Screens of a person's security tab and its dialogs. */
export const personSecurityScreens: readonly Screen[] = [
  { ...tab, name: "person, security", prepare: waitForStatus },
  { ...tab, name: "person, security, everything in use", before: full, prepare: waitForStatus },
  {
    ...tab,
    name: "person, security, blocked, in several organizations",
    before: respondWith(enhanced, {
      ...person,
      lockStatus: "unlocked",
      lockedUntil: null,
      lockReason: null,
      failedLoginAttempts: 0,
      blockedAt: "2026-11-20T09:40:00.000Z",
      blockReason: "Schlüssel nicht zurückgegeben",
      blockedBy: "Ina Musterfrau",
      sessions: [],
      identityAuthority: "multiple_organizations",
      allowedActions: ["endSession", "unblock", "resetConnections", "mailResetLink"],
    }),
    prepare: waitForStatus,
  },
  {
    ...tab,
    name: "person, security, higher role",
    before: async (page) => {
      await respondWith(enhanced, {
        ...person,
        identityAuthority: "higher_role",
        allowedActions: [],
        unlockableBy: ["Ina Musterfrau", "Tom Beispiel"],
      })(page);
      await page.route(/\/api\/v1\/users\/[0-9a-f-]{36}$/, async (route) => {
        const response = await route.fetch();
        const user = (await response.json()) as object;
        await route.fulfill({ response, json: { ...user, role: { type: "org_admin", permissions: [] } } });
      });
    },
    prepare: waitForStatus,
  },
  {
    ...tab,
    name: "person, security, read-only",
    viewer: "viewer",
    prepare: async (page) => {
      // The link leads to the directory instead.
      const directory = page.getByRole("table", { name: "Verzeichnis" });
      // On a phone, the rows are cards.
      await expect(directory.or(page.getByRole("list", { name: "Verzeichnis" }))).toBeVisible();
    },
  },
  { ...tab, name: "person, security, failing", before: failCalls(enhanced) },
  { ...tab, name: "person, security, loading", before: hangCalls(enhanced) },
  {
    ...tab,
    name: "person, unlocking",
    before: full,
    prepare: openStep("Entsperren", "alertdialog"),
  },
  { ...tab, name: "person, blocking", before: full, prepare: openStep("Blockieren", "alertdialog") },
  {
    ...tab,
    name: "person, ending all sessions",
    before: full,
    prepare: openStep("Alle Sitzungen beenden", "alertdialog"),
  },
  {
    ...tab,
    name: "person, resetting the second factor",
    before: full,
    prepare: openStep("Zurücksetzen", "alertdialog"),
  },
  {
    ...tab,
    name: "person, setting a password",
    before: full,
    prepare: async (page) => {
      await openStep("Passwort vergeben", "dialog")(page);
      await page.getByRole("button", { name: "Passwort vorschlagen" }).press("Enter");
    },
  },
  {
    ...tab,
    name: "person, requesting a one-time code",
    before: full,
    prepare: openCodeDialog,
  },
  { ...tab, name: "person, one-time code", prepare: issueCode },
  {
    ...tab,
    name: "person, day code",
    before: async (page) => {
      await respondWith(enhanced, { ...person, dayCode: null })(page);
      const json = { code: "K7QX-9M2P", expiresAt: "2031-01-01T17:00:00.000Z", practiceCode: "demo" };
      await page.route(/\/day-code$/, (route) => route.fulfill({ status: 201, json }));
    },
    prepare: async (page) => {
      await openStep("Tagescode erstellen", "dialog")(page);
      await page.getByRole("radio", { name: "Persönlich" }).check();
      await page.getByRole("dialog").getByRole("button", { name: "Tagescode erstellen" }).press("Enter");
      await expect(page.locator("[data-recovery-code]")).toBeVisible();
    },
  },
  {
    ...tab,
    name: "person, ending a day code",
    before: full,
    prepare: openStep("Tagescode beenden", "alertdialog"),
  },
];
