import { auditActions } from "@praxisportal/contract/audit-actions";
import { maxSearchedActions } from "@praxisportal/contract/audit/audit-search.rules";
import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { areaOf, outcomes } from "./audit-search.ts";

const emptyNames = { actor: "", target: "", toTarget: "", who: String, whom: String };

/**
 * Returns the actions whose sentences contain all words of the search, separated by commas, or undefined if there are
 * none. A word such as "hat", which most sentences contain, finds no action.
 */
export function useSearchedActions(search: string | undefined): string | undefined {
  const audit = useTranslations("audit");
  const activity = useTranslations("activity");
  const locale = useLocale();
  return useMemo(() => {
    const words = (search ?? "").toLocaleLowerCase(locale).split(/\s+/u).filter(Boolean);
    if (words.length === 0) return undefined;
    const matchingActions = auditActions.filter((action) => {
      const sentences = outcomes.map((outcome) =>
        activity.markup(`actions.${action}`, { ...emptyNames, outcome }),
      );
      const text = [audit(`areas.${areaOf(action)}` as "areas.user"), ...sentences].join("\n");
      const searchableText = text.toLocaleLowerCase(locale);
      return words.every((word) => searchableText.includes(word));
    });
    return matchingActions.length === 0 || matchingActions.length > maxSearchedActions
      ? undefined
      : matchingActions.join(",");
  }, [search, locale, audit, activity]);
}
