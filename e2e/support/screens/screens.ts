import type { ScreenContext, Screen } from "./screen.ts";
import { expect, type Page } from "@playwright/test";
import { respondWith, failCalls, hangCalls, userList } from "../responses.ts";
import { adminScreens } from "./admin-screens.ts";
import { aiScreens } from "./ai-screens.ts";
import { assistantScreens } from "./assistant-screens.ts";
import { auditScreens } from "./audit-screens.ts";
import { billingScreens } from "./billing-screens.ts";
import { clientTokenScreens } from "./client-token-screens.ts";
import { legacyScreens } from "./legacy-screens.ts";
import { permissionScreens } from "./permission-screens.ts";
import { personScreens } from "./person-screens.ts";
import { passwordResetScreens } from "./password-reset-screens.ts";
import { identityPageScreens } from "./identity-page-screens.ts";
import { bulkScreens } from "./bulk-screens.ts";
import { invoiceScreens } from "./invoice-screens.ts";
import { webhookScreens } from "./webhook-screens.ts";
import { reviewScreens } from "./review-screens.ts";
import { evidenceScreens } from "./evidence-screens.ts";
import { workstationScreens } from "./workstation-screens.ts";
import { shellScreens } from "./shell-screens.ts";
import { overviewScreens } from "./overview-screens.ts";
import { organizationScreens } from "./organization-screens.ts";
import { staffScreens } from "./staff-screens.ts";
import { tenantScreens } from "./tenant-screens.ts";
import { tokenScreens } from "./token-screens.ts";
import { passkeyScreens } from "./passkey-screens.ts";
import { twoFactorScreens } from "./two-factor-screens.ts";
import { usageScreens } from "./usage-screens.ts";

/** An invalid link token. */
const invalidToken = "x".repeat(43);

