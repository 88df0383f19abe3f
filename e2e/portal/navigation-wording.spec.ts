import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Locator, Page } from "@playwright/test";
import { expect, heading, signIn, test } from "../support/test.ts";

/** Former and technical names for Praxis, Kosten & Rechnungen, KI-Verbrauch and Zugriffsschlüssel in the glossary. */
const otherNames = /Mandant|\bTenant|Verbrauch & Kosten|KI-Nutzung|\bTokens?\b/;

/** Waits for the loaded `content` and compares all texts and labels of the page with the glossary. */
async function expectGlossary(page: Page, content: Locator): Promise<void> {
  await expect(content).toBeVisible();
  // Placeholders mark parts that are still loading.
  await expect(page.locator("[data-shown]")).toHaveCount(0);
  await expect(page.locator("body")).not.toContainText(otherNames);
  const labels = await page
    .locator("[aria-label], [title], [placeholder]")
    .evaluateAll((elements) =>
      elements.flatMap((element) =>
        ["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
      ),
    );
  expect(labels.filter((label) => otherNames.test(label))).toEqual([]);
}

test("R1-30 the pages say Praxis, Kosten & Rechnungen, KI-Verbrauch and Zugriffsschlüssel, and no other names", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const member = await people.createMember(organization, "viewer");
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  await page.goto("/login");
  await expectGlossary(page, page.getByLabel("Praxis auswählen"));

  await signIn(page, owner);
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expectGlossary(page, page.getByRole("region", { name: "KI-Verbrauch im Monat" }));
  for (const group of ["Praxis", "Kosten"])
    await expect(navigation.getByRole("list", { name: group, exact: true })).toBeVisible();
  await expectGlossary(page, navigation.getByRole("link", { name: "Kosten & Rechnungen" }));

  await navigation.getByRole("link", { name: "KI-Verbrauch", exact: true }).click();
  await expect(heading(page, "KI-Verbrauch")).toBeVisible();
  await expect(page).toHaveTitle("KI-Verbrauch – Praxisportal");
  const quota = page.getByRole("region", { name: "Monatliches Kontingent" });
  await expectGlossary(page, quota.getByRole("button", { name: "Ändern" }));

  await page.goto("/organization?tab=tokens");
  const tab = page.getByRole("link", { name: "Zugriffsschlüssel", exact: true });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expectGlossary(page, page.getByText("Noch kein Zugriffsschlüssel", { exact: true }));

  await page.goto(`/users/${member.id}/permissions`);
  await expectGlossary(page, page.getByRole("heading", { name: "Kosten & Rechnungen", exact: true }));
});
