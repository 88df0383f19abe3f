import Clock from "lucide-react/icons/clock";
import Download from "lucide-react/icons/download";
import FileArchive from "lucide-react/icons/file-archive";
import FileText from "lucide-react/icons/file-text";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { CountPill } from "../../ui/label/count-pill.tsx";
import { StatusBadge, type StatusMeaning } from "../../ui/label/status-badge.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type EvidenceFolder, type EvidenceFormat, saveEvidenceFile } from "./evidence.api.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

const formats = [
  { format: "pdf", icon: FileText },
  { format: "zip", icon: FileArchive },
] as const;

/** "Das bekommen Sie": the two files of a folder. */
export function FolderContent() {
  const t = useTranslations("evidence");
  return (
    <Card title={t("files.title")}>
      <ul className="grid gap-4">
        {formats.map(({ format, icon: Icon }) => (
          <li key={format} className="flex items-center gap-3 text-dense">
            <span className="grid size-9 shrink-0 place-items-center rounded-r-2 bg-surface-3 text-text-2">
              <Icon size={18} strokeWidth={2} aria-hidden />
            </span>
            <span className="min-w-0">
              <span className="block font-strong text-text">{t(`files.${format}.name`)}</span>
              <span className="block text-text-2">{t(`files.${format}.text`)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex items-start gap-2 text-dense text-text-2">
        <Clock size={16} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden />
        {t("files.expiry")}
      </p>
    </Card>
  );
}

/** Shows the finished folders, with their files until these are deleted. */
export function FolderList({
  organizationId,
  folders,
}: {
  organizationId: string;
  folders: readonly EvidenceFolder[];
}) {
  const t = useTranslations("evidence");
  return (
    <Card flush title={t("folders.title")} aside={<CountPill>{folders.length}</CountPill>}>
      {folders.length === 0 ? (
        <p className="px-5 py-4 text-dense text-text-2">{t("folders.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {folders.map((folder) => (
            <Folder key={folder.id} organizationId={organizationId} folder={folder} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const meanings: Readonly<Record<EvidenceFolder["state"], StatusMeaning>> = {
  queued: "info",
  running: "info",
  done: "ok",
  failed: "failed",
  cancelled: "revoked",
  expired: "expired",
};

function Folder({ organizationId, folder }: { organizationId: string; folder: EvidenceFolder }) {
  const t = useTranslations("evidence");
  const format = useFormat();
  const { state, sections, requestedBy, expiresAt, files } = folder;
  const saving = useAppMutation({
    mutate: (file: EvidenceFormat) => saveEvidenceFile(organizationId, folder.id, file),
  });
  const time = format.moment(folder.requestedAt);
  const requestedAt = `${format.date(folder.requestedAt)}, ${format.time(folder.requestedAt)}`;
  const open = sections.filter((section) => section.open > 0).length;
  return (
    <li className="grid gap-2 px-5 py-4 text-dense">
      <div className="flex items-start justify-between gap-2">
        <span className="font-strong text-text tabular-nums">{time}</span>
        <span className="shrink-0">
          <StatusBadge meaning={meanings[state]}>{t(`folders.state.${state}`)}</StatusBadge>
        </span>
      </div>
      <div className="text-text-2">
        <p>
          <Dotted
            details={[
              requestedBy ?? t("folders.formerUser"),
              t("folders.sections", { count: sections.length }),
              files !== null && t("folders.open", { count: open }),
            ]}
          />
        </p>
        {state === "done" && expiresAt !== null && (
          <p>{t("folders.expires", { time: format.momentInText(expiresAt) })}</p>
        )}
        {state === "expired" && files !== null && (
          <p>
            {t("folders.hash")}{" "}
            <code className="font-mono text-small" title={files.pdf.sha256}>
              {`${files.pdf.sha256.slice(0, 4)}…${files.pdf.sha256.slice(-4)}`}
            </code>
          </p>
        )}
      </div>
      {state === "done" && (
        <div className="button-row flex flex-wrap gap-2">
          {formats.map(({ format: file }) => (
            <Button
              key={file}
              size="small"
              icon={Download}
              busy={saving.pending === file}
              aria-label={t(`folders.save.${file}`, { time: requestedAt })}
              onClick={() => void saving.run(file)}
            >
              {file.toUpperCase()}
            </Button>
          ))}
        </div>
      )}
      {saving.failure !== null && (
        <ErrorBox persistent title={t("folders.saveFailed")}>
          {saving.failure}
        </ErrorBox>
      )}
    </li>
  );
}
