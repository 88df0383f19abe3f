import { defaultLanguage, isLanguage, type Language } from "@praxisportal/contract/languages";
import de from "./own-budget.de.json" with { type: "json" };
import en from "./own-budget.en.json" with { type: "json" };
import fr from "./own-budget.fr.json" with { type: "json" };
import it from "./own-budget.it.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

/** Returns the warning for a member whose own budget is 80 or 100 percent spent, in their language. */
export function ownBudgetText(thresholdPercent: number, language: string): string {
  const text = texts[isLanguage(language) ? language : defaultLanguage];
  return thresholdPercent === 100 ? text.reached : text.near;
}
