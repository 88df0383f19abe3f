import { isLanguage } from "@praxisportal/contract/languages";
import { useTranslations } from "use-intl";
import { languageNames } from "../../../platform/i18n/languages.ts";
import { useOrganizationTypeLabels } from "../use-organization-types.ts";
import { choices, type FieldPath } from "./field-plan.ts";

/** Returns labels of choice values; unknown values are shown as they are. */
export function useChoiceLabel(): (path: FieldPath, value: string) => string {
  const t = useTranslations("organization-fields");
  const kinds = useOrganizationTypeLabels();
  return (path, value) => {
    if (path === "language") return isLanguage(value) ? languageNames[value] : value;
    if (path === "type") return kinds.typeName(value);
    if (path === "country") return kinds.countryName(value);
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
