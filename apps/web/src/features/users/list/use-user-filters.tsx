import { memberCheckIds } from "@praxisportal/contract/organizations/security-checks.rules";
import { rightsFilters } from "@praxisportal/contract/users/rights-filter.rules";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import type { ListFilter } from "../../../platform/list/list-column.ts";
import { lazyPart } from "../../../platform/loading/lazy-part.tsx";
import { rangeEnds } from "./date-range.ts";
import { useCanViewSecurity } from "../use-can-view-security.ts";
import { useRightsFilterText } from "../rights/use-rights-filter-text.ts";
import { isRole } from "../is-role.ts";
import type { UserStatistics } from "../users.api.ts";
import type { UsersList } from "./users-search.ts";

const DateRangeFields = lazyPart(async () => (await import("./date-range-fields.tsx")).DateRangeFields);

/** Returns the selected range as text, or undefined if there is no filter. */
function useRangeLabel(range: string | undefined): string | undefined {
  const t = useTranslations("users");
  const format = useFormat();
  if (range === undefined) return undefined;
  const { from, to } = rangeEnds(range);
  const day = format.calendar.date;
  return from === to ? day(from) : t("filter.range", { from: day(from), to: day(to) });
}

/** Returns the filters of the list. Roles and departments show their number of members. */
export function useUserFilters(
  { search, change }: UsersList,
  statistics: UserStatistics | undefined,
): readonly ListFilter[] {
  const t = useTranslations("users");
  const roles = useTranslations("roles");
  const rightText = useRightsFilterText();
  const rangeLabel = useRangeLabel(search.dateRange);
  const canViewSecurity = useCanViewSecurity();
  const canWrite = useHasPermission("users:write");
  return [
    {
      name: "role",
      label: t("filter.role"),
      options: Object.entries(statistics?.byRole ?? {}).flatMap(([role, count]) =>
        count > 0 && isRole(role) ? [{ value: role, label: roles(role), hint: t("people", { count }) }] : [],
      ),
    },
    {
      name: "department",
      label: t("filter.department"),
      options: (statistics?.departments ?? []).map(({ name, count }) => ({
        value: name,
        label: name,
        hint: t("people", { count }),
      })),
    },
    {
      name: "may",
      label: t("filter.right"),
      searchLabel: t("filter.rightSearch"),
      options: rightsFilters.map((value) => ({ value, label: rightText(value) })),
    },
    ...(canViewSecurity
      ? [
          {
            name: "secondFactor",
            label: t("filter.secondFactor"),
            options: [{ value: "missing", label: t("filter.withoutSecondFactor") }],
          },
          {
            name: "finding",
            label: t("filter.finding"),
            options: memberCheckIds.map((value) => ({ value, label: t(`findings.${value}`) })),
          },
        ]
      : []),
    ...(canWrite
      ? [
          {
            name: "employment",
            label: t("filter.employment"),
            options: [{ value: "external", label: t("filter.external") }],
          },
          {
            name: "endsWithinDays",
            label: t("filter.access"),
            options: [{ value: "30", label: t("filter.endsSoon") }],
          },
        ]
      : []),
    {
      names: ["dateRange"],
      label: t("filter.created"),
      valueText: rangeLabel,
      content: (close) => (
        <DateRangeFields
          key={search.dateRange}
          value={search.dateRange}
          onChange={(dateRange) => {
            change({ dateRange });
            close();
          }}
        />
      ),
    },
  ];
}
