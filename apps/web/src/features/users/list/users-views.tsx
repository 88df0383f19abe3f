import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import type { UserStatistics } from "../users.api.ts";
import { filtersOf, memberViews, type UsersList } from "./users-search.ts";

const counts = {
  all: (statistics: UserStatistics) => statistics.totalUsers,
  active: (statistics: UserStatistics) => statistics.activeUsers,
  pending: (statistics: UserStatistics) => statistics.pendingUsers,
  locked: (statistics: UserStatistics) => statistics.lockedUsers,
  blocked: (statistics: UserStatistics) => statistics.blockedUsers,
  deactivated: (statistics: UserStatistics) => statistics.deactivatedUsers,
} as const;

interface UsersViewsProps {
  organizationId: string;
  list: UsersList;
}

/**
 * Tabs for all people and for each status. Each tab has its own URL and keeps search, filters and sort order. Each tab
 * shows the number of people that match search and filters.
 */
export function UsersViews({ organizationId, list }: UsersViewsProps) {
  const t = useTranslations("users");
  const { status: _status, ...filters } = filtersOf(list.search);
  const statistics = useQuery(userStatisticsQuery(organizationId, filters)).data;
  const current = list.search.status ?? "all";
  return (
    <Tabs
      label={t("views.label")}
      items={(["all", ...memberViews] as const).map((view) => ({
        key: view,
        label: t(`views.${view}`),
        current: view === current,
        count: statistics ? counts[view](statistics) : null,
        link: (props) => (
          <Link
            to="."
            search={list.after({ status: view === "all" ? undefined : view })}
            activeOptions={{ exact: true }}
            {...props}
          />
        ),
      }))}
    />
  );
}
