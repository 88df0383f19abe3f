import {
  type OperatorProfile,
  reminderLevels,
} from "@praxisportal/contract/invoices/operator-profile.schema";
import { languages } from "@praxisportal/contract/languages";

/** Stored texts of reminders that replace the portal's: by level, then by language. */
export type StoredReminderTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

type ReminderTexts = OperatorProfile["reminderTexts"];

/** Returns the stored texts as a list. */
export function reminderTextsIn(stored: StoredReminderTexts): ReminderTexts {
  return reminderLevels.flatMap((level) =>
    languages.flatMap((language) => {
      const text = stored[level]?.[language];
      return text === undefined ? [] : [{ level, language, text }];
    }),
  );
}

/** Returns a list of texts in the stored form. */
export function storedReminderTexts(texts: ReminderTexts): StoredReminderTexts {
  const byLevel = Map.groupBy(texts, ({ level }) => String(level));
  return Object.fromEntries(
    [...byLevel].map(([level, of]) => [
      level,
      Object.fromEntries(of.map(({ language, text }) => [language, text])),
    ]),
  );
}
