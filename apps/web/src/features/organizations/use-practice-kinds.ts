import type { organizationTypes } from "@praxisportal/contract/organizations/organizations.schema";
import { countries } from "@praxisportal/contract/sites/site-number.rules";
import { useTranslations } from "use-intl";

/** What a practice can be; the schemas stay out of the pages, a test compares the two. */
export const practiceTypes = [
  "practice",
  "group_practice",
  "medical_center",
  "other",
] as const satisfies readonly (typeof organizationTypes)[number][];

/** Names of kinds of practices and of countries; a kind that the portal does not offer names itself. */
export function usePracticeKinds(): {
  readonly typeName: (value: string) => string;
  readonly countryName: (value: string) => string;
} {
  const t = useTranslations("practice-kinds");
  return {
    typeName(value) {
      const type = practiceTypes.find((each) => each === value);
      return type === undefined ? value : t(`type.${type}`);
    },
    countryName(value) {
      const country = countries.find((each) => each === value);
      return country === undefined ? value : t(`country.${country}`);
    },
  };
}
