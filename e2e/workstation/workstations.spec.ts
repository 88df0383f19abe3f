import { expect, heading, signIn, test } from "../support/test.ts";

test("R2.3-15 see R6-01 an administrator names and shares a workstation by keyboard; its open page updates", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const workstationContext = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const workstationPage = await workstationContext.newPage();
  const receptionist = { firstName: "Rita", lastName: "Muster-Empfang" };
  await signIn(workstationPage, await people.createMember(organization, "viewer", receptionist));
  await signIn(page, await people.createMember(organization, "practice_admin"));
  await page.getByRole("link", { name: "Arbeitsplätze" }).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Arbeitsplätze")).toBeVisible();
  const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
  await expect(rows).toHaveCount(2);
  const otherRow = rows.filter({ hasNotText: "Dieser Arbeitsplatz" });
  await expect(otherRow).toContainText("Rita Muster-Empfang");
  // Both rows have the same browser, so the buttons also say who used it last.
  await otherRow.getByRole("button", { name: /\(Rita Muster-Empfang\) freigeben …$/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Arbeitsplatz freigeben" });
  await expect(dialog).toContainText("Rita Muster-Empfang");
  const release = dialog.getByRole("button", { name: "Freigeben" });
  await page.getByLabel("Bildschirm sperren nach").selectOption("2 Minuten");
  await release.press("Enter");
  // A shared workstation needs a name.
  const name = dialog.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  await expect(page.getByText("Ein gemeinsamer Arbeitsplatz braucht einen Namen")).toBeVisible();
  await page.keyboard.type("Empfang links");
  await release.press("Enter");
  await expect(page.getByText("Arbeitsplatz „Empfang links“ freigegeben").first()).toBeVisible();
  await expect(rows.filter({ hasText: "Empfang links" })).toContainText("2 Minuten");
  // From now on that browser stores its tokens per tab, without a reload.
  await expect.poll(() => workstationPage.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await expect(workstationPage.getByRole("button", { name: /^Menü von/ })).toBeVisible();

  await page.getByRole("button", { name: "Aktionen für Empfang links" }).press("Enter");
  await page.getByRole("menuitem", { name: "Entfernen" }).press("Enter");
  const confirmation = page.getByRole("alertdialog", { name: "„Empfang links“ entfernen?" });
  await expect(confirmation).toContainText("Wer an diesem Arbeitsplatz angemeldet ist, wird abgemeldet.");
  await confirmation.getByRole("button", { name: "Entfernen" }).press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("Arbeitsplatz „Empfang links“ entfernt").first()).toBeVisible();
  await expect(heading(workstationPage, "Anmelden")).toBeVisible();
  await workstationContext.close();
});

test("see R6-01 users without administration rights see neither the link nor the workstations @soak", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(page.getByRole("link", { name: "Arbeitsplätze" })).toHaveCount(0);
  await page.goto("/organization/workstations");
  await expect(heading(page, "Übersicht")).toBeVisible();
});
