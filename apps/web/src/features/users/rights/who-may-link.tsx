import { type RightsFilter } from "@praxisportal/contract/users/rights-filter.rules";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { linkClass } from "../../../ui/button/link-style.ts";
import { useRightsFilterText } from "./use-rights-filter-text.ts";

/** Links to the list of people who have a right. */
export function WhoMayLink({ right }: { right: RightsFilter }) {
  const t = useTranslations("rights");
  const textOf = useRightsFilterText();
  return (
    <Link
      to="/users"
      search={{ may: right }}
      className={`${linkClass} text-small whitespace-nowrap print:hidden`}
      aria-label={t("whoMayRight", { right: textOf(right) })}
    >
      {t("whoMay")}
    </Link>
  );
}
