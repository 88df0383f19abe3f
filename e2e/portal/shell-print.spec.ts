import { readPdfText } from "../../apps/server/test/files/read-pdf.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("see R0-43 every printed sheet shows the organization, the date and its page number", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "editor");
  await signIn(
    page,
    await people.createMember(organization, "org_admin"),
    `/users/${colleague.id}?tab=rights`,
  );
  await expect(heading(page, new RegExp(colleague.lastName))).toBeVisible();
  await expect(page.getByText("Sieht das Verzeichnis der Mitarbeitenden").first()).toBeVisible();
  // The sheets have half the size, so that the page needs several.
  const text = await readPdfText(await page.pdf({ format: "A5" }));
  const pages = /1 \/ (\d)/.exec(text)?.[1];
  expect(Number(pages)).toBeGreaterThan(1);
  expect(text).toContain(`${pages} / ${pages}`);
  const year = new Date().getFullYear();
  // The text appears before the page and once per sheet.
  const marks = text.match(new RegExp(`${organization.name} · \\p{L}+, \\d+\\. \\p{L}+ ${year}`, "gu")) ?? [];
  expect(marks).toHaveLength(Number(pages) + 1);
  expect(text).not.toContain("Übersicht");
  // The link back to the list is not printed.
  expect(text).not.toContain("Alle Mitarbeitenden");
});

test("see R0-43 a printed page shows which boxes are checked and which options are selected @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "editor");
  const path = `/users/${colleague.id}/permissions`;
  await signIn(page, await people.createMember(organization, "org_admin"), path);
  const role = page.getByRole("combobox", { name: "Rolle" });
  await expect(role).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(role).toBeVisible();
  expect(await role.evaluate((select) => getComputedStyle(select).borderTopWidth)).toBe("0px");
  await page.goto(`/users/${colleague.id}?tab=rights`);
  const box = page.getByRole("checkbox").first();
  await expect(box).toBeVisible();
  expect(await box.evaluate((input) => getComputedStyle(input).appearance)).not.toBe("none");
});
