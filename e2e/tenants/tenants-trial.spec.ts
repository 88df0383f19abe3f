import type { Page } from "@playwright/test";
import { openAs } from "../support/open-as.ts";
import { openFilter } from "../support/open-filter.ts";
import { endTrialIn } from "../support/trials.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const blockedText = "Die Testphase ist zu Ende. Bis ein Tarif gewählt ist, kann nichts geändert werden.";
const german = new Intl.DateTimeFormat("de-DE", {
  timeZone: "Europe/Berlin",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});

const banner = (page: Page) => page.getByRole("status").filter({ hasText: "Die Testphase" });
const main = (page: Page) => page.getByRole("main");

test("see R0-293 after a trial every page shows its end and is read-only until a plan is chosen", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ status: "trial" });
  const owner = await people.createMember(organization, "org_admin", {
    permissions: ["billing:write", "usage:read"],
  });
  const endedAt = await endTrialIn(portal, organization, -2);
  await signIn(page, owner, "/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(banner(page)).toContainText(`Die Testphase ist seit dem ${german.format(endedAt)} zu Ende`);
  await expect(banner(page)).toContainText("Um wieder etwas zu ändern, wählen Sie einen Tarif.");
  const add = main(page).getByRole("button", { name: "Person hinzufügen" }).first();
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await expect(add).toHaveAttribute("title", blockedText);

  await page.getByRole("link", { name: "Kosten & Rechnungen" }).click();
  await expect(page.getByRole("region", { name: "Zum Monatsende, geschätzt" })).toContainText(
    "In der Testphase wird nichts berechnet",
  );
  await banner(page).getByRole("link", { name: "Tarif wählen" }).click();
  await expect(page).toHaveURL(/\/billing-subscription$/);
  await expect(page.getByRole("region", { name: "Starter" })).toContainText("Ihr Tarif");
  await expect(main(page)).toContainText(
    `Testphase bis ${german.format(endedAt)}, mit den Limits von Starter.`,
  );
  const basic = page.getByRole("region", { name: "Basic" });
  await basic.getByRole("button", { name: "Zu Basic wechseln" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Zu Basic wechseln?" });
  await expect(confirmation).toContainText("die Testphase ist damit zu Ende");
  await confirmation.getByRole("button", { name: "Zu Basic wechseln" }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(basic).toContainText("Ihr Tarif");
  await expect(banner(page)).toHaveCount(0);
  await page.goto("/organization");
  await expect(page.getByRole("region", { name: "Tarif & Limits" })).toContainText("Tarif Basic");
  const edit = main(page).getByRole("button", { name: "Bearbeiten", exact: true });
  await expect(edit).not.toHaveAttribute("aria-disabled", "true");
});

test("see R0-293 after a trial, members see a contact, and the operator can still change the organization @soak", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization({ status: "trial" });
  const administrator = await people.createMember(organization, "org_admin");
  const viewer = await people.createMember(organization, "viewer");
  await endTrialIn(portal, organization, -2);
  const viewerPage = await openAs(browser, portal, viewer);
  await expect(banner(viewerPage)).toContainText("Bitte wenden Sie sich an Ihre Praxis-Administration.");
  await expect(banner(viewerPage).getByRole("link")).toHaveCount(0);
  await viewerPage.context().close();
  const administratorPage = await openAs(browser, portal, administrator);
  await expect(banner(administratorPage)).toContainText(
    "bitten Sie die Plattform-Administration um einen Tarif",
  );
  await expect(banner(administratorPage).getByRole("link")).toHaveCount(0);
  await administratorPage.getByRole("link", { name: "Praxisprofil" }).click();
  await expect(main(administratorPage).getByText("Testphase beendet", { exact: true })).toBeVisible();
  await administratorPage.context().close();

  await signIn(page, await people.createPlatformAccount("super_admin"), "/organization");
  await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(organization.name);
  await main(page).getByRole("button", { name: organization.name }).click();
  await expect(banner(page)).toContainText("Bis ein Tarif gewählt ist, kann die Praxis");
  await expect(page.getByRole("button", { name: "Bearbeiten", exact: true })).toBeEnabled();
  await banner(page).getByRole("link", { name: "Tarif wählen" }).click();
  await expect(page).toHaveURL(new RegExp(`/tenant-management/${organization.id}\\?tab=limits$`));
});

test("see R0-293 a user who manages billing gets a link to the plans without being an administrator @soak", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ status: "trial" });
  const bookkeeper = await people.createMember(organization, "viewer", {
    permissions: ["organizations:read", "billing:read", "billing:write"],
  });
  await endTrialIn(portal, organization, 5.5);
  await signIn(page, bookkeeper);
  await expect(banner(page)).toContainText("Noch 6 Tage.");
  await banner(page).getByRole("link", { name: "Tarif wählen" }).click();
  await expect(page.getByRole("region", { name: "Basic" }).getByRole("button")).toBeEnabled();
});

