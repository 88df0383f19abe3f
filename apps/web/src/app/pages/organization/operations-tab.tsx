import type { Operation } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ListChecks from "lucide-react/icons/list-checks";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { LoadFailed } from "../../../platform/app-state/load-failed.tsx";
import { operationsQuery } from "../../../features/organizations/organizations.api.ts";
import { cancelTransfer } from "../../../features/users/transfer.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import {
  HeaderCell,
  TableBody,
  TableCard,
  TableCell,
  TableHeader,
  TableRow,
} from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { KeysetPaging } from "../../../ui/keyset-paging.tsx";
import { linkClass } from "../../../ui/link-style.ts";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { useCanReadAudit } from "../use-can-read-audit.ts";

const columns = ["time", "what", "whom", "who", "outcome"] as const;
const minWidths = { time: "8rem", what: "11rem", whom: "10rem", who: "10rem", outcome: "12rem" } as const;
const skeletonRows = [0, 1, 2, 3, 4];

type Undo = { busy: string | null; start: (entry: Operation) => void };

/** Reverts a transfer and reports the result. */
function useUndo(organizationId: string, notify: (message: string) => void) {
  const t = useTranslations("operations");
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  async function run({ id, user }: Operation): Promise<void> {
    if (user.id === null) return;
    setBusy(id);
    setFailure(null);
    try {
      await cancelTransfer(user.id);
      notify(t("undone"));
    } catch (error) {
      setFailure(isApiError(error) ? error.message : "");
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
    }
  }
  return { busy, failure, start: (entry: Operation) => void run(entry) };
}

/** Operations on members of the organization; transfers of the last 24 hours can be reverted. */
export function OperationsTab({
  organizationId,
  notify,
}: {
  organizationId: string;
  notify: (message: string) => void;
}) {
  const t = useTranslations("operations");
  const [cursor, setCursor] = useState<string | undefined>();
  const { data, error, isFetching, refetch } = useQuery(operationsQuery(organizationId, cursor));
  const undo = useUndo(organizationId, notify);
  const canReadAudit = useCanReadAudit();
  const emptyState =
    data === undefined && error !== null ? (
      <LoadFailed
        className="m-4"
        title={t("failed")}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : data?.data.length === 0 ? (
      <EmptyState icon={ListChecks} title={t("none")} text={t("noneText")} />
    ) : undefined;
  const rows = { entries: data?.data, emptyState, undo };
  return (
    <div className="grid gap-4">
      <p className="max-w-[90ch] text-body text-text-2">
        {t("text")}{" "}
        {canReadAudit && (
          <Link to="/organization" search={{ tab: "audit" }} className={linkClass}>
            {t("toLog")}
          </Link>
        )}
      </p>
      {undo.failure !== null && (
        <ErrorBox persistent title={t("undoFailed")}>
          {undo.failure}
        </ErrorBox>
      )}
      <div className="max-lg:hidden">
        <OperationsTable {...rows} reloading={isFetching && data !== undefined} />
      </div>
      <div className="lg:hidden">
        <OperationsList {...rows} />
      </div>
      {data !== undefined && data.data.length > 0 && (
        <KeysetPaging
          label={t("pages")}
          count={t("count", { count: data.pagination.totalEstimate })}
          previous={data.pagination.prevCursor}
          next={data.pagination.nextCursor}
          firstLabel={t("newest")}
          previousLabel={t("newer")}
          nextLabel={t("older")}
          onCursor={setCursor}
        />
      )}
    </div>
  );
}

type RowsProps = {
  entries: readonly Operation[] | undefined;
  emptyState: ReactNode;
  undo: Undo;
};

function OperationsTable({ entries, emptyState, undo, reloading }: RowsProps & { reloading: boolean }) {
  const t = useTranslations("operations");
  return (
    <TableCard label={t("title")} reloading={reloading} emptyState={emptyState}>
      <TableHeader>
        {columns.map((column) => (
          <HeaderCell key={column} minWidth={minWidths[column]}>
            {t(`columns.${column}`)}
          </HeaderCell>
        ))}
      </TableHeader>
      <TableBody>
        {emptyState === undefined &&
          entries === undefined &&
          skeletonRows.map((row) => (
            <TableRow key={row} className="hover:bg-transparent">
              {columns.map((column) => (
                <TableCell key={column}>
                  <Skeleton className="h-3 w-24" />
                </TableCell>
              ))}
            </TableRow>
          ))}
        {emptyState === undefined &&
          entries?.map((entry) => (
            <TableRow key={entry.id}>
              <TableCell>
                <Time at={entry.time} />
              </TableCell>
              <TableCell header>
                <OperationCell entry={entry} />
              </TableCell>
              <TableCell className="wrap-anywhere">
                <AffectedUserCell entry={entry} />
              </TableCell>
              <TableCell className="wrap-anywhere">
                <PerformerCell entry={entry} />
              </TableCell>
              <TableCell>
                <Outcome entry={entry} undo={undo} />
              </TableCell>
            </TableRow>
          ))}
      </TableBody>
    </TableCard>
  );
}

const box = "rounded-r-3 border border-line bg-surface p-4";

function OperationsList({ entries, emptyState, undo }: RowsProps) {
  const t = useTranslations("operations");
  if (emptyState !== undefined)
    return <div className="rounded-r-3 border border-line bg-surface">{emptyState}</div>;
  return (
    <ul aria-label={t("title")} className="grid gap-2">
      {entries === undefined
        ? skeletonRows.map((row) => (
            <li key={row} className={box}>
              <Skeleton className="h-3 w-56" />
              <Skeleton className="mt-2 h-2.5 w-32" />
            </li>
          ))
        : entries.map((entry) => (
            <li key={entry.id} className={box}>
              <p className="text-dense wrap-anywhere text-text">
                <AffectedUserCell entry={entry} />
              </p>
              <p className="mt-0.5 text-dense font-label text-text">
                <OperationCell entry={entry} />
              </p>
              <p className="mt-1 mb-3 text-small wrap-anywhere text-text-2">
                <Time at={entry.time} /> · <PerformerCell entry={entry} />
              </p>
              <Outcome entry={entry} undo={undo} />
            </li>
          ))}
    </ul>
  );
}

function Time({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.momentFull(at)} className="text-text-2 tabular-nums">
      {format.moment(at)}
    </time>
  );
}

