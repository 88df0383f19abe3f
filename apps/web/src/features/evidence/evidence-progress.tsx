import { evidenceSections } from "@praxisportal/contract/evidence/evidence.rules";
import FolderSync from "lucide-react/icons/folder-sync";
import Info from "lucide-react/icons/info";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Meter } from "../../ui/chart/meter.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { cancelEvidenceFolder, type EvidenceFolder } from "./evidence.api.ts";

interface EvidenceProgressProps {
  organizationId: string;
  folder: EvidenceFolder;
  onChanged: () => Promise<void>;
}

/** Shows the progress of a folder, with a button that cancels it. */
export function EvidenceProgress({ organizationId, folder, onChanged }: EvidenceProgressProps) {
  const t = useTranslations("evidence");
  const format = useFormat();
  const canceling = useAppMutation({
    mutate: () => cancelEvidenceFolder(organizationId, folder.id),
    onSuccess: onChanged,
    onConflict: onChanged,
  });
  const finishedCount = folder.sections.length;
  const total = evidenceSections.length;
  const title = t("progress.title", { day: format.date(folder.requestedAt) });
  const valueText =
    finishedCount === total ? t("progress.files") : t("progress.sections", { done: finishedCount, total });
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-r-3 border border-accent-line bg-surface p-5"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-r-2 bg-accent-soft text-accent-text">
        <FolderSync size={18} strokeWidth={2} aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1 basis-60 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="text-section text-text">{title}</h2>
          <span className="text-dense text-text-2 tabular-nums">{valueText}</span>
        </div>
        <Meter plain label={title} valueText={valueText} ratio={finishedCount / (total + 1)} />
        <p className="flex items-start gap-2 text-dense text-text-2">
          <Info size={16} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden />
          {t("progress.hint")}
        </p>
        {canceling.failure !== null && (
          <ErrorBox persistent title={t("cancelFailed")}>
            {canceling.failure}
          </ErrorBox>
        )}
      </div>
      <WriteButton busy={canceling.busy} onClick={() => void canceling.run(undefined)}>
        {t("cancel")}
      </WriteButton>
    </section>
  );
}
