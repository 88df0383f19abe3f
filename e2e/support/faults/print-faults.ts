import type { Page } from "@playwright/test";

/** The printable width of an A4 sheet in CSS pixels, with the margins of the style sheet. */
const printedWidth = 718;

/**
 * Returns what is wrong with the printed page: controls and notices of the shell, a dark background, text with too
 * little contrast or beyond the edge of an A4 sheet, and a heading without the organization and the date. Leaves the
 * page in print.
 */
export async function printFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const faults = await page.evaluate(() => {
    const faultsFound: string[] = [];
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("the browser cannot draw a canvas");
    const measuredColors = new Map<string, readonly [luminance: number, alpha: number]>();
    const measure = (color: string): readonly [luminance: number, alpha: number] => {
      const cached = measuredColors.get(color);
      if (cached !== undefined) return cached;
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      const measured = [0.2126 * r + 0.7152 * g + 0.0722 * b, alpha] as const;
      measuredColors.set(color, measured);
      return measured;
    };
    const groundOf = (element: Element): string => {
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const { backgroundColor } = getComputedStyle(box);
        if (measure(backgroundColor)[1] > 127) return backgroundColor;
      }
      return "white";
    };
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent?.trim() ?? ""}`.slice(
        0,
        60,
      );

    for (const ground of [document.documentElement, document.body]) {
      const [luminance, alpha] = measure(getComputedStyle(ground).backgroundColor);
      if (alpha > 0 && luminance < 0.95) faultsFound.push(`dark background: ${ground.tagName.toLowerCase()}`);
    }
    const controls =
      "nav, button:not(th button, td button), input:not([type=checkbox]), textarea, [data-toasts], [role=tooltip], [role=menu], [role=dialog], aside";
    for (const control of document.querySelectorAll(controls)) {
      if (isShown(control)) faultsFound.push(`printed: ${nameOf(control)}`);
    }
    let hasText = false;
    for (const element of document.querySelectorAll("body *")) {
      const containsText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.nodeValue?.trim(),
      );
      if (!containsText || !isShown(element)) continue;
      const { color, clipPath } = getComputedStyle(element);
      if (clipPath !== "none") continue;
      hasText = true;
      const [light = 0, dark = 0] = [measure(color)[0], measure(groundOf(element))[0]].toSorted(
        (a, b) => b - a,
      );
      if ((light + 0.05) / (dark + 0.05) < 4.45) faultsFound.push(`too little contrast: ${nameOf(element)}`);
    }
    if (!hasText) faultsFound.push("nothing is printed");
    // This is either a heading of the page or the text that the style sheet puts before it.
    const marks = [...document.querySelectorAll<HTMLElement>("[data-print-heading]")]
      .filter(isShown)
      .map((mark) => mark.innerText);
    const printed = document.querySelector("[data-print-sheet]") ?? document.querySelector("#content");
    if (printed !== null && printed.querySelector("[data-print-heading]") === null)
      marks.push(getComputedStyle(printed, "::before").content);
    if (marks.length !== 1) faultsFound.push(`${marks.length} headings with practice and date`);
    else if (!/\S.*20\d{2}/s.test(marks[0] ?? "")) faultsFound.push(`no practice or date: ${marks[0]}`);
    return [...new Set(faultsFound)];
  });
  await page.setViewportSize({ width: printedWidth, height: 1_000 });
  const cut = await page.evaluate(async () => {
    const findCut = (): string[] => {
      const cutTexts: string[] = [];
      const overflowPx = document.documentElement.scrollWidth - window.innerWidth;
      if (overflowPx > 0) cutTexts.push(`${overflowPx} px wider than the sheet`);
      for (const element of document.querySelectorAll<HTMLElement>("body *")) {
        const { overflowX, position, clipPath } = getComputedStyle(element);
        if (position === "absolute" && (clipPath !== "none" || element.clientWidth <= 1)) continue;
        const isCut = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
        if (isCut && element.textContent?.trim() && element.checkVisibility())
          cutTexts.push(`cut: ${element.textContent.trim().slice(0, 60)}`);
      }
      return cutTexts;
    };
    // After its window is resized, a list keeps its former columns for some frames.
    let cutTexts = findCut();
    for (let frame = 0; frame < 60 && cutTexts.length > 0; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      cutTexts = findCut();
    }
    return cutTexts;
  });
  return [...faults, ...cut];
}
