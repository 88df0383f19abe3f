import type { Language } from "@praxisportal/contract/languages";
import de from "./own-budget.de.json" with { type: "json" };
import en from "./own-budget.en.json" with { type: "json" };
import fr from "./own-budget.fr.json" with { type: "json" };
import it from "./own-budget.it.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

/** Returns the warning for a member whose own budget is 80 or 100 percent spent, in each language. */
export function ownBudgetTexts(thresholdPercent: number): Record<Language, string> {
  const state = thresholdPercent === 100 ? "reached" : "near";
  return { de: texts.de[state], en: texts.en[state], fr: texts.fr[state], it: texts.it[state] };
}
