import { expect, type Page } from "@playwright/test";
import { respondWith, refuseCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

/** Returns the button that continues the setup. */
const nextButton = (page: Page) => page.getByRole("button", { name: "Weiter", exact: true });

const codes = Array.from({ length: 10 }, (_, slot) => `${slot}-K7QX-9M2P-WHTC`);

async function openScanStep(page: Page): Promise<void> {
  await nextButton(page).click();
  await expect(page.getByRole("img", { name: /^QR-Code/ })).toBeVisible();
}

/** Opens the step of the setup that requests the first code. */
export async function openConfirmStep(page: Page): Promise<void> {
  await openScanStep(page);
  await nextButton(page).click();
  await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
}

async function openSecondStep(page: Page): Promise<void> {
  await page.getByLabel("Benutzername oder E-Mail-Adresse").fill("erika.muster");
  await page.getByLabel("Passwort", { exact: true }).fill("Irgendein-Wort-1");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
}

const firstStep = respondWith(/\/auth\/login$/, {
  requires2FA: true,
  tempToken: "t".repeat(43),
  tempTokenExpiresAt: "2031-01-01T00:00:00.000Z",
  methods: ["code"],
});

const login = {
  route: "/login",
  path: "/login",
  title: "Anmelden",
  viewer: "anonymous",
  before: firstStep,
} as const;

const setup = {
  route: "/profile/2fa-setup",
  path: "/profile/2fa-setup",
  title: "Zwei-Faktor-Anmeldung einrichten",
  viewer: "org_admin",
} as const;

function status(codesLeft: number, required = false) {
  return respondWith(/\/auth\/2fa$/, {
    enabled: true,
    enabledAt: "2026-11-02T08:00:00.000Z",
    backupCodesRemaining: codesLeft,
    required,
  });
}

const security = {
  route: "/profile",
  path: "/profile?tab=security",
  title: "Profil",
  viewer: "org_admin",
} as const;

/** Screens of the second sign-in step, the setup of a second factor, and its card in the profile. */
export const twoFactorScreens: readonly Screen[] = [
  { ...login, name: "login, second step", prepare: openSecondStep },
  {
    ...login,
    name: "login, second step too late",
    prepare: async (page) => {
      await openSecondStep(page);
      await page.getByLabel("Code aus der App", { exact: true }).fill("000000");
      await expect(page.getByRole("alert")).toContainText("zu lange gedauert");
    },
  },
  {
    ...login,
    name: "login, backup code",
    prepare: async (page) => {
      await openSecondStep(page);
      await page.getByRole("button", { name: "Sicherungscode verwenden" }).click();
      await page.getByRole("button", { name: "Bestätigen" }).click();
      await expect(page.getByText("Bitte geben Sie einen Code ein")).toBeVisible();
    },
  },
  { ...setup, name: "second factor, choosing an app" },
  { ...setup, name: "second factor, adding the account", prepare: openScanStep },
  {
    ...setup,
    name: "second factor, wrong code",
    prepare: async (page) => {
      await openConfirmStep(page);
      await page.getByLabel("Code aus der App", { exact: true }).fill("000000");
      await expect(page.getByText("Der Code stimmt nicht oder ist abgelaufen")).toBeVisible();
    },
  },
  {
    ...setup,
    name: "second factor, backup codes",
    before: respondWith(/\/auth\/2fa\/enable$/, { backupCodes: codes }),
    prepare: async (page) => {
      await openConfirmStep(page);
      await page.getByLabel("Code aus der App", { exact: true }).fill("123456");
      await expect(page.getByRole("list", { name: "Sicherungscodes" })).toBeVisible();
    },
  },
  {
    ...setup,
    name: "second factor, proof of identity",
    before: refuseCalls(
      /\/auth\/2fa\/setup$/,
      403,
      "STEP_UP_REQUIRED",
      "Bitte bestätigen Sie zuerst Ihre Identität",
    ),
    prepare: async (page) => {
      await nextButton(page).click();
      await expect(page.getByLabel("Ihr Passwort", { exact: true })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText("Dieses Feld ist erforderlich")).toBeVisible();
    },
  },
  {
    ...security,
    name: "profile, second factor on",
    before: status(8),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Ausschalten" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  { ...security, name: "profile, few backup codes", before: status(2, true) },
];
