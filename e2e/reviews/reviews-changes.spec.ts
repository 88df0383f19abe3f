import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("a decision to reduce or end opens the rights or the offboarding, and then returns to the review", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", {
    lastName: "Demo-Leitung",
    permissions: firstAdminGrants,
  });
  await people.createMember(organization, "org_admin", { firstName: "Lia", lastName: "Muster-Gleich" });
  await people.createMember(organization, "viewer", {
    firstName: "Lia",
    lastName: "Muster-Amsel",
    permissions: ["billing:write", "ai:use"],
  });
  await people.createMember(organization, "viewer", { firstName: "Lia", lastName: "Muster-Cassis" });
  await signIn(page, owner, "/reviews");
  await pressButton(page, "Überprüfung beginnen");
  const list = page.getByRole("navigation", { name: "Personen" });
  const choose = (name: string) => list.getByRole("button", { name: new RegExp(name) }).press("Enter");
  const decisions = page.getByRole("radiogroup", { name: "Was soll gelten?" });

  await choose("Muster-Amsel");
  await expect(page.getByRole("rowheader", { name: "KI nutzen" })).toBeVisible();
  await expect(decisions).toContainText("Der Zugang endet damit noch nicht.");
  await page.getByRole("radio", { name: /^Einschränken/ }).check();
  await pressButton(page, "Aufgaben haben sich geändert");
  await pressButton(page, "Speichern und Rechte wählen");
  await expect(heading(page, "Berechtigungen von Lia Muster-Amsel")).toBeVisible();
  const level = page.getByRole("radiogroup", { name: "Kosten & Rechnungen" });
  await level.getByRole("radio", { name: "kein Zugriff" }).check();
  await expect(page.getByRole("region", { name: "Fällt weg" })).toContainText("ändert Tarif, Kontingent");
  await pressButton(page, "Berechtigungen speichern");
  await expect(page.getByText("Änderungen an Lia Muster-Amsel gespeichert")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Rechte-Überprüfung" }).press("Enter");
  await expect(list.getByRole("button", { name: /Muster-Amsel/ })).toContainText("Einschränken");

  await choose("Muster-Cassis");
  await page.getByRole("radio", { name: /^Beenden/ }).check();
  await pressButton(page, "Arbeitet nicht mehr hier");
  await pressButton(page, "Speichern und Austritt planen");
  await expect(page.getByRole("dialog", { name: "Austritt von Lia Muster-Cassis planen" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("link", { name: "Rechte-Überprüfung" }).press("Enter");
  await expect(list.getByRole("button", { name: /Muster-Cassis/ })).toContainText("Beenden");

  // The rights of a user of equal rank cannot be changed, so the decision is only stored.
  await choose("Muster-Gleich");
  await page.getByRole("radio", { name: /^Einschränken/ }).check();
  await expect(page.getByText("Die Rechte dieser Person können Sie nicht ändern.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Speichern und Rechte wählen" })).toHaveCount(0);
  for (const name of ["Muster-Gleich", "Demo-Leitung"]) {
    await choose(name);
    await page.getByRole("radio", { name: /^Behalten/ }).check();
    await pressButton(page, "Aufgaben unverändert");
    await pressButton(page, "Speichern und weiter");
    await expect(list.getByRole("button", { name: new RegExp(name) })).toContainText("Behalten");
  }
  await pressButton(page, "Überprüfung abschließen");
  const decisionOf = (name: string) => page.getByRole("listitem").filter({ hasText: name }).last();
  await expect(decisionOf("Muster-Amsel")).toContainText("Erledigt");
  await expect(decisionOf("Muster-Cassis")).toContainText("Noch zu tun");
});
