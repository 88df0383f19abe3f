import { languages, type Language } from "@praxisportal/contract/languages";
import type { ChangeOperatorProfile, OperatorProfile } from "./operator.api.ts";

/** Listed here to keep the contract's schemas out of the bundle. */
export const operatorCountries = ["DE", "AT", "CH"] as const satisfies readonly NonNullable<
  OperatorProfile["country"]
>[];
export const reminderLevels = [1, 2, 3] as const;
/** Days after the due date, by level of the reminder. */
export const reminderDays = { 1: 7, 2: 14, 3: 28 } as const;
export const thirdCountryRules = ["outside_scope", "export", "domestic_rate"] as const satisfies readonly [
  ...OperatorProfile["thirdCountry"][],
];

export const textGroups = {
  address: ["name", "street", "houseNumber", "postalCode", "city"],
  tax: ["vatId", "taxNumber", "register", "management"],
  contact: ["contactName", "contactPhone", "contactEmail", "website"],
  bank: ["bankName", "iban", "bic", "creditorId"],
} as const;
export type TextField = (typeof textGroups)[keyof typeof textGroups][number];

const textFields: readonly TextField[] = Object.values(textGroups).flat();

type ReminderField = `l${(typeof reminderLevels)[number]}_${Language}`;
export const reminderField = (level: (typeof reminderLevels)[number], language: Language): ReminderField =>
  `l${level}_${language}`;

export type OperatorDraft = Record<TextField, string> & {
  country: NonNullable<OperatorProfile["country"]> | "";
  thirdCountry: OperatorProfile["thirdCountry"];
  billedFrom: string;
  paymentDays: string;
  debitNoticeDays: string;
  /** Reminder texts by level and language. An empty text means the text of the portal. */
  reminders: Record<string, string>;
};

/** Returns the stored data as values of the form. */
export function draftOf(stored: OperatorProfile): OperatorDraft {
  const texts = Object.fromEntries(textFields.map((field) => [field, stored[field] ?? ""])) as Record<
    TextField,
    string
  >;
  return {
    ...texts,
    country: stored.country ?? "",
    thirdCountry: stored.thirdCountry,
    billedFrom: stored.billedFrom,
    paymentDays: String(stored.paymentDays),
    debitNoticeDays: String(stored.debitNoticeDays),
    reminders: Object.fromEntries(
      reminderLevels.flatMap((level) =>
        languages.map((language) => [
          reminderField(level, language),
          stored.reminderTexts.find(
            (reminderText) => reminderText.level === level && reminderText.language === language,
          )?.text ?? "",
        ]),
      ),
    ),
  };
}

const days = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Returns all fields of the request body, with null for empty fields. */
export function bodyOf(draft: OperatorDraft): ChangeOperatorProfile {
  const texts = Object.fromEntries(
    textFields.map((field) => [field, draft[field].trim() === "" ? null : draft[field]]),
  ) as Pick<ChangeOperatorProfile, TextField>;
  return {
    ...texts,
    country: draft.country === "" ? null : draft.country,
    thirdCountry: draft.thirdCountry,
    billedFrom: draft.billedFrom,
    paymentDays: days(draft.paymentDays),
    debitNoticeDays: days(draft.debitNoticeDays),
    reminderTexts: reminderLevels.flatMap((level) =>
      languages.flatMap((language) => {
        const text = draft.reminders[reminderField(level, language)] ?? "";
        return text.trim() === "" ? [] : [{ level, language, text }];
      }),
    ),
  };
}

/** Returns the fields that differ, so that a save does not overwrite another user's changes to other fields. */
export function changesOf(draft: OperatorDraft, original: OperatorDraft): ChangeOperatorProfile {
  const originalBody: Readonly<Record<string, unknown>> = bodyOf(original);
  return Object.fromEntries(
    Object.entries(bodyOf(draft)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(originalBody[name]),
    ),
  );
}
