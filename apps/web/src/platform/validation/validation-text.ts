import type { ErrorTexts } from "@praxisportal/contract/messages";
import { formatMessage } from "@praxisportal/contract/messages";
import type { ValidationCode } from "@praxisportal/contract/validation";
import type { Language } from "@praxisportal/contract/languages";
import { i18nStore } from "../i18n/store.ts";

type ValidationTexts = ErrorTexts["validation"];

/** The catalogue of validation texts, downloaded when a form first needs it. */
const loaders: Readonly<Record<Language, () => Promise<{ default: { validation: ValidationTexts } }>>> = {
  de: () => import("@praxisportal/contract/errors.de.json"),
  en: () => import("@praxisportal/contract/errors.en.json"),
  fr: () => import("@praxisportal/contract/errors.fr.json"),
  it: () => import("@praxisportal/contract/errors.it.json"),
};

/** Returns the text of a validation code in the current language. @throws if the catalogue cannot be downloaded. */
export async function validationText(
  code: ValidationCode,
  values: Record<string, string | number> = {},
): Promise<string> {
  const { validation } = (await loaders[i18nStore.getState().language]()).default;
  return formatMessage(validation[code], values);
}
