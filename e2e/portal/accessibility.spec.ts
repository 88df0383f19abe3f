import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import { openScreen } from "../support/screens/open-screen.ts";
import { forcedColorFaults, forcedFocusFaults } from "../support/faults/forced-color-faults.ts";
import { axeFaults, backgroundBrightness, focusFaults, reflowFaults } from "../support/faults/page-faults.ts";
import { printFaults } from "../support/faults/print-faults.ts";
import { screens } from "../support/screens/screens.ts";
import { switchLanguage } from "../support/screens/switch-language.ts";
import { isFullRun } from "../support/screens/full-run.ts";
import { expect, signIn, test } from "../support/test.ts";
import { brokenWords } from "../support/faults/word-faults.ts";

/** Returns the paths of the route table, read from its source; the app's modules do not load here. */
async function routePaths(): Promise<string[]> {
  const file = new URL("../../apps/web/src/app/router/route-table.ts", import.meta.url).href;
  const { routeTable } = (await import(file)) as { routeTable: Record<string, { path: string }> };
  return Object.values(routeTable).map((row) => row.path);
}

const unprepared = screens.filter(({ prepare }) => prepare === undefined);
/** Routes that have a screen with the server's own responses. */
const servedRoutes = new Set(
  unprepared.filter(({ before }) => before === undefined).map(({ route }) => route),
);

/** One plain screen per route. */
const initialScreens = unprepared.filter(
  ({ viewer, before, route }) => viewer === "anonymous" || before === undefined || !servedRoutes.has(route),
);
const plainScreens = initialScreens.filter(
  (screen, index) => initialScreens.findIndex((other) => other.route === screen.route) === index,
);

/** Viewers of the plain screens in the other languages. An owner sees all screens of an org_admin and more. */
const checkedViewers = ["anonymous", "owner", "super_admin"] as const;

function seesScreensOf(
  checkedViewer: (typeof checkedViewers)[number],
  viewer: (typeof screens)[number]["viewer"],
): boolean {
  return viewer === checkedViewer || (checkedViewer === "owner" && viewer === "org_admin");
}

test("see R2.3-18 every route has a screen, and one that is checked in every language", async () => {
  const paths = await routePaths();
  expect(paths.length).toBeGreaterThan(5);
  const shownRoutes = new Set(screens.map((screen) => screen.route));
  expect(paths.filter((path) => !shownRoutes.has(path))).toEqual([]);
  const translatedScreens = plainScreens.filter(({ viewer }) =>
    checkedViewers.some((checkedViewer) => seesScreensOf(checkedViewer, viewer)),
  );
  const translated = new Set(translatedScreens.map((screen) => screen.route));
  expect(paths.filter((path) => !translated.has(path))).toEqual([]);
});

/** Rules that the texts of a language can break; the others were checked in German. */
const textRules = [
  "document-title",
  "html-lang-valid",
  "button-name",
  "link-name",
  "label",
  "image-alt",
  "landmark-unique",
  "aria-dialog-name",
];

/** Returns whether a screen is offline, where the texts of another language cannot be downloaded. */
const isOffline = ({ name }: (typeof screens)[number]) => name.startsWith("offline");

/** Languages other than German, in which the full run checks every screen. */
const otherLanguages = ["fr", "it", "en"] as const;

/** Checks a screen in one of the other languages. The normal run has no time for all of them. */
async function expectAccessibleTexts(page: Page, screen: (typeof screens)[number]): Promise<void> {
  if (isFullRun || isOffline(screen)) return;
  const language = otherLanguages[plainScreens.indexOf(screen) % otherLanguages.length] ?? "en";
  await switchLanguage(page, language);
  expect(await axeFaults(page, textRules), language).toEqual([]);
}

/** The most frequently used screens and those with most controls. Only the full run checks all screens completely. */
const usualScreens = [
  "login",
  "overview",
  "staff",
  "person",
  "profile",
  "organization",
  "permissions",
  "settings",
  "audit log, as it is in a new organization",
  "assistant, nothing usable",
  "billing, no invoices",
  "invoice, draft",
  "tenants",
  "tenant",
  "webhook",
  "workstations, one",
  "reviews, none",
];

test("see R2.3-18 the usual screens exist", () => {
  const names = plainScreens.map(({ name }) => name);
  expect(usualScreens.filter((name) => !names.includes(name))).toEqual([]);
});

