import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Tabs } from "../../ui/tabs.tsx";
import type { UserStatistics } from "./users.api.ts";
import { placeSearch, views, type UsersBasePath, type UsersSearch, type UsersView } from "./users-search.ts";

const counts: Record<UsersView, (statistics: UserStatistics) => number> = {
  all: (statistics) => statistics.totalUsers,
  active: (statistics) => statistics.activeUsers,
  pending: (statistics) => statistics.pendingUsers,
  locked: (statistics) => statistics.lockedUsers,
  blocked: (statistics) => statistics.blockedUsers,
  deactivated: (statistics) => statistics.deactivatedUsers,
};

/** Views of the list as tabs with their own URLs; search, filters and sort order are kept. */
export function UsersViews({
  basePath,
  search,
  statistics,
}: {
  basePath: UsersBasePath;
  search: UsersSearch;
  statistics: UserStatistics | undefined;
}) {
  const t = useTranslations("users");
  const { page: _first, person: _closed, create: _dialog, status: current, ...kept } = search;
  return (
    <Tabs
      label={t("views.label")}
      items={views.map((view) => {
        const target = { ...placeSearch(basePath), ...kept, ...(view === "all" ? {} : { status: view }) };
        return {
          key: view,
          label: t(`views.${view}`),
          current: view === (current ?? "all"),
          count: statistics ? counts[view](statistics) : null,
          link: (props) => <Link to={basePath} search={target} activeOptions={{ exact: true }} {...props} />,
        };
      })}
    />
  );
}
