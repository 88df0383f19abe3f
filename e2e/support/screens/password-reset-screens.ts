import { expect } from "@playwright/test";
import { respondWith } from "../responses.ts";
import type { Screen } from "./screen.ts";

const request = { route: "/password-reset", path: "/password-reset", viewer: "anonymous" } as const;
const link = {
  route: "/password-reset/$token",
  path: `/password-reset/${"x".repeat(43)}`,
  viewer: "anonymous",
} as const;

/** Screens of the password reset by email or with a one-time code. */
export const passwordResetScreens: readonly Screen[] = [
  { ...request, name: "password reset", title: "Passwort vergessen" },
  {
    ...request,
    name: "password reset, sent",
    title: "Passwort vergessen",
    before: respondWith(/\/password-reset\/initiate$/, {}),
    prepare: async (page) => {
      await page.getByLabel("E-Mail-Adresse").fill("erika@example.org");
      await page.getByRole("button", { name: "Link anfordern" }).click();
      await expect(page.getByRole("heading", { name: "Bitte prüfen Sie Ihr Postfach" })).toBeVisible();
    },
  },
  {
    ...request,
    name: "password reset, one-time code",
    path: "/password-reset?way=code",
    title: "Neues Passwort mit Einmalcode",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Passwort festlegen" }).click();
      await expect(page.getByText("Dieses Feld ist erforderlich").first()).toBeVisible();
    },
  },
  { ...link, name: "password reset, used link", title: "Dieser Link ist nicht mehr gültig" },
  {
    ...link,
    name: "password reset, open link",
    title: "Neues Passwort festlegen",
    before: respondWith(/\/password-reset\/check$/, { valid: true, expiresAt: "2031-01-01T00:00:00.000Z" }),
  },
];
