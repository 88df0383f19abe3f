import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { openScreen } from "./support/open-screen.ts";
import { axeFaults, focusFaults, reflowFaults } from "./support/page-faults.ts";
import { screens } from "./support/screens.ts";
import { expect, signIn, test } from "./support/test.ts";

/** Paths of the route table, read from its source; the app's modules do not load here. */
async function routePaths(): Promise<string[]> {
  const file = new URL("../apps/web/src/app/router/route-table.ts", import.meta.url).href;
  const { routeTable } = (await import(file)) as { routeTable: Record<string, { path: string }> };
  return Object.values(routeTable).map((row) => row.path);
}

/** One plain screen per route and viewer. Before sign-in all states are kept; they are mostly text. */
const untouched = screens.filter(
  (screen) => screen.prepare === undefined && (screen.viewer === "nobody" || screen.before === undefined),
);
const plain = untouched.filter(
  (screen, index) =>
    screen.viewer === "nobody" ||
    untouched.findIndex((other) => other.route === screen.route && other.viewer === screen.viewer) === index,
);

/** Viewers of the plain screens in the other languages. An owner is an org_admin who sees more. */
const lookers = ["nobody", "owner", "super_admin"] as const;

function looksAt(looker: (typeof lookers)[number], viewer: (typeof screens)[number]["viewer"]): boolean {
  return viewer === looker || (looker === "owner" && viewer === "org_admin");
}

test("R2.3-18 every route has a screen that is looked at, and one that is looked at in every language", async () => {
  const paths = await routePaths();
  expect(paths.length).toBeGreaterThan(5);
  const shown = new Set(screens.map((screen) => screen.route));
  expect(paths.filter((path) => !shown.has(path))).toEqual([]);
  const concerned = plain.filter(({ viewer }) => lookers.some((looker) => looksAt(looker, viewer)));
  const translated = new Set(concerned.map((screen) => screen.route));
  expect(paths.filter((path) => !translated.has(path))).toEqual([]);
});

for (const screen of screens) {
  test(`R2.3-18 R2.3-16 R1-36 ${screen.name}: no axe violation in both themes, every stop shows its focus, fits 320 px and 200 %`, async ({
    page,
    people,
  }) => {
    await page.addInitScript(() => localStorage.setItem("theme", "light"));
    await openScreen(page, people, screen);
    expect(await axeFaults(page), "light").toEqual([]);
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    // Themes differ only in colors.
    expect(await axeFaults(page, ["color-contrast"]), "dark").toEqual([]);
    // 200 % zoom of a 1280 × 800 window, then 400 %, which is 320 px wide.
    for (const [width, height] of [
      [640, 400],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => reflowFaults(page), { message: `${width} px wide` }).toEqual([]);
    }
    expect(await axeFaults(page), "narrow").toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await focusFaults(page), "focus").toEqual([]);
  });
}

for (const language of ["en", "fr", "it"] as const) {
  for (const viewer of lookers) {
    test(`R2.3-18 R2.3-16 no axe violation and nothing wider than the window: screens of ${viewer}, ${language}`, async ({
      page,
      people,
    }) => {
      // Visits a dozen screens or more in sequence.
      test.slow();
      const practice = await people.practice();
      const colleague = await people.member(practice, "editor");
      if (viewer === "super_admin") await signIn(page, await people.platformAccount("super_admin"));
      const permissions = [...firstAdminGrants];
      if (viewer === "owner") await signIn(page, await people.member(practice, "org_admin", { permissions }));
      await page.addInitScript((chosen) => localStorage.setItem("locale", chosen), language);
      const concerned = plain.filter((screen) => looksAt(viewer, screen.viewer));
      expect(concerned.length).toBeGreaterThan(0);
      for (const { path, before } of concerned) {
        await before?.(page);
        const address = typeof path === "string" ? path : path({ colleagueId: colleague.id });
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
