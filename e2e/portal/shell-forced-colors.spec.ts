import type { Locator } from "@playwright/test";
import { expect, heading, signIn, test } from "../support/test.ts";

test.use({ forcedColors: "active" });

const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

test("R0-292 in forced colors the selected tab and the selected segment differ from the others", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/users");
  const tabs = page.getByRole("navigation", { name: "Ansichten" }).getByRole("link");
  await expect(tabs.first()).toHaveAttribute("aria-current", "page");
  const lines = await Promise.all(
    [tabs.first(), tabs.nth(1)].map((tab) => styleOf(tab, "border-bottom-color")),
  );
  expect(lines[0]).not.toBe(lines[1]);
  // The line of the other tabs is invisible.
  expect(lines[1]).toBe(await styleOf(page.locator("html"), "background-color"));

  await page.goto("/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  const segment = (name: string) => page.locator("label").filter({ has: page.getByRole("radio", { name }) });
  await page.getByRole("radio", { name: "Hell" }).check();
  const backgrounds = await Promise.all(
    ["Hell", "Dunkel"].map((name) => styleOf(segment(name), "background-color")),
  );
  expect(backgrounds[0]).not.toBe(backgrounds[1]);
});

test("see R0-292 in forced colors a disabled button differs from an enabled one @soak", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/users");
  const add = page.getByRole("button", { name: "Person hinzufügen" });
  const off = page.getByRole("button", { name: "Vorherige Seite" });
  await expect(off).toBeDisabled();
  expect(await styleOf(off, "color")).not.toBe(await styleOf(add, "color"));
});
