import type { Page } from "@playwright/test";

/** A number next to a link to the list of people. */
export interface LinkedFigure {
  /** Address of the list, without the origin. */
  readonly list: string;
  readonly count: number;
}

/** Figures about the people of an organization on one page. */
interface Figures {
  /** Taken seats, for example "4 von 10 Plätzen". */
  readonly seats: readonly string[];
  /** AI units of a month that the plan allows. */
  readonly planUnits: readonly number[];
  /** People by the name of their state, for example "Gesperrt". */
  readonly states: readonly { readonly state: string; readonly count: number }[];
  readonly linked: readonly LinkedFigure[];
}

/** Returns the figures about people that the page shows in German. */
export async function figuresOf(page: Page): Promise<Figures> {
  return page.locator("main").evaluate((main: HTMLElement) => {
    const text = main.innerText;
    const states = text.matchAll(/(\d+)\s(aktiv|eingeladen|gesperrt|blockiert|deaktiviert)(?!\p{L})/gu);
    const integers = (element: Element) => {
      const copy = element.cloneNode(true) as Element;
      // Numbers that are hidden from screen readers, such as step numbers, are not figures.
      for (const hidden of copy.querySelectorAll("[aria-hidden]")) hidden.remove();
      return copy.textContent?.match(/\d+/g)?.map(Number) ?? [];
    };
    const linked: LinkedFigure[] = [];
    for (const link of main.querySelectorAll<HTMLAnchorElement>("a[href]")) {
      const { pathname, search, searchParams } = new URL(link.href);
      if (pathname !== "/users" || searchParams.has("create") || !link.checkVisibility()) continue;
      const ownNumbers = integers(link);
      const row = link.closest("li, tr");
      // A row with further links or numbers does not say which of them belong together.
      const numbers =
        ownNumbers.length > 0 || row === null || row.querySelectorAll("a[href]").length > 1
          ? ownNumbers
          : integers(row);
      const [count] = numbers;
      // The number of days that a filter names is not a number of people.
      if (count === undefined || numbers.length > 1 || search.includes(`=${count}`)) continue;
      linked.push({ list: `${pathname}${search}`, count });
    }
    // The use of a plan limit, as the page shows it.
    const usesOf = (limit: string) =>
      [...main.querySelectorAll<HTMLElement>(`section[aria-label="${limit}"]`)].flatMap((section) => {
        const [, used, max] = /([\d.]+) von ([\d.]+(?:\sMio\.)?)/.exec(section.innerText) ?? [];
        return used === undefined || max === undefined ? [] : [{ used, max }];
      });
    const unitsOf = (amount: string) => Number(amount.replace(/\sMio\.$/, ".000.000").replaceAll(".", ""));
    const quotas = text.matchAll(/Tarif(?:s:| erlaubt bis zu) ([\d.]+) Einheiten im Monat/g);
    return {
      seats: [
        ...(text.match(/\d+ von \d+ Plätzen/g) ?? []),
        ...usesOf("Plätze").map(({ used, max }) => `${used} von ${max} Plätzen`),
      ],
      planUnits: [
        ...usesOf("KI-Einheiten im Monat").map(({ max }) => unitsOf(max)),
        ...[...quotas].map(([, amount = ""]) => unitsOf(amount)),
      ],
      states: [...states].map(([, count = "", state = ""]) => ({
        state: state.charAt(0).toUpperCase() + state.slice(1),
        count: Number(count),
      })),
      linked,
    };
  });
}
