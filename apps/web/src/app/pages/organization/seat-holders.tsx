import type { SeatHolder } from "@praxisportal/contract/organizations/organization-changes.schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Users from "lucide-react/icons/users";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { seatHoldersQuery } from "../../../features/organizations/organizations.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import {
  HeaderCell,
  TableBody,
  TableCard,
  TableCell,
  TableHeader,
  TableRow,
} from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { KeysetPaging } from "../../../ui/keyset-paging.tsx";
import { linkClass } from "../../../ui/link-style.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";

const columns = ["name", "role", "status", "since", "until"] as const;
const skeletonRows = [0, 1, 2, 3];
const meanings = { active: "active", pending: "invited", locked: "locked", blocked: "blocked" } as const;

/** Everyone who takes a seat, by name; useful when no seat is free. */
export function SeatHolders({ organizationId }: { organizationId: string }) {
  const t = useTranslations("licences");
  const common = useTranslations("common");
  const [cursor, setCursor] = useState<string | undefined>();
  const { data, isError, isFetching, refetch } = useQuery(seatHoldersQuery(organizationId, cursor));
  const holders = data?.data;
  const emptyState =
    holders === undefined && isError ? (
      <ErrorState
        className="m-4"
        title={t("holders.failed")}
        text={common("error.load")}
        onRetry={() => void refetch()}
        retrying={isFetching}
        retryLabel={common("retry")}
      />
    ) : holders?.length === 0 ? (
      <EmptyState icon={Users} title={t("holders.none")} text={t("holders.noneText")} />
    ) : undefined;
  return (
    <section aria-labelledby="holders" className="grid gap-3">
      <div>
        <h2 id="holders" className="text-section text-text">
          {t("holders.title")}
        </h2>
        <p className="text-dense text-text-2">{t("holders.text")}</p>
      </div>
      <div className="max-md:hidden">
        <TableCard
          label={t("holders.text")}
          reloading={isFetching && holders !== undefined}
          emptyState={emptyState}
        >
          <TableHeader>
            {columns.map((column) => (
              <HeaderCell key={column}>{t(`holders.${column}`)}</HeaderCell>
            ))}
          </TableHeader>
          <TableBody>
            {emptyState === undefined &&
              holders === undefined &&
              skeletonRows.map((row) => (
                <TableRow key={row} className="hover:bg-transparent">
                  {columns.map((column) => (
                    <TableCell key={column}>
                      <Skeleton className="h-3 w-20" />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            {emptyState === undefined &&
              holders?.map((holder) => (
                <TableRow key={holder.id}>
                  <TableCell header className="wrap-anywhere">
                    <Name holder={holder} />
                  </TableCell>
                  <TableCell>
                    <Role holder={holder} />
                  </TableCell>
                  <TableCell>
                    <State holder={holder} />
                  </TableCell>
                  <TableCell>
                    <Day at={holder.since} />
                  </TableCell>
                  <TableCell>
                    <Day at={holder.validUntil} />
                  </TableCell>
                </TableRow>
              ))}
          </TableBody>
        </TableCard>
      </div>
      <div className="md:hidden">
        {emptyState === undefined ? (
          <ul
            aria-label={t("holders.text")}
            className="divide-y divide-line rounded-r-3 border border-line bg-surface"
          >
            {holders === undefined
              ? skeletonRows.map((row) => (
                  <li key={row} className="px-4 py-3">
                    <Skeleton className="h-3 w-44" />
                  </li>
                ))
              : holders.map((holder) => (
                  <li key={holder.id} className="grid gap-1 px-4 py-3 text-dense">
                    <span className="wrap-anywhere">
                      <Name holder={holder} />
                    </span>
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-text-2">
                      <State holder={holder} />
                      <Role holder={holder} />
                    </span>
                  </li>
                ))}
          </ul>
        ) : (
          <div className="rounded-r-3 border border-line bg-surface">{emptyState}</div>
        )}
      </div>
      {data !== undefined && emptyState === undefined && (
        <KeysetPaging
          label={t("holders.pages")}
          count={t("holders.count", { count: data.pagination.totalEstimate })}
          previous={data.pagination.prevCursor}
          next={data.pagination.nextCursor}
          firstLabel={t("holders.first")}
          previousLabel={t("holders.previous")}
          nextLabel={t("holders.next")}
          onCursor={setCursor}
        />
      )}
    </section>
  );
}

function Name({ holder }: { holder: SeatHolder }) {
  const name = [holder.lastName, holder.firstName].filter((part) => part !== "").join(", ");
  return (
    <Link to="/users/$userId" params={{ userId: holder.id }} className={linkClass}>
      {name === "" ? "–" : name}
    </Link>
  );
}

function Role({ holder }: { holder: SeatHolder }) {
  const roles = useTranslations("roles");
  return roles(holder.role);
}

function State({ holder: { status } }: { holder: SeatHolder }) {
  const t = useTranslations("licences");
  return <StatusBadge meaning={meanings[status]}>{t(`holders.state.${status}`)}</StatusBadge>;
}

function Day({ at }: { at: string | null }) {
  const format = useFormat();
  if (at === null) return <span className="text-text-3">–</span>;
  return <time dateTime={at}>{format.date(at)}</time>;
}
