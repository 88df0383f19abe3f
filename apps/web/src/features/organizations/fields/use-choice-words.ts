import { isLanguage } from "@praxisportal/contract/languages";
import { useTranslations } from "use-intl";
import { languageNames } from "../../../platform/i18n/languages.ts";
import { choices, type FieldPath } from "./field-plan.ts";

/** Names of the values of a choice; a value the portal does not offer names itself. */
export function useChoiceWords(): (path: FieldPath, value: string) => string {
  const t = useTranslations("practice-fields");
  return (path, value) => {
    if (path === "language") return isLanguage(value) ? languageNames[value] : value;
    if (path === "type") {
      const type = choices.type.find((each) => each === value);
      return type === undefined ? value : t(`type.${type}`);
    }
    if (path === "country") {
      const country = choices.country.find((each) => each === value);
      return country === undefined ? value : t(`country.${country}`);
    }
    if (path === "currency") {
      const currency = choices.currency.find((each) => each === value);
      return currency === undefined ? value : t(`currency.${currency}`);
    }
    if (path === "settings.security.twoFactorPolicy") {
      const policy = choices[path].find((each) => each === value);
      return policy === undefined ? value : t(`policy.${policy}`);
    }
    return value;
  };
}
