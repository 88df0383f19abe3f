import type { TransferEntry } from "@praxisportal/contract/users/transfer.schema";
import { useQuery } from "@tanstack/react-query";
import ArrowRightLeft from "lucide-react/icons/arrow-right-left";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import type { User } from "../people.api.ts";
import { useCanManagePeople } from "../edit/use-actor.ts";
import { cancelTransfer, targetsQuery, transfersQuery } from "../transfer/transfer.api.ts";
import { TransferDialog } from "../transfer/transfer-dialog.tsx";
import { useReportChange } from "../use-report-change.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

export interface HistoryTabProps {
  organizationId: string;
  userId: string;
  /** Absent for former members, for whom only the history is shown. */
  user?: User | undefined;
  /** True if the signed-in user may transfer the person. */
  canMove: boolean;
}

/** Lists the transfers of a person between organizations, and starts a new transfer. */
export function HistoryTab({ organizationId, userId, user, canMove }: HistoryTabProps) {
  const t = useTranslations("transfer");
  const query = useQuery(transfersQuery(organizationId, userId));
  const report = useReportChange(organizationId);
  const canManagePeople = useCanManagePeople();
  const [open, setOpen] = useKeptState("transfer", false);
  const { run, busy, failure } = useAppMutation({
    mutate: () => cancelTransfer(userId),
    onSuccess: () => report(t("undone")),
  });
  const isMovable = user !== undefined && canMove;
  const targets = useQuery({ ...targetsQuery(), enabled: isMovable });
  // A user who manages no other organization sees an explanation instead of the button.
  const hasNoTarget = isMovable && targets.data?.data.every(({ id }) => id === organizationId) === true;
  const entries = query.data?.data;
  // The person was never a member of this organization.
  if (user === undefined && (entries === undefined || entries.length === 0)) return null;

  return (
    <>
      <Card
        title={t("title")}
        description={
          <>
            {t("text")}
            {hasNoTarget && <span className="mt-2 block">{t("noTarget")}</span>}
          </>
        }
        aside={
          isMovable && !targets.isPending && !hasNoTarget ? (
            <WriteButton icon={ArrowRightLeft} onClick={() => setOpen(true)}>
              {t("open")}
            </WriteButton>
          ) : undefined
        }
      >
        {failure !== null && (
          <ErrorBox persistent title={t("error.undo")}>
            {failure}
          </ErrorBox>
        )}
        <QueryFallback query={query} failedTitle={t("error.load")}>
          <div className="-mx-5">
            <SkeletonRows count={2} />
          </div>
        </QueryFallback>
        {entries?.length === 0 && <EmptyState icon={ArrowRightLeft} title={t("none")} text={t("noneText")} />}
        {entries !== undefined && entries.length > 0 && (
          <ol aria-label={t("title")} className="grid">
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                busy={busy}
                onUndo={canManagePeople ? () => void run() : undefined}
              />
            ))}
          </ol>
        )}
      </Card>
      {open && user !== undefined && (
        <TransferDialog organizationId={organizationId} user={user} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function Entry({
  entry,
  busy,
  onUndo,
}: {
  entry: TransferEntry;
  busy: boolean;
  onUndo: (() => void) | undefined;
}) {
  const t = useTranslations("transfer");
  const roles = useTranslations("roles");
  const format = useFormat();
  const otherName = t("otherOrganization");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 text-dense first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-strong text-text">
          {t("way", { from: entry.from.name ?? otherName, to: entry.to.name ?? otherName })}
        </p>
        <p className="text-text-2">
          {t("roles", { before: roles(entry.roleBefore), after: roles(entry.roleAfter) })}
        </p>
        <p className="text-small text-text-3">
          <Dotted
            details={[
              <time key="time" dateTime={entry.time} title={format.momentFull(entry.time)}>
                {format.moment(entry.time)}
              </time>,
              entry.performer.name,
              entry.undoneAt !== null && t("undoneAt", { time: format.moment(entry.undoneAt) }),
            ]}
          />
        </p>
      </div>
      {entry.undoableUntil !== null && onUndo !== undefined && (
        <div className="grid justify-items-end gap-1">
          <WriteButton size="small" busy={busy} onClick={onUndo}>
            {t("undo")}
          </WriteButton>
          <span className="text-small text-text-3">
            {t("until", { time: format.momentInText(entry.undoableUntil) })}
          </span>
        </div>
      )}
    </li>
  );
}
