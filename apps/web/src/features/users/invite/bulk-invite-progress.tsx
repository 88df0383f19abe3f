import { useTranslations } from "use-intl";
import { bulkCounts } from "../../../platform/bulk/bulk-work.ts";
import type { Bulk } from "../../../platform/bulk/use-bulk.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { BulkOutcome } from "../bulk/bulk-outcome.tsx";

export interface BulkInviteProgressProps {
  bulk: Bulk<"invite">;
  onClose: () => void;
}

/** Shows the progress of the invitations and the result of each address. */
export function BulkInviteProgress({ bulk, onClose }: BulkInviteProgressProps) {
  const t = useTranslations("bulk-invite");
  const work = useTranslations("users-bulk");
  const common = useTranslations("common");
  if (bulk.work === null || bulk.state === null) return null;
  const counts = bulkCounts(bulk.work);
  const isRunning = bulk.state === "running";
  return (
    <Dialog
      open
      dismissible={!isRunning}
      onOpenChange={(next) => !next && !isRunning && onClose()}
      title={t("progress", { count: counts.total })}
      actions={
        isRunning ? (
          <Button onClick={bulk.stop}>{work("stop")}</Button>
        ) : (
          <>
            <Button variant={counts.open > 0 ? "secondary" : "primary"} onClick={onClose}>
              {common("close")}
            </Button>
            {counts.open > 0 && (
              <WriteButton variant="primary" onClick={bulk.resume}>
                {work("resume")}
              </WriteButton>
            )}
          </>
        )
      }
    >
      <BulkOutcome
        work={bulk.work}
        state={bulk.state}
        failedTitle={t(counts.failed === counts.total ? "refusedAll" : "refused")}
        finishedText={t("finished", { count: counts.done })}
        nameOf={({ id }) => id}
      />
    </Dialog>
  );
}
