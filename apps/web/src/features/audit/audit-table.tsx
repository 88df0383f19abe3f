import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Fragment, type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { HeaderCell, TableBody, TableCard, TableCell, TableHeader, TableRow } from "../../ui/data-table.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { AuditOutcome } from "./audit-outcome.tsx";
import type { AuditEntry } from "./audit.api.ts";
import type { AuditChange } from "./audit-search.ts";
import { useAuditLabels } from "./use-audit-labels.ts";

export interface AuditTableProps {
  /** Undefined until loaded. */
  entries: readonly AuditEntry[] | undefined;
  reloading: boolean;
  onChange: (change: AuditChange) => void;
  /** Replaces the rows: no entries, no matches, or an error. */
  emptyState?: ReactNode;
}

const skeletonRows = [0, 1, 2, 3, 4, 5];
const columns = ["time", "who", "what", "object", "outcome"] as const;
const minWidths = { time: "7.5rem", who: "9rem", what: "14rem", object: "8rem", outcome: "9.5rem" } as const;

/** Tracks which entries show their details; several can be open. */
function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id: string) => opened.has(id),
    toggle: (id: string) => {
      const next = new Set(opened);
      if (!next.delete(id)) next.add(id);
      setOpened(next);
    },
  };
}

function ExpandButton({
  entry,
  open,
  controls,
  onToggle,
}: {
  entry: AuditEntry;
  open: boolean;
  controls: string;
  onToggle: () => void;
}) {
  const t = useTranslations("audit");
  const summary = useAuditLabels().sentence(entry);
  return (
    <IconButton
      icon={open ? ChevronDown : ChevronRight}
      size="small"
      label={t(open ? "close" : "open", { what: summary })}
      aria-expanded={open}
      {...(open ? { "aria-controls": controls } : {})}
      onClick={onToggle}
    />
  );
}

function Time({ entry }: { entry: AuditEntry }) {
  const format = useFormat();
  return (
    <time dateTime={entry.time} title={format.momentFull(entry.time)} className="text-text-2 tabular-nums">
      {format.moment(entry.time)}
    </time>
  );
}

function ActorCell({ entry }: { entry: AuditEntry }) {
  const labels = useAuditLabels();
  return (
    <>
      <span className="block font-label wrap-anywhere text-text">{labels.who(entry)}</span>
      {entry.actor.role !== null && (
        <span className="block text-small text-text-3">{labels.role(entry.actor.role)}</span>
      )}
    </>
  );
}

function TargetCell({ entry }: { entry: AuditEntry }) {
  const object = useAuditLabels().object(entry);
  if (object === null) return <span className="text-text-3">–</span>;
  if (object.name === null) return <span className="text-text-2">{object.kind}</span>;
  return (
    <>
      <span className="block wrap-anywhere text-text">{object.name}</span>
      <span className="block text-small text-text-3">{object.kind}</span>
    </>
  );
}

/** The log as a table from 1024 px, as cards below. Rows expand to the entry's details. */
export function AuditTable(props: AuditTableProps) {
  const opened = useOpened();
  return (
    <>
      <div className="max-lg:hidden">
        <Wide {...props} opened={opened} />
      </div>
      <div className="lg:hidden">
        <EntriesList {...props} opened={opened} />
      </div>
    </>
  );
}

type Inner = AuditTableProps & { opened: ReturnType<typeof useOpened> };

function Wide({ entries, reloading, onChange, emptyState, opened }: Inner) {
  const t = useTranslations("audit");
  const labels = useAuditLabels();
  const id = useId();
  return (
    <TableCard label={t("table")} reloading={reloading} emptyState={emptyState}>
      <TableHeader>
        <HeaderCell narrow>
          <span className="sr-only">{t("columns.details")}</span>
        </HeaderCell>
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
              {["open", ...columns].map((column) => (
                <TableCell key={column}>
                  <Skeleton className={column === "what" ? "h-3 w-64" : "h-3 w-16"} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        {emptyState === undefined &&
          entries?.map((entry) => {
            const open = opened.has(entry.id);
            const controls = `${id}-${entry.seq}`;
            return (
              <Fragment key={entry.id}>
                <TableRow>
                  <TableCell className="w-px">
                    <ExpandButton
                      entry={entry}
                      open={open}
                      controls={controls}
                      onToggle={() => opened.toggle(entry.id)}
                    />
                  </TableCell>
                  <TableCell>
                    <Time entry={entry} />
                  </TableCell>
                  <TableCell>
                    <ActorCell entry={entry} />
                  </TableCell>
                  <TableCell header className="wrap-anywhere">
                    {labels.sentence(entry)}
                  </TableCell>
                  <TableCell>
                    <TargetCell entry={entry} />
                  </TableCell>
                  <TableCell>
                    <AuditOutcome outcome={entry.outcome} />
                  </TableCell>
                </TableRow>
                {open && (
                  <tr id={controls} className="bg-surface-2">
                    <td colSpan={columns.length + 1} className="border-b border-line pr-4 pb-3 pl-14">
                      <AuditDetails entry={entry} onChange={onChange} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
      </TableBody>
    </TableCard>
  );
}

const box = "rounded-r-3 border border-line bg-surface p-4";

function EntriesList({ entries, reloading, onChange, emptyState, opened }: Inner) {
  const t = useTranslations("audit");
  const labels = useAuditLabels();
  const id = useId();
  if (emptyState !== undefined)
    return <div className="rounded-r-3 border border-line bg-surface">{emptyState}</div>;
  return (
    <ul aria-label={t("table")} aria-busy={reloading} className="grid gap-2">
      {entries === undefined
        ? skeletonRows.map((row) => (
            <li key={row} className={box}>
              <Skeleton className="h-3 w-56" />
              <Skeleton className="mt-2 h-2.5 w-32" />
            </li>
          ))
        : entries.map((entry) => {
            const open = opened.has(entry.id);
            const controls = `${id}-${entry.seq}`;
            return (
              <li key={entry.id} className={box}>
                <div className="flex items-start gap-3">
                  <p className="min-w-0 flex-1 text-dense wrap-anywhere text-text">
                    {labels.sentence(entry)}
                  </p>
                  <div className="-mt-1 -mr-2">
                    <ExpandButton
                      entry={entry}
                      open={open}
                      controls={controls}
                      onToggle={() => opened.toggle(entry.id)}
                    />
                  </div>
                </div>
                <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-2">
                  <AuditOutcome outcome={entry.outcome} />
                  <Time entry={entry} />
                  <span className="wrap-anywhere">{labels.who(entry)}</span>
                </div>
                {open && (
                  <div id={controls} className="mt-3 border-t border-line pt-1">
                    <AuditDetails entry={entry} onChange={onChange} />
                  </div>
                )}
              </li>
            );
          })}
    </ul>
  );
}
