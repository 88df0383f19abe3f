import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useRealtimeState } from "../../../platform/realtime/use-realtime.ts";
import type { ListState } from "../../../platform/list/use-list-search.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { totalsQuery } from "../organizations.api.ts";
import { tenantStatuses } from "./tenant-search.ts";
import { Dot } from "../../../ui/label/dotted.tsx";

const totalOf = {
  all: "totalTenants",
  active: "activeTenants",
  trial: "trialTenants",
  suspended: "suspendedTenants",
} as const;

/** Shows the totals of all tenants by status, each linked to the tenants that it counts. */
export function TenantTotals({ list }: { list: ListState<{ status: string }> }) {
  const t = useTranslations("tenants");
  const format = useFormat();
  const { data, isError } = useQuery(totalsQuery());
  const countOf = (view: keyof typeof totalOf) =>
    data === undefined ? (isError ? undefined : null) : format.number(data[totalOf[view]]);
  return (
    <Tabs
      label={t("totals")}
      hasLargeCounts
      aside={
        <Link to="/tenant-management/billing" className={`${linkClass} text-dense`}>
          {t("billing")}
        </Link>
      }
      items={(["all", ...tenantStatuses] as const).map((view) => ({
        key: view,
        label: t(`view.${view}`),
        count: countOf(view),
        current: view === (list.search.status ?? "all"),
        link: (props) => (
          <Link
            to="/tenant-management"
            search={list.after({ status: view === "all" ? undefined : view })}
            activeOptions={{ exact: true }}
            {...props}
          />
        ),
      }))}
    />
  );
}

/** Shows that live updates are connected. */
function Live() {
  const t = useTranslations("tenants");
  if (useRealtimeState() !== "connected") return null;
  return (
    <span className="ml-2">
      <span className="mr-1.5 inline-block size-2 rounded-full bg-success" aria-hidden />
      {t("live")}
    </span>
  );
}

/**
 * Shows the number of people in all tenants and the time at which the totals were read. Links to the list of tenants,
 * sorted by the number of people.
 */
export function TenantPeople({ list }: { list: ListState }) {
  const t = useTranslations("tenants");
  const format = useFormat();
  const { data, dataUpdatedAt } = useQuery(totalsQuery());
  if (data === undefined) return "\u00A0";
  return (
    <>
      {t.rich("people", {
        count: data.totalUsers,
        link: (text) => (
          <Link
            to="/tenant-management"
            search={list.after({ sortBy: "currentUsers", sortOrder: "desc" })}
            activeOptions={{ exact: true }}
            className={linkClass}
          >
            {text}
          </Link>
        ),
      })}
      {/* A second line on phones would move the page when it arrives. */}
      <span className="max-sm:hidden">
        <Dot />
        <span className="tabular-nums">{t("asOf", { time: format.timeExact(dataUpdatedAt) })}</span>
        <Live />
      </span>
    </>
  );
}