const checkedScreens = isFullRun ? screens : plainScreens.filter(({ name }) => usualScreens.includes(name));
for (const screen of checkedScreens) {
  test(`R2.3-18 R2.3-16 R2.3-17 R1-36 ${screen.name}: is accessible in both themes and forced colors, fits 320 px and prints`, async ({
    page,
    people,
  }) => {
    await page.addInitScript(() => localStorage.setItem("theme", "light"));
    await openScreen(page, people, screen);
    expect(await axeFaults(page), "light").toEqual([]);
    expect(await backgroundBrightness(page), "light").toBeGreaterThan(0.8);
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    expect(await backgroundBrightness(page), "dark").toBeLessThan(0.2);
    // Themes differ only in colors.
    expect(await axeFaults(page, ["color-contrast"]), "dark").toEqual([]);
    await expect.poll(() => reflowFaults(page)).toEqual([]);
    await expect.poll(() => brokenWords(page)).toEqual([]);
    // 200 % zoom of a 1280 × 800 window, a phone, then 400 %, which is 320 px wide.
    for (const [width, height] of [
      [640, 400],
      [375, 640],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => reflowFaults(page), { message: `${width} px wide` }).toEqual([]);
      await expect.poll(() => brokenWords(page), { message: `${width} px wide` }).toEqual([]);
    }
    expect(await axeFaults(page), "narrow").toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await focusFaults(page), "focus").toEqual([]);
    // Both palettes are checked, because an icon with its own color may be invisible in one of them.
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await forcedColorFaults(page), `forced colors, ${colorScheme}`).toEqual([]);
    }
    // This visits every tab stop a second time, so it only runs in the full run.
    if (isFullRun) expect(await forcedFocusFaults(page), "focus in forced colors").toEqual([]);
    await page.emulateMedia({ forcedColors: "none" });
    // Pages outside the layout and those without data are not printed.
    const isPrinted =
      (await page.locator("#content").count()) > 0 && !/, (?:loading|failed|failing)$/.test(screen.name);
    if (isPrinted) expect(await printFaults(page), "print").toEqual([]);
    await expectAccessibleTexts(page, screen);
  });
}

for (const screen of isFullRun ? [] : plainScreens.filter(({ name }) => !usualScreens.includes(name))) {
  test(`see R2.3-18 R2.3-16 ${screen.name}: has no axe violation, fits 1280, 375 and 320 px and breaks no word`, async ({
    page,
    people,
  }) => {
    await page.addInitScript(() => localStorage.setItem("theme", "light"));
    await openScreen(page, people, screen);
    expect(await axeFaults(page), "light").toEqual([]);
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    // Themes differ only in colors.
    expect(await axeFaults(page, ["color-contrast"]), "dark").toEqual([]);
    for (const width of [1280, 375, 320]) {
      await page.setViewportSize({ width, height: width === 1280 ? 800 : 640 });
      await expect.poll(() => reflowFaults(page), { message: `${width} px wide` }).toEqual([]);
      await expect.poll(() => brokenWords(page), { message: `${width} px wide` }).toEqual([]);
    }
    await expectAccessibleTexts(page, screen);
  });
}

// Each state is prepared in German, because its steps use German labels. The page then changes its language.
for (const screen of isFullRun ? screens.filter((candidate) => !isOffline(candidate)) : []) {
  test(`see R2.3-18 ${screen.name}: has no axe violation in fr, it and en, fits 1280, 375 and 320 px`, async ({
    page,
    people,
  }) => {
    test.slow();
    await openScreen(page, people, screen);
    for (const language of otherLanguages) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await switchLanguage(page, language);
      const rules = language === "fr" ? undefined : textRules;
      expect.soft(await axeFaults(page, rules), language).toEqual([]);
      for (const width of [1280, 375, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .soft(async () => {
            expect(await reflowFaults(page)).toEqual([]);
            expect(await brokenWords(page)).toEqual([]);
          }, `${language} at ${width} px`)
          .toPass({ timeout: 3_000 });
      }
    }
  });
}

for (const language of isFullRun ? ["en", "fr", "it"] : []) {
  for (const viewer of checkedViewers) {
    test(`R2.3-18 R2.3-16 ${viewer} screens in ${language} have no axe violation and do not overflow the window`, async ({
      page,
      people,
    }) => {
      // The test visits a dozen screens or more in sequence.
      test.slow();
      const organization = await people.createOrganization();
      const colleague = await people.createMember(organization, "editor");
      const screenContext = { colleagueId: colleague.id, organizationId: organization.id };
      if (viewer === "super_admin") await signIn(page, await people.createPlatformAccount("super_admin"));
      const permissions = [...firstAdminGrants];
      if (viewer === "owner")
        await signIn(page, await people.createMember(organization, "org_admin", { permissions }));
      await page.addInitScript((chosen) => localStorage.setItem("locale", chosen), language);
      const translatedScreens = plainScreens.filter((screen) => seesScreensOf(viewer, screen.viewer));
      expect(translatedScreens.length).toBeGreaterThan(0);
      for (const { path, before } of translatedScreens) {
        await before?.(page);
        const address = typeof path === "string" ? path : path(screenContext);
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
        expect(await axeFaults(page), address).toEqual([]);
        for (const width of [1280, 375]) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => reflowFaults(page), { message: `${address} at ${width}` }).toEqual([]);
        }
        await page.unrouteAll();
      }
    });
  }
}