export const screens: readonly Screen[] = [
  { name: "login", route: "/login", path: "/login", title: "Anmelden", viewer: "anonymous" },
  {
    name: "login, refused",
    route: "/login",
    path: "/login",
    title: "Anmelden",
    viewer: "anonymous",
    prepare: async (page) => {
      await page.getByLabel("Benutzername oder E-Mail-Adresse").fill("gibt_es_nicht");
      await page.getByLabel("Passwort", { exact: true }).fill("Falsches-Wort-1");
      await page.getByRole("button", { name: "Anmelden", exact: true }).click();
      await expect(page.getByText("Ungültige Anmeldedaten")).toBeVisible();
    },
  },
  {
    name: "not found",
    route: "*",
    path: "/gibt-es-nicht",
    title: "Seite nicht gefunden",
    viewer: "anonymous",
  },
  {
    name: "not found, signed in",
    route: "*",
    path: "/gibt-es-nicht",
    title: "Seite nicht gefunden",
    viewer: "org_admin",
  },
  ...adminScreens,
  ...auditScreens,
  ...assistantScreens,
  ...billingScreens,
  ...passwordResetScreens,
  ...legacyScreens,
  {
    name: "setup, used link",
    route: "/setup/$token",
    path: "/setup/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    title: "Dieser Link ist nicht gültig",
    viewer: "anonymous",
  },
  {
    name: "setup, no link",
    route: "/setup",
    path: "/setup",
    title: "Dieser Link ist nicht vollständig",
    viewer: "anonymous",
  },
  {
    name: "change password",
    route: "/change-password",
    path: "/change-password",
    title: "Passwort ändern",
    viewer: "org_admin",
  },
  {
    name: "change password, with mistakes",
    route: "/change-password",
    path: "/change-password",
    title: "Bitte wählen Sie ein eigenes Passwort",
    viewer: "must change",
    prepare: async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Passwort ändern" }).click();
      await expect(page.getByText("Dieses Feld ist erforderlich").first()).toBeVisible();
    },
  },
  { name: "overview", route: "/dashboard", path: "/dashboard", title: "Übersicht", viewer: "org_admin" },
  {
    name: "overview, read-only",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "viewer",
  },
  {
    name: "overview of the platform",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "super_admin",
  },
  {
    name: "overview, failing",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "org_admin",
    before: failCalls(/statistics(?:\?|$)/),
  },
  {
    name: "overview, loading",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "org_admin",
    before: hangCalls(/statistics(?:\?|$)/),
  },
  ...overviewScreens,
  {
    name: "search and commands",
    route: "/dashboard",
    path: "/dashboard",
    title: "Übersicht",
    viewer: "org_admin",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  ...shellScreens,
  { name: "staff", route: "/users", path: "/users", title: "Mitarbeitende", viewer: "org_admin" },
  {
    name: "staff, read-only",
    route: "/users",
    path: "/users",
    title: "Mitarbeitende",
    viewer: "viewer",
  },
  {
    name: "staff, no results",
    route: "/users",
    path: "/users?search=gibtesnicht",
    title: "Mitarbeitende",
    viewer: "org_admin",
  },
  {
    name: "staff, failing",
    route: "/users",
    path: "/users",
    title: "Mitarbeitende",
    viewer: "org_admin",
    before: failCalls(userList),
  },
  {
    name: "staff, loading",
    route: "/users",
    path: "/users",
    title: "Mitarbeitende",
    viewer: "org_admin",
    before: hangCalls(userList),
  },
  {
    name: "staff, own views open",
    route: "/users",
    path: "/users",
    title: "Mitarbeitende",
    viewer: "org_admin",
    prepare: async (page) => {
      // Phones do not offer this.
      const views = page.getByRole("button", { name: "Eigene Ansichten" });
      if (!(await views.isVisible())) return;
      await views.click();
      await page.getByLabel("Name der Ansicht").fill("Aktive nach Rolle");
      await page.getByRole("button", { name: "Ansicht speichern" }).click();
      await expect(page.getByRole("link", { name: "Aktive nach Rolle" }).first()).toBeVisible();
    },
  },
  {
    name: "staff, filter open",
    route: "/users",
    path: "/users",
    title: "Mitarbeitende",
    viewer: "org_admin",
    prepare: async (page) => {
      // On phones the filters are in a sheet.
      const sheet = page.getByRole("button", { name: "Filter", exact: true });
      if (await sheet.isVisible()) {
        await sheet.click();
        await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
        return;
      }
      await page.getByRole("button", { name: "Rolle", exact: true }).first().click();
      await expect(page.getByRole("radio").first()).toBeVisible();
    },
  },
  {
    name: "add a person",
    route: "/users",
    path: "/users?create=person",
    title: "Mitarbeitende",
    viewer: "org_admin",
    prepare: async (page) => {
      await expect(page.getByLabel("Vorname")).toBeFocused();
      await page.getByRole("button", { name: "Person anlegen" }).click();
      await expect(page.getByText("Dieses Feld ist erforderlich").first()).toBeVisible();
    },
  },
  {
    name: "invite a person",
    route: "/users",
    path: "/users?create=person",
    title: "Mitarbeitende",
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByText("Per E-Mail einladen").click();
      await expect(page.getByRole("button", { name: "Einladung senden" })).toBeVisible();
    },
  },
  {
    name: "staff, row menu",
    route: "/users",
    path: "/users",
    title: "Mitarbeitende",
    viewer: "org_admin",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Aktionen für/ })
        .first()
        .click();
      await expect(page.getByRole("menuitem").first()).toBeVisible();
    },
  },
  ...personScreens,
  ...staffScreens,
  ...bulkScreens,
  ...permissionScreens,
  {
    name: "members of the organization",
    route: "/organization/users",
    path: "/organization/users",
    title: "Team-Aktivität",
    viewer: "org_admin",
  },
  {
    name: "members of the organization, failing",
    route: "/organization/users",
    path: "/organization/users",
    title: "Team-Aktivität",
    viewer: "org_admin",
    before: failCalls(userList),
  },
  { name: "profile", route: "/profile", path: "/profile", title: "Profil", viewer: "org_admin" },
  {
    name: "profile, security",
    route: "/profile",
    path: "/profile?tab=security",
    title: "Profil",
    viewer: "org_admin",
    prepare: async (page) => {
      await expect(page.getByRole("button", { name: "Einrichten", exact: true })).toBeVisible();
    },
  },
  ...tokenScreens,
  ...clientTokenScreens,
  ...organizationScreens,
  ...aiScreens,
  ...twoFactorScreens,
  ...usageScreens,
  ...invoiceScreens,
  ...tenantScreens,
  ...passkeyScreens,
  ...webhookScreens,
  ...evidenceScreens,
  ...workstationScreens,
  ...reviewScreens,
  ...identityPageScreens,
  {
    name: "profile of the platform",
    route: "/profile",
    path: "/profile",
    title: "Profil",
    viewer: "super_admin",
  },
  {
    name: "invitation, used link",
    route: "/invitation/$token",
    path: `/invitation/${invalidToken}`,
    title: "Diese Einladung ist nicht mehr gültig",
    viewer: "anonymous",
  },
  {
    name: "invitation, no link",
    route: "/invitation",
    path: "/invitation",
    title: "Dieser Link ist nicht vollständig",
    viewer: "anonymous",
  },
  {
    name: "invitation",
    route: "/invitation/$token",
    path: `/invitation/${invalidToken}`,
    title: /^Sie sind in die Praxis/,
    viewer: "anonymous",
    before: respondWith(/\/invitations\/check$/, {
      organizationName: "Praxis am Musterplatz",
      invitedBy: "Ina Musterfrau",
      email: "neu@example.org",
      firstName: "Erika",
      lastName: "Muster-Neu",
      username: null,
      message: "Wir freuen uns auf Sie.",
      expiresAt: "2031-01-01T00:00:00.000Z",
      answer: "password",
    }),
  },
  {
    name: "confirm an address",
    route: "/email/$token",
    path: `/email/${invalidToken}`,
    title: "E-Mail-Adresse bestätigen",
    viewer: "anonymous",
    before: respondWith(/\/users\/email\/check$/, { email: "neue.adresse@example.org" }),
  },
  {
    name: "confirm an address, no link",
    route: "/email",
    path: "/email",
    title: "Dieser Link ist nicht vollständig",
    viewer: "anonymous",
  },
  {
    name: "take a change back",
    route: "/email-cancel/$token",
    path: `/email-cancel/${invalidToken}`,
    title: "Änderung der E-Mail-Adresse zurücknehmen",
    viewer: "anonymous",
    before: respondWith(/\/users\/email\/check$/, { email: "bisherige.adresse@example.org" }),
  },
  {
    name: "take a change back, no link",
    route: "/email-cancel",
    path: "/email-cancel",
    title: "Dieser Link ist nicht vollständig",
    viewer: "anonymous",
  },
  { name: "settings", route: "/settings", path: "/settings", title: "Einstellungen", viewer: "org_admin" },
  {
    name: "user menu",
    route: "/settings",
    path: "/settings",
    title: "Einstellungen",
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Menü von/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
];

export function pathOf(screen: Screen, screenContext: ScreenContext): string {
  return typeof screen.path === "string" ? screen.path : screen.path(screenContext);
}

/** Waits until a screen has reached its state. */
export async function settle(page: Page, screen: Screen): Promise<void> {
  // An open dialog hides the heading from screen readers.
  const title = page.getByRole("heading", { level: 1, name: screen.title, includeHidden: true });
  // Sheets that are only printed have their own headings.
  await title.filter({ visible: true }).waitFor({ timeout: 10_000 });
  if (screen.name.endsWith(", failing"))
    await expect(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
  const isLoading = screen.name.endsWith(", loading");
  const loading = page.getByRole("main").getByRole("status").filter({ hasText: "werden geladen" });
  // The list variant for another window size is also in the DOM, but hidden.
  if (isLoading)
    await expect(page.locator("main .motion-skeleton").filter({ visible: true }).first()).toBeVisible();
  else await expect(loading).toHaveCount(0);
  await screen.prepare?.(page);
}
