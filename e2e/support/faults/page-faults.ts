import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

/** Minified source of axe. It is less than half the size, which matters because each document parses it. */
const axeSource = readFileSync(new URL("../../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Returns the axe violations, one line per rule with its elements; `rules` limits the rules. */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Inject it once per document, because that takes longer than a check.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // Passed rules need no details.
    const result = await run({ resultTypes: ["violations"], ...(runOnly && { runOnly: [...runOnly] }) });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  }, rules);
}

/** Returns the brightness of the page's background: 0 is black, 1 is white. */
export async function backgroundBrightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    if (context === null) throw new Error("the browser cannot draw a canvas");
    const colors = [document.documentElement, document.body].map(
      (element) => getComputedStyle(element).backgroundColor,
    );
    // An element without a background lets the one behind it show through.
    for (const color of ["white", ...colors]) {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / (3 * 255);
  });
}

/** Returns layout faults: horizontal scrolling, clipped words, and contents that overlap the next column. */
export async function reflowFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const overflowPx = document.documentElement.scrollWidth - window.innerWidth;
    if (overflowPx > 0) faults.push(`the page is ${overflowPx} px wider than the window`);
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const { overflowX, position, clipPath } = getComputedStyle(element);
      const isHiddenText = position === "absolute" && (clipPath !== "none" || element.clientWidth <= 1);
      const isCut = /^(?:hidden|clip)$/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const containsText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.nodeValue?.trim(),
      );
      // An address on one line of a table is shown in full by its tooltip and in the preview of the row.
      const isShownByTooltip = element.title !== "" && element.title === element.textContent?.trim();
      if (isCut && containsText && !isHiddenText && !isShownByTooltip && element.checkVisibility())
        faults.push(`cut: ${element.textContent?.trim().slice(0, 60)}`);
    }
    for (const cell of document.querySelectorAll("td, th")) {
      if (cell.textContent?.trim() === "") continue;
      if (
        cell.scrollWidth > cell.clientWidth + 1 &&
        cell.checkVisibility() &&
        cell.closest(".sr-only") === null
      )
        faults.push(`over the next column: ${cell.textContent?.trim().slice(0, 60)}`);
    }
    const buttonsOf = (box: Element) =>
      [...box.querySelectorAll("button, a")].filter((control) => control.checkVisibility());
    for (const field of document.querySelectorAll(".field-box")) {
      const { right, top, bottom, height } = field.getBoundingClientRect();
      const row = field.closest(":is(.flex, .grid):has(button)") ?? field;
      // Filters and the arrows of a list are smaller.
      for (const button of buttonsOf(row).filter((candidate) => candidate.matches(".font-strong"))) {
        const next = button.getBoundingClientRect();
        const isBeside =
          next.left >= right && next.left - right < 32 && next.top < bottom && next.bottom > top;
        if (isBeside && Math.abs(next.height - height) > 1)
          faults.push(`a field of ${height} px beside a button of ${next.height}: ${button.textContent}`);
      }
    }
    if (window.innerWidth >= 768) return faults;
    for (const question of document.querySelectorAll("[role=alertdialog]")) {
      if (question.getBoundingClientRect().top <= 0)
        faults.push(`a question fills the screen: ${question.querySelector("h2")?.textContent}`);
    }
    // Options are in one row, or below each other.
    for (const group of document.querySelectorAll("[role=radiogroup]")) {
      const rows = Map.groupBy(group.querySelectorAll("label"), (label) => label.getBoundingClientRect().top);
      if (rows.size > 1 && [...rows.values()].some((row) => row.length > 1))
        faults.push(`options on ${rows.size} lines: ${group.textContent?.slice(0, 60)}`);
    }
    // Every dialog stacks its buttons, even if they would fit side by side.
    for (const bar of document.querySelectorAll(
      ":is([role=dialog], [role=alertdialog]):not(.motion-drawer) [data-bottom-bar]",
    )) {
      const boxes = buttonsOf(bar).map((button) => button.getBoundingClientRect());
      const [first, ...others] = boxes;
      if (others.some(({ left, right }) => left !== first?.left || right !== first.right))
        faults.push(`buttons beside each other: ${bar.textContent?.slice(0, 60)}`);
    }
    for (const close of document.querySelectorAll(
      ":is([role=dialog], [role=alertdialog]) h2 ~ *, :is([role=dialog], [role=alertdialog]) div:has(> h2) ~ button",
    )) {
      const title = close.parentElement?.querySelector("h2")?.getBoundingClientRect();
      const { left, top } = close.getBoundingClientRect();
      if (close.matches("button") && title && left < title.right && top < title.bottom)
        faults.push("the close button lies over the title");
    }
    // The main action of a page comes before the others.
    for (const main of document.querySelectorAll("main header .main-action")) {
      const boxes = buttonsOf(main.parentElement ?? main).map((button) => button.getBoundingClientRect());
      const mainBox = main.getBoundingClientRect();
      if (boxes.some(({ top, left }) => top < mainBox.top || (top === mainBox.top && left < mainBox.left)))
        faults.push(`another action before ${main.textContent}`);
    }
    return faults;
  });
}

