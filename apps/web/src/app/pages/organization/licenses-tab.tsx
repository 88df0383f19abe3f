import { approachingLimitRatio } from "@praxisportal/contract/limits";
import type { Licenses } from "@praxisportal/contract/organizations/organization-changes.schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useSeatsText } from "../../../entities/person/use-seats-text.ts";
import { licensesQuery } from "../../../entities/organization/licenses.api.ts";
import type { MemberState } from "@praxisportal/contract/users/users.schema";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { Card } from "../../../ui/layout/card.tsx";
import {
  TableBody,
  TableCell,
  TableHeader,
  TableRow,
  HeaderCell,
  TableCard,
} from "../../../ui/list/data-table.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Meter } from "../../../ui/chart/meter.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { SeatHolders } from "./seat-holders.tsx";

function Seats({ licenses: { plan, limitFrom, seats } }: { licenses: Licenses }) {
  const t = useTranslations("licenses");
  const format = useFormat();
  const ratio = seats.max === 0 ? 1 : seats.taken / seats.max;
  const seatsText = useSeatsText()(seats);
  const stats = [
    [t("active"), seats.active],
    [t("pending"), seats.pending],
    [t("free"), seats.free],
  ] as const;
  return (
    <Card title={t("seats")} description={t("plan", { plan: t(`name.${plan}`) })}>
      {seats.free <= 0 && (
        <div className="mb-4">
          <ErrorBox variant="warning" persistent title={t("full.title")}>
            {t("full.text")}
          </ErrorBox>
        </div>
      )}
      <p className="text-title text-text">{seatsText}</p>
      <Meter className="mt-2 max-w-120" label={t("seats")} valueText={seatsText} ratio={ratio} limitMark />
      <dl className="mt-4 grid max-w-120 grid-cols-3 gap-4">
        {stats.map(([name, count]) => (
          <div key={name}>
            <dt className="text-small text-text-3">{name}</dt>
            <dd className="text-section text-text tabular-nums">{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-[70ch] text-dense text-text-2">
        {t(limitFrom === "plan" ? "fromPlan" : "fromOrganization")} {t("what")}
      </p>
      {seats.free > 0 && ratio > approachingLimitRatio && (
        <p className="mt-2 text-dense text-warning">{t("near", { count: seats.free })}</p>
      )}
    </Card>
  );
}

/** The seats while they are loading. */
function SeatsSkeleton() {
  const t = useTranslations("licenses");
  return (
    <SkeletonGroup label={t("loading")}>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-2 h-3.5 w-36" />
      <Skeleton className="mt-5 h-6 w-72 max-w-full" />
      <Skeleton className="mt-3 h-2 max-w-120" />
      <div className="mt-4 grid max-w-120 grid-cols-3 gap-4">
        {[1, 2, 3].map((stat) => (
          <div key={stat}>
            <Skeleton className="h-3 w-16 max-w-full" />
            <Skeleton className="mt-2 h-4 w-8" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-5 h-3.5 w-full max-w-[70ch]" />
      <Skeleton className="mt-2 h-3.5 w-60 max-w-full" />
    </SkeletonGroup>
  );
}

/** Members by state, grouped by whether they take a seat, each linked to its list. */
function SeatUsage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("licenses");
  const query = useQuery(userStatisticsQuery(organizationId));
  const { data } = query;
  const rows: readonly [MemberState, number, boolean][] =
    data === undefined
      ? []
      : [
          ["active", data.activeUsers, true],
          ["pending", data.pendingUsers, true],
          ["locked", data.lockedUsers ?? 0, true],
          ["blocked", data.blockedUsers ?? 0, true],
          ["deactivated", data.deactivatedUsers, false],
        ];
  return (
    <Card title={t("seatHolders")} description={t("seatHoldersText")} flush>
      <QueryFallback query={query} failedTitle={t("failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={5} />
        </SkeletonGroup>
      </QueryFallback>
      {data !== undefined && (
        <ul className="divide-y divide-line">
          {rows.map(([status, count, takesSeat]) => (
            <li
              key={status}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3"
            >
              <span className="min-w-0 text-body text-text">
                {t(`state.${status}`, { count })}
                <span className="block text-small text-text-3">
                  {t(takesSeat ? "holdsSeat" : "holdsNoSeat", { count })}
                </span>
              </span>
              {count > 0 && (
                <Link to="/users" search={{ status }} className={linkClass}>
                  {t("show")}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Plans({ licenses }: { licenses: Licenses }) {
  const t = useTranslations("licenses");
  const format = useFormat();
  return (
    <TableCard label={t("plans")}>
      <TableHeader>
        <HeaderCell>{t("planName")}</HeaderCell>
        <HeaderCell align="right">{t("planSeats")}</HeaderCell>
      </TableHeader>
      <TableBody>
        {licenses.plans.map(({ name, maxUsers, current, selectable }) => (
          <TableRow key={name}>
            <TableCell header>
              {/* On narrow screens, the note about the plan is below its name. */}
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {t(`name.${name}`)}
                {current ? (
                  <StatusBadge meaning="active">{t("current")}</StatusBadge>
                ) : (
                  !selectable && <span className="text-small text-text-3">{t("startOnly")}</span>
                )}
              </span>
            </TableCell>
            <TableCell align="right">{format.number(maxUsers)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableCard>
  );
}

/** Licenses as seats, with their number, their holders, and the seats that the plans include. */
export function LicensesTab({ organizationId }: { organizationId: string }) {
  const t = useTranslations("licenses");
  const canReadPeople = useHasPermission("users:read");
  const canChoosePlan = useHasPermission("billing:write");
  const query = useQuery(licensesQuery(organizationId));
  const { data } = query;
  return (
    <div className="grid gap-4">
      {data === undefined ? (
        <Card>
          <QueryFallback query={query} failedTitle={t("failed")}>
            <SeatsSkeleton />
          </QueryFallback>
        </Card>
      ) : (
        <Seats licenses={data} />
      )}
      {canReadPeople && <SeatUsage organizationId={organizationId} />}
      {canReadPeople && <SeatHolders organizationId={organizationId} />}
      {data !== undefined && (
        <section aria-labelledby="plans">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 id="plans" className="text-section text-text">
              {t("plans")}
            </h2>
            {canChoosePlan && (
              <Link to="/billing-subscription" className={linkClass}>
                {t("choosePlan")}
              </Link>
            )}
          </div>
          <Plans licenses={data} />
        </section>
      )}
    </div>
  );
}
