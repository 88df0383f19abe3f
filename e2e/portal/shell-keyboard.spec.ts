import { expect, heading, signIn, test } from "../support/test.ts";

test("R0-44 the key ? opens the keyboard help and / focuses the search, but not while typing", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person, "/users");
  const search = page.getByRole("main").getByRole("searchbox");
  const help = page.getByRole("dialog", { name: "Tastenkürzel" });
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("");
  await page.keyboard.type("a/b?");
  await expect(search).toHaveValue("a/b?");
  await expect(help).toHaveCount(0);

  await heading(page, "Mitarbeitende").focus();
  await page.keyboard.press("?");
  await expect(help).toBeVisible();
  for (const row of ["Bildschirm sperren", "Suche und Befehle öffnen", "In der Liste suchen"])
    await expect(help).toContainText(row);
  // An open dialog receives all keys.
  await page.keyboard.press("/");
  // The field is located by selector, because an open dialog hides the page from screen readers.
  await expect(page.locator("main input[type=search]")).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);

  // A page without its own search opens the search of the portal.
  await page.goto("/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Seite, Person oder Befehl" })).toBeFocused();
});
