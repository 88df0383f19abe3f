import type { organizationTypes } from "@praxisportal/contract/organizations/organizations.schema";
import { countries } from "@praxisportal/contract/sites/site-number.rules";
import { useTranslations } from "use-intl";

/** Organization types. Listed here to keep the schemas out of the bundle, and a test compares them. */
export const organizationTypeChoices = [
  "practice",
  "group_practice",
  "medical_center",
  "other",
] as const satisfies readonly (typeof organizationTypes)[number][];

/** Returns the labels of organization types and countries. An unknown type gets the label "other". */
export function useOrganizationTypeLabels(): {
  readonly typeName: (value: string) => string;
  readonly countryName: (value: string) => string;
} {
  const t = useTranslations("organization-kinds");
  return {
    typeName(value) {
      return t(
        `type.${organizationTypeChoices.find((organizationTypeChoice) => organizationTypeChoice === value) ?? "other"}`,
      );
    },
    countryName(value) {
      const country = countries.find((candidate) => candidate === value);
      return country === undefined ? value : t(`country.${country}`);
    },
  };
}