test("see R0-294 the end of a trial is announced to administrators on every page in its last 7 days @soak", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization({ status: "trial" });
  const administrator = await people.createMember(organization, "org_admin");
  const viewer = await people.createMember(organization, "viewer");
  const endsAt = await endTrialIn(portal, organization, 6.5);
  await signIn(page, administrator, "/organization");
  await expect(banner(page)).toContainText(`Die Testphase endet am ${german.format(endsAt)}`);
  await expect(banner(page)).toContainText("Noch 7 Tage.");
  await expect(main(page).getByRole("button", { name: "Bearbeiten", exact: true })).toBeEnabled();

  await endTrialIn(portal, organization, 0.5);
  await page.reload();
  await expect(banner(page)).toContainText("Weniger als ein Tag.");
  await endTrialIn(portal, organization, 7.5);
  await page.reload();
  await expect(page.getByRole("region", { name: "Tarif & Limits" })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await endTrialIn(portal, organization, 6.5);
  const viewerPage = await openAs(browser, portal, viewer, "/organization");
  await expect(viewerPage.getByRole("region", { name: "Angaben zur Praxis" })).toBeVisible();
  await expect(banner(viewerPage)).toHaveCount(0);
  await viewerPage.context().close();
});

test("the operator finds the organizations whose trial ends soon, with the day", async ({
  page,
  people,
  portal,
}) => {
  const ending = await people.createOrganization({ status: "trial", name: "Praxis Probe-Endspurt" });
  const overOrganization = await people.createOrganization({ status: "trial", name: "Praxis Probe-Vorbei" });
  const running = await people.createOrganization({ status: "trial", name: "Praxis Probe-Anfang" });
  const endsAt = await endTrialIn(portal, ending, 6.5);
  const endedAt = await endTrialIn(portal, overOrganization, -2);
  const laterAt = await endTrialIn(portal, running, 20);
  await signIn(
    page,
    await people.createPlatformAccount("super_admin"),
    "/tenant-management?search=Praxis+Probe-",
  );
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row(running.name)).toContainText(`bis ${german.format(laterAt)}`);
  await expect(row(running.name)).not.toContainText("Testphase endet");
  await expect(row(overOrganization.name)).toContainText("Testphase beendet");
  await openFilter(page, "Zustand");
  await page.getByRole("radio", { name: "Testphase endet bald" }).check();
  await page.keyboard.press("Escape");
  await expect(row(ending.name)).toContainText(`Testphase endet am ${german.format(endsAt)}`);
  await expect(row(overOrganization.name)).toContainText(`Testphase seit ${german.format(endedAt)} zu Ende`);
  await expect(row(running.name)).toHaveCount(0);
  await row(ending.name).getByRole("link", { name: ending.name }).click();
  const health = page.getByRole("region", { name: "Zustand", exact: true });
  await health.getByRole("link", { name: "Ansehen" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/tenant-management/${ending.id}\\?tab=limits$`));
});
