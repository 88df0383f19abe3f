import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What axe finds, one line per rule with the places; of some rules alone when they are named. */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Once a document: reading half a megabyte takes longer than looking at a page.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // What passes need not be described.
    const result = await run({ resultTypes: ["violations"], ...(runOnly && { runOnly: [...runOnly] }) });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  }, rules);
}

/** What does not fit the window: the page scrolls sideways, or a word is cut off. */
export async function reflowFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over > 0) faults.push(`the page is ${over} px wider than the window`);
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const { overflowX, position, clipPath } = getComputedStyle(element);
      const isHiddenText = position === "absolute" && (clipPath !== "none" || element.clientWidth <= 1);
      const isCut = /^(?:hidden|clip)$/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const holdsText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      if (isCut && holdsText && !isHiddenText && element.checkVisibility())
        faults.push(`cut: ${element.textContent?.trim().slice(0, 60)}`);
    }
    return faults;
  });
}

/** How often the Tab key is pressed at most; no page of ours has more stops before its content repeats. */
const mostStops = 80;

/**
 * Walks through the page with the Tab key. Faults: a stop that shows no focus, lies outside the window or under
 * something else, or a walk that never leaves one element.
 */
export async function focusFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(async () => {
      // The guard at the end of a dialog hands the focus on to its beginning.
      while (document.activeElement?.hasAttribute("data-base-ui-focus-guard") === true) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return undefined;
      const marked = element as HTMLElement & { focusStop?: string };
      marked.focusStop ??= String(Math.random());
      // The ring may stand on the control's own box: a styled label around a hidden input.
      const boxes = [element, element.parentElement, element.nextElementSibling, element.closest("label")];
      // The one field of the command dialog shows its caret; a ring around the whole head would say no more.
      const hasCaret = element.matches("[role=dialog] input[role=combobox]");
      const isShown =
        hasCaret ||
        boxes.some((box) => {
          if (box === null) return false;
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box);
          return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
        });
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      const isCovered = () => {
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return (
          isInside &&
          at !== null &&
          !element.contains(at) &&
          !at.contains(element) &&
          at.closest("label") === null
        );
      };
      // What the focus has just left takes some frames to close, with its ground over the whole page.
      for (let frame = 0; frame < 30 && isCovered(); frame += 1) await new Promise(requestAnimationFrame);
      const name = `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent ?? ""}`;
      return {
        stop: marked.focusStop,
        name: name.trim().slice(0, 60),
        isShown,
        isInside,
        isCovered: isCovered(),
      };
    });
    // The first press may end the page when the focus stood in what has been closed; the second begins it.
    if (here === undefined && stop === 0) continue;
    if (here === undefined || seen.has(here.stop)) break;
    seen.add(here.stop);
    if (!here.isShown) faults.push(`no focus is shown: ${here.name}`);
    if (!here.isInside) faults.push(`focused outside the window: ${here.name}`);
    if (here.isCovered) faults.push(`focused under something else: ${here.name}`);
  }
  if (seen.size === 0) faults.push("nothing can be reached with the Tab key");
  return faults;
}
