import type { Language } from "@praxisportal/contract/languages";
import { operatorDay } from "../../platform/clock/operator-day.ts";
import de from "./own-data.de.json" with { type: "json" };
import en from "./own-data.en.json" with { type: "json" };
import fr from "./own-data.fr.json" with { type: "json" };
import it from "./own-data.it.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

/** Returns the explanations of the file and its sections, which come first in the file. */
export function ownDataTexts(language: Language) {
  const { file: _file, ...explanation } = texts[language];
  return explanation;
}

/** Returns the name of the file, with the day of the export. */
export function fileNameOf(language: Language, exportedAt: Date): string {
  return `${texts[language].file}-${operatorDay(exportedAt)}.json`;
}
