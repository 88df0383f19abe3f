import { useQuery, useQueryClient } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../../entities/invoice/invoice-keys.ts";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { CountPill } from "../../../ui/label/count-pill.tsx";
import { type BankEntry, entriesQuery } from "../payments.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

// Loaded on demand, because the import books most entries.
const AssignDialog = lazyDialog(async () => (await import("./assign-dialog.tsx")).AssignDialog);
const SetAsideDialog = lazyDialog(async () => (await import("./set-aside-dialog.tsx")).SetAsideDialog);

interface EntryRowProps {
  entry: BankEntry;
  onAssign: () => void;
  onSetAside: () => void;
}

function EntryRow({ entry, onAssign, onSetAside }: EntryRowProps) {
  const t = useTranslations("payments");
  const format = useFormat();
  const cents = useCents();
  const amount = cents(entry.amountCents, entry.currency);
  const name = entry.name ?? t("entries.noName");
  return (
    <li className="grid gap-2 px-5 py-4 text-dense">
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-strong wrap-anywhere text-text">{name}</span>
        <span className="font-strong whitespace-nowrap text-text tabular-nums">{amount}</span>
      </div>
      <p className="wrap-anywhere text-text-2">
        <Dotted
          details={[
            <span key="day" className="tabular-nums">
              {format.calendar.date(entry.bookedOn)}
            </span>,
            entry.text || null,
          ]}
        />
      </p>
      <div className="button-row flex flex-wrap gap-2">
        <WriteButton
          size="small"
          aria-label={t("entries.assignOf", { name, amount })}
          {...preloads(AssignDialog)}
          onClick={onAssign}
        >
          {t("entries.assign")}
        </WriteButton>
        <WriteButton
          size="small"
          variant="quiet"
          aria-label={t("entries.setAsideOf", { name, amount })}
          {...preloads(SetAsideDialog)}
          onClick={onSetAside}
        >
          {t("entries.setAside")}
        </WriteButton>
      </div>
    </li>
  );
}

/** Lists the bank entries without a matching invoice. */
export function EntriesCard() {
  const t = useTranslations("payments");
  const client = useQueryClient();
  const { notifySuccess } = useNotify();
  const query = useQuery(entriesQuery());
  const { data } = query;
  const [openDialog, setOpenDialog] = useKeptState<{ kind: "assign" | "set-aside"; entry: BankEntry } | null>(
    "bank-entry",
    null,
  );
  const close = () => setOpenDialog(null);
  const handleDone = (remaining: readonly BankEntry[], message: string) => {
    client.setQueryData(entriesQuery().queryKey, [...remaining]);
    void client.invalidateQueries({ queryKey: invoiceKeys.all });
    notifySuccess(message);
    close();
  };
  return (
    <Card
      flush
      title={
        <span className="flex items-center gap-2">
          {t("entries.title")}
          {data !== undefined && data.length > 0 && <CountPill>{data.length}</CountPill>}
        </span>
      }
      description={t("entries.text")}
    >
      <QueryFallback query={query} failedTitle={t("entries.failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
      {data?.length === 0 && (
        <p className="flex items-center gap-2 px-5 py-4 text-dense text-text-2">
          <CircleCheck size={18} strokeWidth={1.75} className="shrink-0 text-success" aria-hidden />
          {t("entries.none")}
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((entry) => (
            <EntryRow
              key={entry.reference}
              entry={entry}
              onAssign={() => setOpenDialog({ kind: "assign", entry })}
              onSetAside={() => setOpenDialog({ kind: "set-aside", entry })}
            />
          ))}
        </ul>
      )}
      {openDialog?.kind === "assign" && (
        <AssignDialog entry={openDialog.entry} onClose={close} onDone={handleDone} />
      )}
      {openDialog?.kind === "set-aside" && (
        <SetAsideDialog entry={openDialog.entry} onClose={close} onDone={handleDone} />
      )}
    </Card>
  );
}