function OperationCell({ entry }: { entry: Operation }) {
  const t = useTranslations("operations");
  return entry.action === "user.transfer_undone" ? t("back") : t(`type.${entry.type}`);
}

/** Links to the member's page as long as they have a name, even after a transfer to another organization. */
function AffectedUserCell({ entry: { user } }: { entry: Operation }) {
  const t = useTranslations("operations");
  if (user.id === null || user.name === null) return <span className="text-text-2">{t("erased")}</span>;
  return (
    <Link to="/users/$userId" params={{ userId: user.id }} search={{ tab: "history" }} className={linkClass}>
      {user.name}
    </Link>
  );
}

function PerformerCell({ entry: { performer } }: { entry: Operation }) {
  const t = useTranslations("operations");
  return performer.name ?? t(performer.id === null ? "system" : "erased");
}

function Outcome({ entry, undo }: { entry: Operation; undo: Undo }) {
  const t = useTranslations("operations");
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StatusBadge meaning={entry.outcome === "done" ? "ok" : "info"}>
        {t(`outcome.${entry.outcome}`)}
      </StatusBadge>
      {entry.undoableUntil !== null && (
        <span className="grid gap-0.5">
          <Button
            size="small"
            busy={undo.busy === entry.id}
            aria-label={t("undoOf", { name: entry.user.name ?? t("erased") })}
            onClick={() => undo.start(entry)}
          >
            {t("undo")}
          </Button>
          <span className="text-small text-text-3">
            {t("until", { time: format.moment(entry.undoableUntil) })}
          </span>
        </span>
      )}
    </div>
  );
}
