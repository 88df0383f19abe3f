import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type CloudSync, cloudSyncQuery, startCloudSync } from "./cloud-sync.api.ts";
import { CloudSyncState } from "./cloud-sync-state.tsx";

// Loaded on demand, because most visits do not change anything.
const KeyDialog = lazyDialog(async () => (await import("./key-dialog.tsx")).KeyDialog);
const ScheduleDialog = lazyDialog(async () => (await import("./schedule-dialog.tsx")).ScheduleDialog);

interface CloudSyncCardProps {
  organizationId: string;
  /** True if the user may create the organization's key, as only its administrators may. */
  canCreateKey: boolean;
}

interface RowProps {
  name: string;
  children: ReactNode;
  action?: ReactNode;
}

function Row({ name, children, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 text-dense">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-strong text-text">{name}</p>
        <div className="text-text-2">{children}</div>
      </div>
      {action}
    </li>
  );
}

/** Shows the encrypted backups of an organization's data: their state, schedule and key. */
export function CloudSyncCard({ organizationId, canCreateKey }: CloudSyncCardProps) {
  const t = useTranslations("cloud-sync");
  const query = useQuery(cloudSyncQuery(organizationId));
  const { data: sync } = query;
  return (
    <Card
      flush
      title={t("title")}
      description={t("text")}
      aside={sync !== undefined && sync.keyFingerprint !== null && <CloudSyncState state={sync.state} />}
    >
      {sync !== undefined ? (
        <Content organizationId={organizationId} canCreateKey={canCreateKey} sync={sync} />
      ) : (
        <QueryFallback query={query} failedTitle={t("loadFailed")} className="m-5">
          <SkeletonGroup label={t("loading")}>
            <SkeletonRows count={3} />
          </SkeletonGroup>
        </QueryFallback>
      )}
    </Card>
  );
}

function Content({ organizationId, canCreateKey, sync }: CloudSyncCardProps & { sync: CloudSync }) {
  const t = useTranslations("cloud-sync");
  const client = useQueryClient();
  const [openDialog, setOpenDialog] = useState<"key" | "schedule" | null>(null);
  const onChanged = (changed: CloudSync) => {
    client.setQueryData(cloudSyncQuery(organizationId).queryKey, changed);
  };
  const starting = useAppMutation({
    mutate: () => startCloudSync(organizationId),
    onSuccess: onChanged,
    onConflict: () => client.invalidateQueries(cloudSyncQuery(organizationId)),
  });
  const hasKey = sync.keyFingerprint !== null;
  const dialog = { organizationId, sync, onChanged, onClose: () => setOpenDialog(null) };
  if (!sync.isAvailable && !hasKey)
    return <p className="px-5 py-4 text-dense text-text-2">{t("unavailable")}</p>;
  return (
    <>
      <Failure sync={sync} startFailure={starting.failure} isOperator={!canCreateKey} />
      {hasKey ? (
        <ul className="divide-y divide-line">
          <LastRow
            sync={sync}
            action={
              <WriteButton
                busy={starting.busy || sync.state === "queued" || sync.state === "running"}
                busyLabel={t(sync.state === "running" ? "state.running" : "state.queued")}
                disabled={!sync.isAvailable}
                disabledReason={t("unavailable")}
                onClick={() => void starting.run()}
              >
                {t("start")}
              </WriteButton>
            }
          />
          <Row
            name={t("schedule.label")}
            action={
              <WriteButton
                aria-label={t("schedule.title")}
                disabled={!sync.isAvailable}
                disabledReason={t("unavailable")}
                {...preloads(ScheduleDialog)}
                onClick={() => setOpenDialog("schedule")}
              >
                {t("change")}
              </WriteButton>
            }
          >
            <Schedule sync={sync} />
          </Row>
          <Row
            name={t("key.name")}
            action={
              canCreateKey && (
                <WriteButton {...preloads(KeyDialog)} onClick={() => setOpenDialog("key")}>
                  {t("key.replace")}
                </WriteButton>
              )
            }
          >
            <code className="font-mono text-small">{groupFingerprint(sync.keyFingerprint ?? "")}</code>
            {!canCreateKey && <p className="text-small text-text-3">{t("key.byOrganization")}</p>}
          </Row>
        </ul>
      ) : (
        <div className="grid justify-items-start gap-3 px-5 py-4 text-dense text-text-2">
          <p>{canCreateKey ? t("key.missing") : t("key.missingHere")}</p>
          {canCreateKey && (
            <WriteButton variant="primary" {...preloads(KeyDialog)} onClick={() => setOpenDialog("key")}>
              {t("key.setUp")}
            </WriteButton>
          )}
        </div>
      )}
      {openDialog === "key" && <KeyDialog {...dialog} />}
      {openDialog === "schedule" && <ScheduleDialog {...dialog} />}
    </>
  );
}

interface FailureProps {
  sync: CloudSync;
  startFailure: string | null;
  /** True for the operator, who can fix the storage. */
  isOperator: boolean;
}

function Failure({ sync, startFailure, isOperator }: FailureProps) {
  const t = useTranslations("cloud-sync");
  if (startFailure === null && sync.state !== "failed") return null;
  return (
    <div className="grid gap-3 px-5 pt-4">
      {startFailure !== null && (
        <ErrorBox persistent title={t("startFailed")}>
          {startFailure}
        </ErrorBox>
      )}
      {sync.state === "failed" && sync.error !== null && (
        <ErrorBox persistent title={t("lastFailed")}>
          <p>{t(`error.${sync.error}`)}</p>
          <p className="mt-1">{t(`nextStep.${isOperator ? sync.error : "organization"}`)}</p>
        </ErrorBox>
      )}
    </div>
  );
}

function LastRow({ sync, action }: { sync: CloudSync; action: ReactNode }) {
  const t = useTranslations("cloud-sync");
  const format = useFormat();
  const { lastSuccessAt, bytes, sha256 } = sync;
  return (
    <Row name={t("last")} action={action}>
      {lastSuccessAt === null || bytes === null ? (
        t("never")
      ) : (
        <>
          <p>{t("lastAt", { time: format.moment(lastSuccessAt), size: format.bytes(bytes) })}</p>
          <p className="text-small text-text-3">
            {t("checksum")} <code className="font-mono break-all select-all">{sha256}</code>
          </p>
        </>
      )}
    </Row>
  );
}

function Schedule({ sync: { schedule, nextRunAt } }: { sync: CloudSync }) {
  const t = useTranslations("cloud-sync");
  const format = useFormat();
  return (
    <>
      {t(`schedule.${schedule}.name`)}
      {nextRunAt !== null && (
        <p className="text-small text-text-3">{t("next", { time: format.momentInText(nextRunAt) })}</p>
      )}
    </>
  );
}

/** Formats a fingerprint in groups of four characters. */
function groupFingerprint(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(" ") ?? "";
}