/** Maximum number of Tab presses; no page has more stops before focus repeats. */
const maxStops = 80;

/**
 * Number of times that the page may move the focus during a walk. When a control disappears, the focus moves to
 * its heading.
 */
const maxMoves = 2;

/**
 * Walks through the page with the Tab key. Faults: a stop without visible focus, outside the window or
 * covered, or a page that keeps taking the focus.
 */
export async function focusFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const seenFaults = new Set<string>();
  let moves = 0;
  // The layout of a window that has just been resized is not final. Controls of the former size still disappear.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press("Tab");
    const focusedElement = await page.evaluate(async () => {
      // The focus guard at the end of a dialog moves the focus to its start.
      while (document.activeElement?.hasAttribute("data-base-ui-focus-guard") === true) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return undefined;
      const describeFocus = element as HTMLElement & { focusStop?: string };
      describeFocus.focusStop ??= String(Math.random());
      // The focus ring may be on a box around the control: a styled label around a hidden input, or the cell of a
      // digit.
      const next = element.nextElementSibling;
      const cell = next?.querySelector("[data-active=true]") ?? null;
      const boxes = [element, element.parentElement, next, cell, element.closest("label")];
      // The only field of the command dialog shows a caret; a ring around the whole header would add nothing.
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
        const topElement = document.elementFromPoint(left + width / 2, top + height / 2);
        return (
          isInside &&
          topElement !== null &&
          !element.contains(topElement) &&
          !topElement.contains(element) &&
          topElement.closest("label") === null
        );
      };
      // An overlay that has just lost focus takes some time to close, with its backdrop over the page.
      const closedBy = performance.now() + 2_000;
      while (isCovered() && performance.now() < closedBy) await new Promise(requestAnimationFrame);
      const name = `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent ?? ""}`;
      return {
        stop: describeFocus.focusStop,
        isTabStop: !element.matches('[tabindex="-1"]'),
        name: name.trim().slice(0, 60),
        isShown,
        isInside,
        isCovered: isCovered(),
      };
    });
    // The first press may leave the page if the focused element was removed; the second enters it.
    if (focusedElement === undefined && stop === 0) continue;
    if (focusedElement === undefined || seenFaults.has(focusedElement.stop)) break;
    if (!focusedElement.isTabStop) {
      // This is no tab stop, because the page moved the focus. The next press continues after it.
      moves += 1;
      if (moves <= maxMoves) continue;
      return [...faults, `the page keeps taking the focus: ${focusedElement.name}`];
    }
    seenFaults.add(focusedElement.stop);
    if (!focusedElement.isShown) faults.push(`no focus is shown: ${focusedElement.name}`);
    if (!focusedElement.isInside) faults.push(`focused outside the window: ${focusedElement.name}`);
    if (focusedElement.isCovered) faults.push(`focused under something else: ${focusedElement.name}`);
  }
  if (seenFaults.size === 0) faults.push("nothing can be reached with the Tab key");
  return faults;
}
