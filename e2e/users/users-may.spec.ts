import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { expect, heading, signIn, test } from "../support/test.ts";

test("the costs and the rights editor link to the people who may change invoices and use the same words for rights", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", {
    lastName: "Demo-Leitung",
    permissions: firstAdminGrants,
  });
  const bookkeeper = await people.createMember(organization, "viewer", {
    firstName: "Lia",
    lastName: "Muster-Buch",
    jobTitle: "Buchhaltung",
    permissions: ["audit:write"],
  });
  await people.createMember(organization, "viewer", {
    firstName: "Ute",
    lastName: "Muster-Recht",
    permissions: ["billing:manage"],
  });
  await people.createMember(organization, "viewer", {
    lastName: "Muster-Sicht",
    permissions: ["billing:read"],
  });
  await people.createMember(organization, "viewer", {
    lastName: "Muster-Weg",
    permissions: ["billing:write"],
    status: "deactivated",
  });
  await signIn(page, owner, "/billing");
  await page.getByRole("link", { name: "Wer darf das ändern?" }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page).toHaveURL(/may=billing\.change/);
  const rows = page
    .getByRole("table", { name: "Liste der Mitarbeitenden" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
  await expect(rows).toContainText(["Demo-Leitung", "Muster-Recht"]);
  const allLink = page.getByRole("navigation", { name: "Ansichten" }).getByRole("link", { name: /^Alle/ });
  await expect(allLink).toHaveText("Alle 2");
  const filters = page.getByRole("group", { name: "Filter" });
  await filters.getByRole("button", { name: "Kosten & Rechnungen ändern" }).first().click();
  await page.getByRole("searchbox", { name: "Recht suchen" }).fill("rechnungen");
  await page.getByRole("radio", { name: "Kosten & Rechnungen sehen" }).check();
  await expect(rows).toContainText(["Demo-Leitung", "Muster-Recht", "Muster-Sicht"]);
  await expect(allLink).toHaveText("Alle 3");

  // The job title grants no rights, and the page says so. The editor and the tab use the same words.
  await page.goto(`/users/${bookkeeper.id}?tab=rights`);
  await expect(page.getByText("Funktion „Buchhaltung“: Die Funktion sagt, was jemand tut")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Protokoll: sehen" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "KI-Assistent: nutzen" })).not.toBeChecked();
  await page.goto(`/users/${bookkeeper.id}/permissions`);
  await expect(page.getByText("Funktion „Buchhaltung“: Die Funktion sagt, was jemand tut")).toBeVisible();
  const ai = page.getByRole("radiogroup", { name: "KI-Assistent", exact: true });
  await expect(ai.getByRole("radio")).toHaveCount(2);
  await expect(ai.getByRole("radio", { name: "nutzen" })).not.toBeChecked();
  const auditLog = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 3, name: "Protokoll", exact: true }) })
    .last();
  await expect(auditLog).toContainText("sehen");
  await page.getByRole("link", { name: "Wer darf das? Protokoll sehen" }).click();
  await expect(rows).toContainText(["Demo-Leitung", "Muster-Buch"]);
});
