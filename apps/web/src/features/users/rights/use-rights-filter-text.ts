import { levelWord } from "@praxisportal/contract/rights-words";
import { type RightsFilter, rightsFilterParts } from "@praxisportal/contract/users/rights-filter.rules";
import { useTranslations } from "use-intl";

/** Returns a function that names a right, such as "Kosten & Rechnungen ändern". */
export function useRightsFilterText() {
  const t = useTranslations("rights");
  return (right: RightsFilter) => {
    const { area, level } = rightsFilterParts(right);
    return t("right", { area: t(`areas.${area}`), level: t(`levels.${levelWord(area, level)}`) });
  };
}
