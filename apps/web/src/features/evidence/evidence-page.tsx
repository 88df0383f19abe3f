import { useQuery, useQueryClient } from "@tanstack/react-query";
import CalendarDays from "lucide-react/icons/calendar-days";
import FileCheck from "lucide-react/icons/file-check";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { SkeletonCard } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { createEvidenceFolder, type EvidenceList, evidenceQuery, isInProgress } from "./evidence.api.ts";
import { EvidenceContents } from "./evidence-contents.tsx";
import { EvidenceProgress } from "./evidence-progress.tsx";
import { FolderContent, FolderList } from "./folder-list.tsx";

const periods = [1, 2, 3] as const;

const columns = "grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_17.5rem]";

/** /organization/evidence: creates evidence folders of an organization and offers their files. */
export function EvidencePage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("evidence");
  const client = useQueryClient();
  const query = useQuery(evidenceQuery(organizationId));
  const [years, setYears] = useState<(typeof periods)[number]>(3);
  const runningFolder = query.data?.folders.find(isInProgress);
  const refetch = () => client.invalidateQueries(evidenceQuery(organizationId));
  const creating = useAppMutation({
    mutate: (period: (typeof periods)[number], { idempotencyKey }) =>
      createEvidenceFolder(organizationId, period, idempotencyKey),
    onSuccess: refetch,
    onConflict: refetch,
  });
  return (
    <div className="grid gap-5">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <>
            <NativeSelect
              icon={CalendarDays}
              variant="button"
              size="toolbar"
              aria-label={t("period")}
              value={years}
              onChange={(event) =>
                setYears(periods.find((count) => String(count) === event.target.value) ?? 3)
              }
            >
              {periods.map((count) => (
                <option key={count} value={count}>
                  {t("years", { count })}
                </option>
              ))}
            </NativeSelect>
            <WriteButton
              variant="primary"
              icon={FileCheck}
              busy={creating.busy || runningFolder !== undefined}
              busyLabel={t("making")}
              onClick={() => void creating.run(years)}
            >
              {t("create")}
            </WriteButton>
          </>
        }
      />
      {creating.failure !== null && (
        <ErrorBox persistent title={t("createFailed")}>
          {creating.failure}
        </ErrorBox>
      )}
      {query.data !== undefined ? (
        <Loaded organizationId={organizationId} list={query.data} onChanged={refetch} />
      ) : (
        <QueryFallback query={query} failedTitle={t("loadFailed")}>
          <SkeletonGroup label={t("loading")} className={columns}>
            <SkeletonCard rows={8} />
            <div className="grid grid-cols-1 gap-5">
              <SkeletonCard rows={2} />
              <SkeletonCard rows={1} />
            </div>
          </SkeletonGroup>
        </QueryFallback>
      )}
    </div>
  );
}

function Loaded({
  organizationId,
  list: { country, folders },
  onChanged,
}: {
  organizationId: string;
  list: EvidenceList;
  onChanged: () => Promise<void>;
}) {
  const t = useTranslations("evidence");
  const runningFolder = folders.find(isInProgress);
  const newest = folders[0];
  const otherFolders = folders.filter((folder) => folder !== runningFolder);
  const displayedFolder =
    runningFolder ?? folders.find(({ state }) => state === "done" || state === "expired");
  return (
    <>
      {runningFolder !== undefined && (
        <EvidenceProgress organizationId={organizationId} folder={runningFolder} onChanged={onChanged} />
      )}
      {newest?.state === "failed" && (
        <ErrorBox persistent title={t("failed")}>
          {t("failedText")}
        </ErrorBox>
      )}
      <div className={columns}>
        <EvidenceContents country={country} folder={displayedFolder} />
        <div className="grid gap-5">
          <FolderContent />
          <FolderList organizationId={organizationId} folders={otherFolders} />
        </div>
      </div>
    </>
  );
}
