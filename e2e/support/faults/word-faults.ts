import type { Page } from "@playwright/test";

/** Length of the longest words that a table cell must not break, such as "Hintergrundaufgaben". */
const maxUnbrokenLetters = 20;

/**
 * Returns the badges of several lines, and the words that break inside: of badges, buttons and tables. In the rows of a
 * table, usernames and very long words may break.
 */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate((longest) => {
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
}
