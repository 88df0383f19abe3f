import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { bulkCounts, type BulkItem, type BulkWork } from "../../platform/bulk/bulk-work.ts";
import type { Bulk } from "../../platform/bulk/use-bulk.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { Progress } from "../../ui/meter.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { BulkKind } from "./bulk.api.ts";
import { userQuery } from "./people.api.ts";
import { nameOf } from "./person-name.ts";

export interface BulkProgressProps {
  organizationId: string;
  work: BulkWork<BulkKind>;
  state: NonNullable<Bulk<BulkKind>["state"]>;
  /** Names by id; after a reload nobody's is known, because names are not kept. */
  names: ReadonlyMap<string, string>;
  onStop: () => void;
  onResume: () => void;
  onClose: () => void;
}

const meanings = { done: "ok", failed: "failed", open: "info" } as const;
const order = { failed: 0, open: 1, done: 2 } as const;

/** The name of somebody whom the page has not listed is asked for. */
function UnlistedName({ organizationId, id }: { organizationId: string; id: string }) {
  const t = useTranslations("users-bulk");
  const { data } = useQuery(userQuery(organizationId, id));
  return data === undefined ? t("somebody") : nameOf(data);
}

function ResultRow({
  organizationId,
  item,
  name,
}: {
  organizationId: string;
  item: BulkItem;
  name: string | undefined;
}) {
  const t = useTranslations("users-bulk");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 text-dense first:border-t-0">
      <span className="min-w-0 font-strong text-text">
        {name ?? <UnlistedName organizationId={organizationId} id={item.id} />}
      </span>
      <StatusBadge meaning={meanings[item.state]}>{t(`state.${item.state}`)}</StatusBadge>
      {item.reason !== undefined && <span className="basis-full text-text-2">{item.reason}</span>}
    </li>
  );
}

/** How far the work is and what has become of each person; it can be stopped and gone on with. */
export function BulkProgress(props: BulkProgressProps) {
  const { organizationId, work, state, names, onStop, onResume, onClose } = props;
  const t = useTranslations("users-bulk");
  const common = useTranslations("common");
  const counts = bulkCounts(work);
  const isRunning = state === "running";
  const listed = work.items
    .filter(({ id, state: outcome }) => names.has(id) || outcome === "failed")
    .toSorted((a, b) => order[a.state] - order[b.state]);
  return (
    <Dialog
      open
      size="form"
      dismissible={!isRunning}
      onOpenChange={(next) => !next && !isRunning && onClose()}
      title={t(`progress.${work.kind}`, { count: counts.total })}
      actions={
        isRunning ? (
          <Button onClick={onStop}>{t("stop")}</Button>
        ) : (
          <>
            {counts.open > 0 && <Button onClick={onResume}>{t("resume")}</Button>}
            <Button kind="primary" onClick={onClose}>
              {common("close")}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <Progress
          label={t(isRunning ? "running" : "ended")}
          valueText={t("of", { done: counts.total - counts.open, total: counts.total })}
          ratio={(counts.total - counts.open) / counts.total}
        />
        <div role="status" className="grid gap-3">
          {state === "interrupted" && (
            <ErrorBox kind="warning" persistent title={t("interrupted.title")}>
              {t("interrupted.text", counts)}
            </ErrorBox>
          )}
          {state === "stopped" && (
            <ErrorBox kind="info" persistent title={t("stopped.title")}>
              {t("stopped.text", counts)}
            </ErrorBox>
          )}
          {!isRunning && counts.failed > 0 && (
            <ErrorBox persistent title={t(`error.${work.kind}`)}>
              {t("failed", counts)}
            </ErrorBox>
          )}
          {state === "finished" && counts.failed === 0 && (
            <StatusBadge meaning="ok">{t(`finished.${work.kind}`, { count: counts.done })}</StatusBadge>
          )}
        </div>
        {!isRunning && listed.length > 0 && (
          <ul aria-label={t("results")}>
            {listed.map((item) => (
              <ResultRow
                key={item.id}
                organizationId={organizationId}
                item={item}
                name={names.get(item.id)}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
