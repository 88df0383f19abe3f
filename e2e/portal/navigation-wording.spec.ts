import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { expect, heading, signIn, test } from "../support/test.ts";

/** Former and technical names of what the glossary calls Praxis, Kosten & Rechnungen, KI-Verbrauch, Zugriffsschlüssel. */
const otherNames = /Mandant|\bTenant|Verbrauch & Kosten|KI-Nutzung|\bTokens?\b/;

test("R1-30 the pages say Praxis, Kosten & Rechnungen, KI-Verbrauch and Zugriffsschlüssel, and no other names", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const member = await people.createMember(organization, "viewer");
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  await page.goto("/login");
  await expect(page.getByLabel("Praxis auswählen")).toBeVisible();
  await expect(page.locator("body")).not.toContainText(otherNames);

  await signIn(page, owner);
  await expect(page.getByRole("region", { name: "KI-Verbrauch im Monat" })).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  for (const group of ["Praxis", "Kosten & Rechnungen"])
    await expect(navigation.getByRole("list", { name: group, exact: true })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(otherNames);

  await navigation.getByRole("link", { name: "KI-Verbrauch", exact: true }).click();
  await expect(heading(page, "KI-Verbrauch")).toBeVisible();
  await expect(page).toHaveTitle("KI-Verbrauch – Praxisportal");
  await expect(page.locator("body")).not.toContainText(otherNames);

  await page.goto("/organization?tab=tokens");
  const tab = page.getByRole("link", { name: "Zugriffsschlüssel", exact: true });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expect(page.locator("body")).not.toContainText(otherNames);

  await page.goto(`/users/${member.id}/permissions`);
  await expect(page.getByRole("heading", { name: "Kosten & Rechnungen", exact: true })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(otherNames);
});
