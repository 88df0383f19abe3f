import type { Page } from "@playwright/test";
import { authorize, organizationWithMember, statusOf } from "../support/applications.ts";
import { password } from "../support/people.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

/** Returns both values in the dialog that reveals them. */
async function readValues(page: Page): Promise<{ access: string; refresh: string }> {
  const values = page.getByRole("dialog").locator("code");
  await expect(values).toHaveText([/^pp_at_/, /^pp_rt_/]);
  const [access = "", refresh = ""] = await values.allInnerTexts();
  return { access, refresh };
}

/** Returns everything that the browser stores for this origin and currently shows. */
async function storedTraces(page: Page): Promise<string> {
  const storedText = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  return storedText + (await page.content()) + page.url();
}

test("R1-12 R7t-05 an administrator authorizes an application; its tokens are shown once, work and can be revoked (R7t-01)", async ({
  page,
  people,
  portal,
}) => {
  const { organization, administrator } = await organizationWithMember(people);
  await signIn(page, administrator);
  await page.getByRole("navigation").getByRole("link", { name: "Praxisprofil" }).press("Enter");
  await page.getByRole("main").getByRole("link", { name: "Zugriffsschlüssel" }).press("Enter");
  await expect(page.getByText("Noch kein Zugriffsschlüssel").filter({ visible: true })).toBeVisible();
  await people.expireStepUps(administrator);
  await pressButton(page, "Schlüssel ausstellen");
  await expect(page.getByLabel("Name der Anwendung")).toBeVisible();
  await pressButton(page, "Ausstellen");
  await expect(page.getByLabel("Name der Anwendung")).toBeFocused();
  await page.keyboard.type("Kasse für Ärzte");
  await expect(page.getByLabel("Kennung")).toHaveValue("kasse-fuer-aerzte");
  await page.getByLabel("Art der Anwendung").selectOption("Desktop-Programm");
  await expect(page.getByRole("checkbox", { name: "Daten der Praxis lesen" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Daten der Praxis ändern" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Ihr Profil sehen" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Ihr Profil sehen" }).press("Space");
  await pressButton(page, "Ausstellen");
  // Issuing tokens requires a step-up, because an unattended session must not be enough.
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  const issueRequest = page.waitForRequest("**/org-tokens/switch-org");
  await page.keyboard.press("Enter");
  expect((await issueRequest).headers()).toMatchObject({
    "x-organization-id": organization.id,
    "x-application-id": "kasse-fuer-aerzte",
  });

  await expect(page.getByRole("dialog", { name: "Schlüssel für Kasse für Ärzte" })).toBeVisible();
  const { access, refresh } = await readValues(page);
  expect(await statusOf(portal, access)).toBe(200);
  await page.keyboard.press("Escape");
  const leavePage = page.getByRole("alertdialog", { name: "Ohne die Schlüssel schließen?" });
  await expect(leavePage).toBeVisible();
  await pressButton(page, "Zurück");
  expect(await readValues(page)).toEqual({ access, refresh });
  // Navigating away also asks for confirmation before the values are lost.
  await page.evaluate(() => history.back());
  await expect(leavePage).toBeVisible();
  await pressButton(page, "Zurück");
  await expect(page.getByRole("button", { name: "Fertig" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Ich habe beide Schlüssel hinterlegt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  const row = page.getByRole("row", { name: /Kasse für Ärzte/ });
  await expect(row).toContainText("Desktop-Programm · lesen, Profil");
  await expect(row).toContainText("Ina Leitung");
  const remainingTraces = await storedTraces(page);
  expect(remainingTraces).not.toContain(access);
  expect(remainingTraces).not.toContain(refresh);

  await row.getByRole("button", { name: /^Aktionen für/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Widerrufen" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Widerrufen" }).press("Enter");
  await expect(row).toContainText("Widerrufen");
  expect(await statusOf(portal, access)).toBe(401);
});

test("R1-12 every user can authorize applications from their profile, for any of their organizations", async ({
  page,
  people,
  portal,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { organization, member } = await organizationWithMember(people);
  const otherOrganization = await people.createOrganization();
  await people.addMembership(otherOrganization, member, "viewer");
  await signIn(page, member, "/profile?tab=security");
  // Select the organization that is not the current one of the tab.
  const bannerText = await page.getByRole("banner").innerText();
  const target = bannerText.includes(organization.name) ? otherOrganization : organization;
  await pressButton(page, "Zugang einrichten");
  await page.getByLabel("Name der Anwendung").fill("Kalender");
  await page.getByRole("combobox", { name: "Praxis" }).selectOption(target.name);
  await page.getByRole("checkbox", { name: "Ihr Profil sehen" }).check();
  await pressButton(page, "Ausstellen");
  const { access, refresh } = await readValues(page);
  await pressButton(page, "Erneuerungsschlüssel kopieren");
  await expect(page.getByText("Erneuerungsschlüssel kopiert")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(refresh);
  await page.keyboard.press("Escape");
  await pressButton(page, "Trotzdem schließen");
  await expect(page.getByRole("listitem").filter({ hasText: "Kalender" })).toContainText(target.name);
  expect(await statusOf(portal, access)).toBe(200);
  await pressButton(page, `Kalender in „${target.name}“: Zugang entziehen`);
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Zugang entziehen", exact: true })
    .press("Enter");
  await expect(page.getByText("1 Zugriffsschlüssel wurde entzogen")).toBeVisible();
  expect(await statusOf(portal, access)).toBe(401);
});

test("R7t-09 R7t-10 see R7t-01 a leaked token is validated and located in the list; after revocation it is unknown", async ({
  page,
  people,
  portal,
}) => {
  const { organization, administrator, member } = await organizationWithMember(people);
  const cashRegister = await authorize(portal, member, organization, "Kasse");
  await authorize(portal, member, organization, "Archiv");
  await signIn(page, administrator, "/organization?tab=tokens");
  await pressButton(page, "Schlüssel prüfen");
  const field = page.getByRole("textbox", { name: "Zugriffsschlüssel", exact: true });
  await field.focus();
  await page.keyboard.type(cashRegister.accessToken);
  const validation = page.waitForRequest("**/org-tokens/validate");
  await page.keyboard.press("Enter");
  // The application is not known yet.
  expect((await validation).headers()).toMatchObject({ "x-organization-id": organization.id });
  await expect(page.getByText("Dieser Schlüssel ist gültig", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Anwendung kasse, gültig bis/)).toContainText("lesen, ändern, Profil sehen");
  await pressButton(page, "In der Liste zeigen");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/applicationId=kasse/);
  await expect(page.getByRole("row", { name: /Archiv/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Aktionen für Kasse von Mara Probe" }).first().press("Enter");
  await page.getByRole("menuitem", { name: "Widerrufen" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Widerrufen" }).press("Enter");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await pressButton(page, "Schlüssel prüfen");
  await field.fill(cashRegister.accessToken);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dieser Schlüssel ist hier nicht gültig")).toBeVisible();
});

test("R7t-08 a refresh token issues a new pair to its application; a refusal does not affect the session (R7t-01)", async ({
  page,
  people,
  portal,
}) => {
  const { organization, administrator, member } = await organizationWithMember(people);
  const cashRegister = await authorize(portal, member, organization, "Kasse");
  await signIn(page, administrator, "/organization?tab=tokens");
  await pressButton(page, "Schlüssel prüfen");
  await page.getByText("Erneuern", { exact: true }).first().click();
  const field = page.getByRole("textbox", { name: "Erneuerungsschlüssel" });
  await field.fill(cashRegister.refreshToken);
  await page.keyboard.press("Enter");
  // The prefilled id belongs to another application.
  await expect(page.getByText("Der Schlüssel wurde nicht erneuert")).toBeVisible();
  await page.getByLabel("Kennung der Anwendung").fill("kasse");
  const refreshRequest = page.waitForRequest("**/org-tokens/refresh");
  await page.keyboard.press("Enter");
  expect((await refreshRequest).headers()).toMatchObject({
    "x-organization-id": organization.id,
    "x-application-id": "kasse",
  });
  const { access, refresh } = await readValues(page);
  expect(access).not.toBe(cashRegister.accessToken);
  expect(refresh).not.toBe(cashRegister.refreshToken);
  expect(await statusOf(portal, access)).toBe(200);
  await page.getByRole("checkbox", { name: "Ich habe beide Schlüssel hinterlegt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(heading(page, "Praxisprofil")).toBeVisible();
});
