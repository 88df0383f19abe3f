import { expect, type Page } from "@playwright/test";
import { respondWith, failCalls, refuseCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const list = /\/api\/v1\/auth\/passkeys$/;
const options = /\/api\/v1\/auth\/passkeys\/options$/;

const phone = {
  id: "0197a000-0000-7000-8000-000000000021",
  name: "Mein Handy",
  createdAt: "2026-09-03T08:00:00.000Z",
  lastUsedAt: "2026-11-20T07:31:00.000Z",
  synced: true,
};
const key = {
  ...phone,
  id: "0197a000-0000-7000-8000-000000000022",
  name: "Sicherheitsschlüssel am Empfang, linker Arbeitsplatz",
  lastUsedAt: null,
  synced: false,
};

const security = {
  route: "/profile",
  path: "/profile?tab=security",
  title: "Profil",
  viewer: "org_admin",
} as const;

const twoPasskeys = respondWith(list, { passkeys: [phone, key] });
const challenge = {
  challengeId: phone.id,
  options: { challenge: "AAAA" },
  browser: "Chrome 140",
  system: "Windows",
};

async function showDialog(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Passkeys" }).scrollIntoViewIfNeeded();
}

const login = {
  route: "/login",
  path: "/login",
  title: "Anmelden",
  viewer: "anonymous",
} as const;

/** Screens of passkeys in the profile, at sign-in, on the lock screen and in the step-up. */
export const passkeyScreens: readonly Screen[] = [
  {
    ...security,
    name: "profile, no passkey",
    before: respondWith(list, { passkeys: [] }),
    prepare: showDialog,
  },
  { ...security, name: "profile, passkeys", before: twoPasskeys, prepare: showDialog },
  {
    ...security,
    name: "profile, passkeys not loaded",
    before: failCalls(list),
    prepare: async (page) => {
      await expect(page.getByText("Ihre Passkeys konnten nicht geladen werden")).toBeVisible();
    },
  },
  {
    ...security,
    name: "profile, adding a passkey",
    before: async (page) => {
      await twoPasskeys(page);
      await respondWith(options, challenge)(page);
    },
    prepare: async (page) => {
      await page.getByRole("button", { name: "Passkey hinzufügen" }).click();
      await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
      await page.keyboard.press("Delete");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Bitte geben Sie einen Namen ein")).toBeVisible();
    },
  },
  {
    ...security,
    name: "profile, renaming a passkey",
    before: twoPasskeys,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Mein Handy umbenennen" }).click();
      await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    },
  },
  {
    ...security,
    name: "profile, removing a passkey",
    before: twoPasskeys,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Mein Handy entfernen" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    ...security,
    name: "profile, proof of identity with a passkey",
    before: async (page) => {
      await twoPasskeys(page);
      await refuseCalls(options, 403, "STEP_UP_REQUIRED", "Bitte bestätigen Sie zuerst Ihre Identität")(page);
    },
    prepare: async (page) => {
      await page.getByRole("button", { name: "Passkey hinzufügen" }).click();
      await expect(page.getByRole("button", { name: "Mit Passkey bestätigen" })).toBeVisible();
    },
  },
  {
    ...login,
    name: "login, passkey not recognized",
    before: refuseCalls(
      /\/auth\/passkey-login\/options$/,
      400,
      "PASSKEY_INVALID",
      "Der Passkey wurde nicht erkannt",
    ),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Mit Passkey anmelden" }).click();
      await expect(page.getByText("Der Passkey wurde nicht erkannt")).toBeVisible();
      // The button is the last stop of the page.
      await page.getByLabel("Benutzername oder E-Mail-Adresse").focus();
    },
  },
  {
    ...login,
    name: "login, second step with a passkey",
    before: respondWith(/\/auth\/login$/, {
      requires2FA: true,
      tempToken: "t".repeat(43),
      tempTokenExpiresAt: "2031-01-01T00:00:00.000Z",
      methods: ["passkey"],
    }),
    prepare: async (page) => {
      await page.getByLabel("Benutzername oder E-Mail-Adresse").fill("erika.muster");
      await page.getByLabel("Passwort", { exact: true }).fill("Irgendein-Wort-1");
      await page.getByRole("button", { name: "Anmelden", exact: true }).click();
      await expect(page.getByRole("button", { name: "Mit Passkey bestätigen" })).toBeFocused();
    },
  },
  {
    route: "/locked",
    path: "/locked",
    viewer: "anonymous",
    name: "lock screen, with a passkey",
    title: "Bildschirm gesperrt",
    before: respondWith(/\/auth\/workstation$/, {
      workstation: { label: "Empfang links", shared: false, autoLockMinutes: 5 },
      people: [
        {
          userId: phone.id,
          name: "Erika Muster",
          initials: "EM",
          organizationName: "Praxis am Musterplatz",
          role: null,
          department: null,
          locked: true,
          passkey: true,
        },
      ],
    }),
    prepare: async (page) => {
      await expect(page.getByRole("button", { name: "Mit Passkey entsperren" })).toBeVisible();
    },
  },
];
