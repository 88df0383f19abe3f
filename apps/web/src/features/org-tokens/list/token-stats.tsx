import { tokenExpiringSoonMs } from "@praxisportal/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleSlash from "lucide-react/icons/circle-slash";
import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { cx } from "../../../ui/cx.ts";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { useTokenLabels } from "./token-labels.ts";
import { type OrgTokenStatistics, tokenStatisticsQuery, type TokenScope } from "../tokens.api.ts";
import type { ListParams } from "../../../platform/list/list-search.ts";
import type { TokenList } from "./token-search.ts";

const tiles = [
  { status: "active", count: "activeTokens", icon: CircleCheck, tone: "text-success" },
  { status: "expiring", count: "expiringSoon", icon: TriangleAlert, tone: "text-warning" },
  { status: "revoked", count: "revokedTokens", icon: CircleSlash, tone: "text-text-3" },
  { status: "expired", count: "expiredTokens", icon: Clock, tone: "text-text-3" },
] as const satisfies readonly {
  status: string;
  count: keyof OrgTokenStatistics;
  icon: LucideIcon;
  tone: string;
}[];

const maxRows = 5;
const hourMs = 3_600_000;
const soonHours = tokenExpiringSoonMs / hourMs;

/** Shows a link that filters the list. A second click removes the filter. */
function FilterLink({
  list,
  change,
  current,
  className,
  children,
}: {
  list: TokenList;
  change: ListParams;
  current: boolean;
  className: string;
  children: React.ReactNode;
}) {
  const cleared = Object.fromEntries(Object.keys(change).map((field) => [field, undefined]));
  return (
    <Link
      to="."
      search={list.after(current ? cleared : change)}
      resetScroll={false}
      activeOptions={{ exact: true }}
      activeProps={{ "aria-current": undefined }}
      aria-current={current ? "true" : undefined}
      className={className}
    >
      {children}
    </Link>
  );
}

function StateTiles({ statistics, list }: { statistics: OrgTokenStatistics | undefined; list: TokenList }) {
  const t = useTranslations("client-tokens");
  const format = useFormat();
  return (
    <nav aria-label={t("stats.label")} className="grid h-full auto-rows-fr grid-cols-2 gap-3">
      {tiles.map(({ status, count, icon: Icon, tone }) => {
        const current = list.search.status === status;
        return (
          <FilterLink
            key={status}
            list={list}
            change={{ status }}
            current={current}
            className={cx(
              "flex min-h-24 flex-col justify-between rounded-r-3 border bg-surface px-4 py-3 transition-colors duration-(--t-quick) hover:bg-surface-2",
              current ? "border-accent" : "border-line",
            )}
          >
            <span className="flex items-start gap-2 text-dense font-nav text-text-2">
              <Icon size={16} strokeWidth={2} aria-hidden className={cx("mt-0.5 shrink-0", tone)} />
              {t(`stats.${status}`)}
            </span>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-display text-text tabular-nums">
                {statistics === undefined ? (
                  <Skeleton className="my-1 h-7 w-12" />
                ) : (
                  format.number(statistics[count])
                )}
              </span>
              {status === "expiring" && statistics !== undefined && (
                <span className="text-small text-text-3">{t("stats.within", { hours: soonHours })}</span>
              )}
            </span>
          </FilterLink>
        );
      })}
    </nav>
  );
}

interface Ranked {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly hint?: string;
  readonly change: ListParams;
  readonly current: boolean;
}

interface RankListProps {
  title: string;
  /** Undefined until loaded. Placeholders keep their space. */
  rows: readonly Ranked[] | undefined;
  list: TokenList;
}

const placeholders = Array.from({ length: maxRows }, (_none, index) => index);

function RankRow({ row, maxCount, list }: { row: Ranked; maxCount: number; list: TokenList }) {
  const format = useFormat();
  return (
    <li>
      <FilterLink
        list={list}
        change={row.change}
        current={row.current}
        className={cx(
          "focus-inset grid min-h-8 grid-cols-[minmax(0,1fr)_3rem_auto] items-center gap-3 rounded-r-2 px-2 text-dense",
          row.current ? "bg-accent-soft font-strong text-accent-text" : "text-text hover:bg-surface-3",
        )}
      >
        <span className="py-1 wrap-anywhere">{row.label}</span>
        <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-surface-3">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${(row.count / maxCount) * 100}%` }}
          />
        </span>
        <span className="min-w-8 text-right tabular-nums">
          {format.number(row.count)}
          {row.hint !== undefined && <span className="sr-only"> {row.hint}</span>}
        </span>
      </FilterLink>
    </li>
  );
}

function RankList({ title, rows, list }: RankListProps) {
  const t = useTranslations("client-tokens");
  const maxCount = Math.max(1, ...(rows ?? []).map(({ count }) => count));
  return (
    <Card title={title} className="max-md:hidden [&>div:last-child]:pb-3">
      {rows?.length === 0 && <p className="min-h-40 text-dense text-text-2">{t("stats.none")}</p>}
      {rows === undefined && (
        <SkeletonGroup label={t("stats.loading")}>
          {placeholders.map((row) => (
            <span key={row} className="flex h-8 items-center">
              <Skeleton className="h-3 w-full" />
            </span>
          ))}
        </SkeletonGroup>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ul className="-mx-2 min-h-40">
          {rows.map((row) => (
            <RankRow key={row.key} row={row} maxCount={maxCount} list={list} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Shows token counts by state, organization and application. Each one filters the list. */
export function TokenStats({ scope, list }: { scope: TokenScope; list: TokenList }) {
  const t = useTranslations("client-tokens");
  const labels = useTokenLabels();
  const query = useQuery(tokenStatisticsQuery(scope));
  const { data, error } = query;
  const { search } = list;
  if (error !== null && data === undefined) {
    const failedTitle = t(scope === null ? "error.statistics" : "error.organizationStatistics");
    return <QueryFallback query={query} failedTitle={failedTitle} />;
  }
  const organizations = data?.topOrganizations.map(
    ({ organizationId, name, activeTokens, totalTokens }): Ranked => ({
      key: organizationId,
      label: name,
      count: activeTokens,
      hint: t("stats.ofTotal", { active: activeTokens, total: totalTokens }),
      change: { organizationId },
      current: search.organizationId === organizationId,
    }),
  );
  const applications = data?.applications.slice(0, maxRows).map(({ applicationId, name, count }): Ranked => ({
    key: applicationId,
    label: name,
    count,
    change: { applicationId },
    current: search.applicationId === applicationId,
  }));
  const types = data?.applicationTypes.slice(0, maxRows).map(({ type, count }): Ranked => ({
    key: type,
    label: labels.type(type),
    count,
    change: { applicationType: type },
    current: search.applicationType === type,
  }));
  return (
    <div className="grid gap-3 lg:grid-cols-2 xl:grid-cols-3">
      <div className="lg:max-xl:col-span-2 lg:max-xl:[&>nav]:grid-cols-4">
        <StateTiles statistics={data} list={list} />
      </div>
      <RankList
        title={t(scope === null ? "stats.topOrganizations" : "stats.applications")}
        rows={scope === null ? organizations : applications}
        list={list}
      />
      <RankList title={t("stats.types")} rows={types} list={list} />
    </div>
  );
}
