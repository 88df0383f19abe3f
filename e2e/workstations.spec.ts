import { expect, heading, signIn, test } from "./support/test.ts";

test("R6-01 an administrator names a workstation and shares it by keyboard; the open page there learns of it", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const practice = await people.practice();
  const desk = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const atDesk = await desk.newPage();
  await signIn(atDesk, await people.member(practice, "viewer"));
  await signIn(page, await people.member(practice, "practice_admin"));
  await page.getByRole("link", { name: "Arbeitsplätze" }).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Arbeitsplätze")).toBeVisible();
  const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
  await expect(rows).toHaveCount(2);
  const other = rows.filter({ hasNotText: "Dieser Arbeitsplatz" });
  await other.getByRole("button", { name: /^Aktionen für/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Bearbeiten" }).press("Enter");
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.type("Empfang links");
  await page.getByRole("switch", { name: /^Gemeinsamer Arbeitsplatz/ }).press("Space");
  await page.getByLabel("Bildschirm sperren nach").selectOption("2 Minuten");
  await page.getByRole("button", { name: "Speichern" }).press("Enter");
  await expect(rows.filter({ hasText: "Empfang links" })).toContainText("2 Minuten");
  // From now on that browser stores its tokens per tab, without a reload.
  await expect.poll(() => atDesk.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await expect(atDesk.getByRole("button", { name: /^Menü von/ })).toBeVisible();

  await page.getByRole("button", { name: "Aktionen für Empfang links" }).press("Enter");
  await page.getByRole("menuitem", { name: "Entfernen" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Entfernen" }).press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(heading(atDesk, "Anmelden")).toBeVisible();
  await desk.close();
});

test("R6-01 who administers nothing is neither offered nor shown the workstations", async ({
  page,
  people,
}) => {
  await signIn(page, await people.member(await people.practice(), "viewer"));
  await expect(page.getByRole("link", { name: "Arbeitsplätze" })).toHaveCount(0);
  await page.goto("/organization/workstations");
  await expect(heading(page, "Übersicht")).toBeVisible();
});
