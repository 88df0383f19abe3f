import { isLanguage } from "@praxisportal/contract/languages";
import { useTranslations } from "use-intl";
import { languageNames } from "../../../platform/i18n/languages.ts";
import { useOrganizationTypeLabels } from "../use-organization-types.ts";
import { choices, type FieldPath } from "./field-plan.ts";

/** Returns the labels of choice values. Unknown values are returned unchanged. */
export function useChoiceLabel(): (path: FieldPath, value: string) => string {
  const t = useTranslations("organization-fields");
  const kinds = useOrganizationTypeLabels();
  return (path, value) => {
    if (path === "language") return isLanguage(value) ? languageNames[value] : value;
    if (path === "type") return kinds.typeName(value);
    if (path === "country") return kinds.countryName(value);
    if (path === "currency") {
      const currency = choices.currency.find((candidate) => candidate === value);
      return currency === undefined ? value : t(`currency.${currency}`);
    }
    if (path === "settings.security.twoFactorPolicy") {
      const policy = choices[path].find((choice) => choice === value);
      return policy === undefined ? value : t(`policy.${policy}`);
    }
    return value;
  };
}
