import { defaultLanguage, isLanguage, type Language } from "@praxisportal/contract/languages";
import de from "./own-budget.de.json" with { type: "json" };
import en from "./own-budget.en.json" with { type: "json" };
import fr from "./own-budget.fr.json" with { type: "json" };
import it from "./own-budget.it.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

/** What a person is told of her own budget when 80 or 100 per cent of it are spent, in her language. */
export function ownBudgetText(thresholdPercent: number, language: string): string {
  const text = texts[isLanguage(language) ? language : defaultLanguage];
  return thresholdPercent === 100 ? text.reached : text.near;
}
