import { tokenExpiringSoonMs } from "@praxisportal/contract/limits";
import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { overviewQuery } from "../../../features/organizations/organizations.api.ts";
import {
  type OrgTokenStatistics,
  liveTokenStatisticsQuery,
} from "../../../features/org-tokens/tokens.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass, nameLinkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { listAttentionItems } from "./attention.ts";
import { EventsCard } from "./events-card.tsx";
import { FailedSignInsCard } from "./failed-sign-ins-card.tsx";
import { StatesCard } from "./states-card.tsx";
import { WorkCard } from "./work-card.tsx";

const hourMs = 3_600_000;
/** Polling interval for data without live events, mainly background jobs. */
const refetchMs = 15_000;
/** The same while a job is running, so that its end is soon visible. */
const refetchRunningMs = 3_000;

const organizationColors = {
  active: "bg-chart-1",
  trial: "bg-chart-3",
  suspended: "bg-chart-2",
  archived: "bg-chart-4",
  deleted: "bg-chart-5",
} as const;

function OrganizationsCard({
  organizations,
}: {
  organizations: NonNullable<TenantOverview["organizations"]>;
}) {
  const t = useTranslations("admin");
  const states = ["active", "trial", "suspended", "archived", "deleted"] as const;
  return (
    <StatesCard
      title={t("organizations.title")}
      value={organizations.active + organizations.trial + organizations.suspended}
      unit={t("organizations.unit")}
      aside={
        <Link to="/organizations" className={linkClass}>
          {t("organizations.all")}
        </Link>
      }
      rows={states.map((status) => ({
        key: status,
        label: t(`organizations.states.${status}`),
        count: organizations[status],
        color: organizationColors[status],
        link: (label) => (
          <Link to="/organizations" search={{ status }} className={nameLinkClass}>
            {label}
          </Link>
        ),
      }))}
    />
  );
}

const peopleColors = {
  active: "bg-chart-1",
  pending: "bg-chart-3",
  locked: "bg-chart-2",
  blocked: "bg-chart-5",
  deactivated: "bg-chart-4",
} as const;

function PeopleCard({ people }: { people: NonNullable<TenantOverview["people"]> }) {
  const t = useTranslations("admin");
  const states = ["active", "pending", "locked", "blocked", "deactivated"] as const;
  return (
    <StatesCard
      title={t("people.title")}
      value={states.reduce((sum, state) => sum + people[state], 0)}
      unit={t("people.unit")}
      aside={
        <Link to="/organizations" search={{ sortBy: "userCount", sortOrder: "desc" }} className={linkClass}>
          {t("people.all")}
        </Link>
      }
      rows={states.map((state) => ({
        key: state,
        label: t(`people.states.${state}`),
        count: people[state],
        color: peopleColors[state],
      }))}
      footer={<p className="text-small text-text-3">{t("people.twice")}</p>}
    />
  );
}

function TokensCard({ tokens }: { tokens: OrgTokenStatistics }) {
  const t = useTranslations("admin");
  const rows = [
    // Tokens that expire soon are still active, so they are subtracted to count each token once.
    { key: "active", count: tokens.activeTokens - tokens.expiringSoon, color: "bg-chart-1" },
    { key: "expiring", count: tokens.expiringSoon, color: "bg-chart-2" },
    { key: "expired", count: tokens.expiredTokens, color: "bg-chart-4" },
    { key: "revoked", count: tokens.revokedTokens, color: "bg-chart-5" },
  ] as const;
  return (
    <StatesCard
      title={t("tokens.title")}
      value={tokens.activeTokens}
      unit={t("tokens.unit")}
      aside={
        <Link to="/admin" search={{ tab: "tokens" }} className={linkClass}>
          {t("tokens.all")}
        </Link>
      }
      rows={rows.map(({ key, count, color }) => ({
        key,
        count,
        color,
        label: t(`tokens.states.${key}`, { hours: tokenExpiringSoonMs / hourMs }),
        link: (label) => (
          <Link to="/admin" search={{ tab: "tokens", status: key }} className={nameLinkClass}>
            {label}
          </Link>
        ),
      }))}
    />
  );
}

function OverviewSkeleton() {
  const t = useTranslations("admin");
  return (
    <SkeletonGroup label={t("loading")} className="grid grid-cols-1 gap-4">
      <div className="flex h-12 items-center gap-3 rounded-r-3 border border-line bg-surface px-5">
        <Skeleton round className="size-4.5 shrink-0" />
        <Skeleton className="h-3.5 w-96 min-w-0" />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {[0, 1, 2].map((card) => (
          <div key={card} className="grid content-start gap-4 rounded-r-3 border border-line bg-surface p-5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-8 w-20" />
            <Skeleton className="h-2.5 w-full" />
            <div className="divide-y divide-line border-b border-line">
              {[0, 1, 2, 3, 4].map((row) => (
                <div key={row} className="flex justify-between py-3">
                  <Skeleton className="h-3 w-28" />
                  <Skeleton className="h-3 w-16" />
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <SkeletonCard rows={4} />
        <SkeletonCard rows={4} />
      </div>
    </SkeletonGroup>
  );
}

/**
 * Shows the current state of the platform. Items that need attention come first, then figures with links to their
 * pages.
 */
export function OverviewTab({ runsPlatform }: { runsPlatform: boolean }) {
  const t = useTranslations("admin");
  const format = useFormat();
  const overview = useQuery({
    ...overviewQuery(),
    refetchInterval: ({ state }) =>
      state.data?.jobs.some((job) => job.state === "running") ? refetchRunningMs : refetchMs,
  });
  const tokens = useQuery({ ...liveTokenStatisticsQuery(), refetchInterval: refetchMs });
  const { data, error } = overview;
  if (data === undefined)
    return (
      <QueryFallback query={overview} failedTitle={t("failed")}>
        <OverviewSkeleton />
      </QueryFallback>
    );
  if (tokens.isPending) return <OverviewSkeleton />;
  const { organizations, people } = data;
  return (
    <div className="grid gap-4">
      {error !== null && (
        <ErrorBox variant="warning" persistent>
          {t("stale")}
        </ErrorBox>
      )}
      <AttentionCard
        items={listAttentionItems(data, tokens.data?.expiringSoon ?? 0)}
        isComplete={error === null && tokens.error === null}
        runsPlatform={runsPlatform}
      />
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {organizations && <OrganizationsCard organizations={organizations} />}
        {people && <PeopleCard people={people} />}
        {tokens.data ? (
          <TokensCard tokens={tokens.data} />
        ) : (
          <Card title={t("tokens.title")}>
            <QueryFallback query={tokens} failedTitle={t("tokens.failed")} />
          </Card>
        )}
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-4">
          <FailedSignInsCard refused={data.refusedSignIns} />
          <EventsCard events={data.securityEvents} runsPlatform={runsPlatform} />
        </div>
        <WorkCard outbox={data.outbox} jobs={data.jobs} canRetry={runsPlatform} />
      </div>
      <p className="text-small text-text-3 tabular-nums">
        {t("readAt", { time: format.timeExact(data.readAt) })}
      </p>
    </div>
  );
}
