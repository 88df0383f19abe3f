import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { userQuery } from "../../../entities/person/person.api.ts";
import { bulkCounts, type BulkWork } from "../../../platform/bulk/bulk-work.ts";
import type { Bulk } from "../../../platform/bulk/use-bulk.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { BulkKind } from "./bulk.api.ts";
import { BulkOutcome } from "./bulk-outcome.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";

export interface BulkProgressProps {
  organizationId: string;
  work: BulkWork<BulkKind>;
  state: NonNullable<Bulk<BulkKind>["state"]>;
  /** Names by id. Empty after a reload, because names are not stored. */
  names: ReadonlyMap<string, string>;
  onStop: () => void;
  onResume: () => void;
  onClose: () => void;
}

/** Loads the name of a person who is not on the current page. */
function UnlistedName({ organizationId, id }: { organizationId: string; id: string }) {
  const t = useTranslations("users-bulk");
  const { data } = useQuery(userQuery(organizationId, id));
  return data === undefined ? t("somebody") : nameOf(data);
}

/** Shows the progress of bulk work with the result for each person. The work can be stopped and resumed. */
export function BulkProgress(props: BulkProgressProps) {
  const { organizationId, work, state, names, onStop, onResume, onClose } = props;
  const t = useTranslations("users-bulk");
  const common = useTranslations("common");
  const counts = bulkCounts(work);
  const isRunning = state === "running";
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
            <Button variant={counts.open > 0 ? "secondary" : "primary"} onClick={onClose}>
              {common("close")}
            </Button>
            {counts.open > 0 && (
              <WriteButton variant="primary" onClick={onResume}>
                {t("resume")}
              </WriteButton>
            )}
          </>
        )
      }
    >
      <BulkOutcome
        work={work}
        state={state}
        failedTitle={t(`error.${work.kind}`)}
        finishedText={t(`finished.${work.kind}`, { count: counts.done })}
        isListed={({ id, state: outcome }) => names.has(id) || outcome === "failed"}
        nameOf={({ id }) => names.get(id) ?? <UnlistedName organizationId={organizationId} id={id} />}
      />
    </Dialog>
  );
}
