import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { bulkCounts } from "../../../platform/bulk/bulk-work.ts";
import { useBulk } from "../../../platform/bulk/use-bulk.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { applyBulkAction, type BulkKind, bulkKinds, bulkSelectionMax, findMatching } from "./bulk.api.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { BulkConfirmDialog } from "./bulk-confirm-dialog.tsx";
import type { ListSelection } from "../../../platform/list/use-list-selection.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import type { UsersSearch } from "../list/users-search.ts";
import type { ListedUser } from "../users.api.ts";

export interface UsersBulkProps {
  organizationId: string;
  selection: ListSelection<ListedUser>;
  search: UsersSearch;
  /** Number of people over all pages. */
  total: number;
}

/** Shows the actions on the selected people, and unfinished bulk work. */
export function UsersBulk({ organizationId, selection, search, total }: UsersBulkProps) {
  const t = useTranslations("users-bulk");
  const common = useTranslations("common");
  const client = useQueryClient();
  const [pendingAction, setPendingAction] = useState<BulkKind | null>(null);
  const [isProgressOpen, setProgressOpen] = useState(false);
  // Names of the people being processed. The selection is cleared at the end.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const collection = useAppMutation({
    mutate: () => findMatching(client, organizationId, search),
    onSuccess: (rows) => selection.set(rows, true),
    mapUnknown: () => common("error.load"),
  });
  const bulk = useBulk<BulkKind>({
    kinds: bulkKinds,
    organizationId,
    act: applyBulkAction,
    fallback: common("error.title"),
    onEnd: () => void client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) }),
  });
  const people = new Map([...selection.rows].map(([id, user]) => [id, nameOf(user)]));
  const isUnfinished = bulk.work !== null && bulk.state !== "running" && bulk.state !== "finished";

  function startBulk(kind: BulkKind): void {
    setPendingAction(null);
    setNames(people);
    setProgressOpen(true);
    bulk.start(kind, [...people.keys()]);
    selection.clear();
  }

  return (
    <>
      {collection.failure !== null && (
        <ErrorBox title={t("error.select")} onHide={collection.reset}>
          {collection.failure}
        </ErrorBox>
      )}
      {bulk.work !== null && isUnfinished && !isProgressOpen && (
        <ErrorBox
          variant="warning"
          persistent
          title={t(`rest.${bulk.work.kind}`, bulkCounts(bulk.work))}
          action={
            <span className="flex flex-wrap gap-2">
              <WriteButton
                size="small"
                onClick={() => {
                  setProgressOpen(true);
                  bulk.resume();
                }}
              >
                {t("resume")}
              </WriteButton>
              <Button size="small" variant="quiet" onClick={bulk.close}>
                {t("discard")}
              </Button>
            </span>
          }
        >
          {t("rest.text", bulkCounts(bulk.work))}
        </ErrorBox>
      )}
      {people.size > 0 && (
        <SelectionBar
          count={t("selected", { count: people.size })}
          selectAll={
            total > people.size && people.size < bulkSelectionMax ? (
              <Button
                variant="quiet"
                size="small"
                className="-ml-3"
                busy={collection.busy}
                busyLabel={t("collecting")}
                onClick={() => void collection.run()}
              >
                {t(total > bulkSelectionMax ? "selectFirst" : "selectAll", {
                  count: Math.min(total, bulkSelectionMax),
                })}
              </Button>
            ) : undefined
          }
          actions={bulkKinds.map((kind) => (
            <WriteButton
              key={kind}
              size="small"
              variant={kind === "delete" ? "destructive" : "secondary"}
              onClick={() => setPendingAction(kind)}
            >
              {t(`action.${kind}`)}
            </WriteButton>
          ))}
          clearLabel={t("clear")}
          onClear={selection.clear}
        />
      )}
      {pendingAction !== null && (
        <BulkConfirmDialog
          kind={pendingAction}
          people={people}
          onClose={() => setPendingAction(null)}
          onConfirm={() => startBulk(pendingAction)}
        />
      )}
      {isProgressOpen && bulk.work !== null && bulk.state !== null && (
        <BulkProgress
          organizationId={organizationId}
          work={bulk.work}
          state={bulk.state}
          names={names}
          onStop={bulk.stop}
          onResume={bulk.resume}
          onClose={() => {
            setProgressOpen(false);
            if (bulk.state === "finished") bulk.close();
          }}
        />
      )}
    </>
  );
}
