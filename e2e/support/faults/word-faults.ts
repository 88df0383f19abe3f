import type { Page } from "@playwright/test";

/** Length of the longest words that a table cell must not break, such as "Hintergrundaufgaben". */
const maxUnbrokenLetters = 20;

/**
 * Returns the badges that take several lines, and the words in badges, buttons and tables that are broken. Usernames
 * and very long words may be broken in the rows of a table.
 */
export async function brokenWords(page: Page): Promise<string[]> {
  const lineFaults = await brokenLines(page);
  const wordFaults = await page.evaluate((longest) => {
    const faults: string[] = [];
    const range = document.createRange();
    for (const element of document.querySelectorAll(
      "[data-tone], button, thead th, tbody td, tbody th, a.select-none, [role=menuitem], [role=radiogroup] > label",
    )) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".sr-only") !== null)
        continue;
      const isBadge = element.matches("[data-tone]");
      const isCell = element.matches("tbody :is(td, th)");
      // Small tables of phones have no room for whole words.
      if (isCell && innerWidth < 1_024) continue;
      const lines = new Set<number>();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.parentElement?.closest(".sr-only") instanceof Element) continue;
        // A line may end after a hyphen or a slash.
        for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(
          /[^\s\-–/\u200b]*\p{L}[^\s\-–/\u200b]*[-–/]?/gu,
        )) {
          // Codes and versions may break anywhere.
          if (/\d/.test(word) || (isCell && (word.length > longest || /[@._]/.test(word)))) continue;
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          for (const top of tops) lines.add(top);
          if (tops.size > 1) faults.push(`broken: ${word} in ${element.tagName.toLowerCase()}`);
        }
      }
      if (isBadge && lines.size > 1) faults.push(`on ${lines.size} lines: ${element.textContent?.trim()}`);
    }
    return [...new Set(faults)];
  }, maxUnbrokenLetters);
  return [...lineFaults, ...wordFaults];
}

/**
 * Returns the lines that begin or end with the dot between two details, and the names and headings in which a short
 * word ("E-Mail") or a number ("RE-2026-000329") wraps after a hyphen.
 */
async function brokenLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const range = document.createRange();
    const topsOf = (node: Node, start: number, end: number) => {
      range.setStart(node, start);
      range.setEnd(node, end);
      return [...range.getClientRects()].map(({ top }) => Math.round(top));
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      const parent = node.parentElement;
      if (
        !parent?.checkVisibility({ visibilityProperty: true }) ||
        parent.closest(".sr-only, option") !== null
      )
        continue;
      for (const { index } of text.matchAll(/(?<=\S\s)·\s\S/gu)) {
        if (new Set([...topsOf(node, index - 2, index + 1), ...topsOf(node, index, index + 3)]).size > 1)
          faults.push(`a dot at the edge of a line: ${text.slice(0, 60)}`);
      }
      if (parent.closest("h1, h2, h3, th, dt, label, a, button") === null) continue;
      for (const { 0: word, index } of text.matchAll(/(?<![\p{L}\d-])(?:\p{L}-\p{L}+|[A-Z]+(?:-\d+)+)/gu)) {
        if (new Set(topsOf(node, index, index + word.length)).size > 1)
          faults.push(`broken: ${word} in ${text.slice(0, 60)}`);
      }
    }
    for (const space of document.querySelectorAll(".dot-space")) {
      const [dot] = space.getClientRects();
      const next = space.nextElementSibling?.getClientRects()[0];
      // A next detail of several lines begins on a line of its own.
      if (dot !== undefined && dot.width > 0 && next !== undefined && next.top >= dot.bottom)
        faults.push(`a dot at the end of a line: ${space.parentElement?.textContent?.slice(0, 60)}`);
    }
    return faults;
  });
}
