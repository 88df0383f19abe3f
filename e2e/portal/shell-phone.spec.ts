import type { Page } from "@playwright/test";
import { expect, heading, signIn, test } from "../support/test.ts";

const dayMs = 86_400_000;

test.beforeEach(({ page }) => page.setViewportSize({ width: 375, height: 812 }));

/** Returns the groups of buttons, and whether their edges are straight and the buttons of each row equally wide. */
function buttonGroups(page: Page): Promise<{ buttons: string; isEven: boolean }[]> {
  return page
    .locator("main .button-row")
    .filter({ visible: true })
    .evaluateAll((groups) =>
      groups.flatMap((group) => {
        const buttons = [...group.children].filter(
          (child) => child.matches("a, button") && child.getBoundingClientRect().width > 0,
        );
        if (buttons.length < 2) return [];
        const edges = group.getBoundingClientRect();
        const rows = Object.values(
          Object.groupBy(buttons, (button) => Math.round(button.getBoundingClientRect().top)),
        ).map((row) => (row ?? []).map((button) => button.getBoundingClientRect()));
        const isEven = rows.every((row) => {
          const [left, right] = [
            Math.min(...row.map((box) => box.left)),
            Math.max(...row.map((box) => box.right)),
          ];
          const widths = row.map(({ width }) => width);
          return (
            Math.abs(left - edges.left) <= 1 &&
            Math.abs(right - edges.right) <= 1 &&
            Math.max(...widths) - Math.min(...widths) <= 1
          );
        });
        return [{ buttons: buttons.map(({ textContent }) => textContent).join(" | "), isEven }];
      }),
    );
}

test("see R2.3-16 buttons beside each other share a row of a phone equally, or each has a row of its own", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization/staff-board");
  await expect(page.getByRole("button", { name: "Neueintritt anlegen" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Neueintritt mit Vorlage MFA starten" })).toBeVisible();
  const template = { buttons: "Bearbeiten | Starten", isEven: true };
  expect(await buttonGroups(page)).toEqual([
    { buttons: "Austritt planen | Neueintritt anlegen", isEven: true },
    template,
    template,
    template,
    template,
  ]);
  await page.goto("/organization?tab=tokens");
  await expect(page.getByRole("button", { name: "Schlüssel ausstellen" })).toBeVisible();
  expect(await buttonGroups(page)).toEqual([
    { buttons: "Schlüssel prüfen | Schlüssel ausstellen", isEven: true },
  ]);
});

test("see R2.3-16 the card of a locked account ends with the button that unlocks it, below all details", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await people.createMember(organization, "viewer", {
    firstName: "Cem",
    lastName: "Probe-Zu",
    lockedUntil: new Date(Date.now() + dayMs),
  });
  await signIn(page, await people.createMember(organization, "org_admin"), "/users?status=locked");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  const card = page.getByRole("list", { name: "Liste der Mitarbeitenden" }).getByRole("listitem");
  const boxOf = async (element: ReturnType<Page["locator"]>) => {
    const box = await element.boundingBox();
    if (box === null) throw new Error("the element is not shown");
    return { ...box, bottom: box.y + box.height, right: box.x + box.width };
  };
  const [badge, factor, lastUse, button, edges] = await Promise.all([
    boxOf(card.getByText("Gesperrt", { exact: true })),
    boxOf(card.getByText("Zweiter Faktor")),
    boxOf(card.getByText("Letzte Anmeldung")),
    boxOf(card.getByRole("button", { name: /entsperren/i })),
    boxOf(card),
  ]);
  // The badges are in one row, and the button is as wide as the content of the card.
  expect(Math.abs(badge.y + badge.height / 2 - (factor.y + factor.height / 2))).toBeLessThan(4);
  expect(button.y).toBeGreaterThanOrEqual(lastUse.bottom);
  expect(button.x - edges.x).toBeCloseTo(edges.right - button.right, 0);
});

test("see R2.3-16 the texts of the selection bar begin at the same edge on a phone", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 60 });
  for (let number = 1; number <= 21; number += 1) await people.createMember(organization, "viewer");
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  await page.getByRole("button", { name: "Weitere Werkzeuge der Liste" }).click();
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  const edgeOf = (text: RegExp) =>
    page.getByText(text).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().left);
    });
  expect(await edgeOf(/^Alle \d+ auswählen$/)).toBe(await edgeOf(/^\d+ Personen ausgewählt$/));
});
