import type { Page } from "@playwright/test";
import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { pagesOf } from "../support/screens/pages-of.ts";
import type { Screen, ScreenContext } from "../support/screens/screen.ts";
import { pathOf, settle } from "../support/screens/screens.ts";
import { expect, signIn, test } from "../support/test.ts";

/** Content area of a window of 1280 px, beside the sidebar of 240 px and with a padding of 24 px. */
const grid = { left: 264, right: 1256 };

/** Pages whose content ends earlier, with the reason. */
const narrowPages: Readonly<Record<string, { readonly right: number; readonly reason: string }>> = {
  "/settings": { right: 264 + 640, reason: "a form" },
  "/profile": { right: 264 + 640, reason: "a form" },
  "/change-password": { right: 264 + 640, reason: "a form" },
  "/profile/2fa-setup": { right: 264 + 720, reason: "a form with a picture beside it" },
};

/** Returns the left and right edge of the visible content of the page in pixels. */
function contentEdges(page: Page): Promise<{ left: number; right: number }> {
  return page.locator("main").evaluate((main) => {
    const isPainted = (element: Element) => {
      const style = getComputedStyle(element);
      return (
        element.tagName === "H1" ||
        style.backgroundColor !== "rgba(0, 0, 0, 0)" ||
        [style.borderLeftWidth, style.borderBottomWidth].some((width) => width !== "0px")
      );
    };
    /** Returns whether an element scrolls or is cut off inside another box, so that it does not widen the page. */
    const isInsideBox = (element: Element) => {
      for (
        let ancestor = element.parentElement;
        ancestor !== null && ancestor !== main;
        ancestor = ancestor.parentElement
      )
        if (getComputedStyle(ancestor).overflowX !== "visible") return true;
      return false;
    };
    const boxes = [...main.querySelectorAll("*")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => isPainted(element) && !isInsideBox(element))
      .map((element) => element.getBoundingClientRect())
      // Texts for screen readers take only a single pixel.
      .filter(({ width, height }) => width > 1 && height > 0);
    return {
      left: Math.round(Math.min(...boxes.map(({ left }) => left))),
      right: Math.round(Math.max(...boxes.map(({ right }) => right))),
    };
  });
}

test("see R2.3-18 an administrator sees the content of every page between the same edges @soak", async ({
  page,
  people,
}) => {
  test.slow();
  const organization = await people.createOrganization();
  const { id: colleagueId } = await people.createMember(organization, "editor");
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, owner);
  await expectOneGrid(page, pagesOf("owner", "org_admin"), {
    colleagueId,
    organizationId: organization.id,
  });
});

test("see R2.3-18 the operator sees the content of every page between the same edges @soak", async ({
  page,
  people,
}) => {
  test.slow();
  const organization = await people.createOrganization();
  const { id: colleagueId } = await people.createMember(organization, "editor");
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, await people.createPlatformAccount("super_admin"));
  await expectOneGrid(page, pagesOf("super_admin"), { colleagueId, organizationId: organization.id });
});

async function expectOneGrid(page: Page, pages: readonly Screen[], ids: ScreenContext): Promise<void> {
  expect(pages.length).toBeGreaterThan(5);
  const outside: Record<string, { left: number; right: number }> = {};
  for (const screen of pages) {
    await page.goto(pathOf(screen, ids));
    await settle(page, screen);
    await expect(page.locator("main .motion-skeleton")).toHaveCount(0);
    const expected = { ...grid, right: narrowPages[screen.route]?.right ?? grid.right };
    const edges = await contentEdges(page);
    if (edges.left !== expected.left || edges.right !== expected.right)
      outside[`${screen.name} ${screen.route}`] = edges;
  }
  expect(outside).toEqual({});
}
