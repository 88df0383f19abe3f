import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { SecretDialog } from "../../platform/forms/secret-dialog.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button/button.tsx";
import { InfoSheet } from "../../ui/overlay/info-sheet.tsx";
import type { EmergencyCodeDialogProps } from "./dialog-props.ts";
import { type CreatedEmergencyCode, createEmergencyCode } from "./emergency-code.api.ts";

/** Asks for confirmation, creates a code and shows it once. */
export function CreateCodeDialog(props: EmergencyCodeDialogProps) {
  const { organizationId, isOpen, onChanged, onClose } = props;
  const t = useTranslations("emergency-code");
  const [createdCode, setCreatedCode] = useState<CreatedEmergencyCode | null>(null);
  if (createdCode !== null) return <CreatedCode createdCode={createdCode} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t("createTitle")}
      effect={t(isOpen ? "replaceText" : "createText")}
      confirmLabel={t(isOpen ? "createNew" : "create")}
      failureTitle={t("notCreated")}
      act={async () => {
        setCreatedCode(await createEmergencyCode(organizationId));
        onChanged();
      }}
      onClose={onClose}
    />
  );
}

function CreatedCode({ createdCode, onClose }: { createdCode: CreatedEmergencyCode; onClose: () => void }) {
  const t = useTranslations("emergency-code");
  return (
    <SecretDialog
      title={t("shown.title")}
      description={t("shown.text")}
      savedLabel={t("shown.kept")}
      doneLabel={t("shown.done")}
      saveFirst={t("shown.keepFirst")}
      leave={{
        title: t("shown.leaveTitle"),
        text: t("shown.leaveText"),
        go: t("shown.leave"),
        stay: t("shown.stay"),
      }}
      onClose={onClose}
    >
      <p className="rounded-r-3 border border-line bg-surface-2 px-4 py-5 text-center font-mono text-title wrap-anywhere text-text select-all">
        <span className="sr-only">{t("title")}: </span>
        <span data-emergency-code>{createdCode.code}</span>
      </p>
      <p className="text-body text-text-2">{t("shown.envelope")}</p>
      <div>
        <Button icon={Printer} onClick={() => window.print()}>
          {t("shown.print")}
        </Button>
      </div>
      <Sheet createdCode={createdCode} />
    </SecretDialog>
  );
}

/** Printable sheet with the code and all details that are needed to use it in a new browser. */
function Sheet({ createdCode }: { createdCode: CreatedEmergencyCode }) {
  const t = useTranslations("emergency-code");
  const format = useFormat();
  const organization = useSession((session) => session.organization?.name ?? "");
  const { createdAt, createdBy } = createdCode.emergencyCode;
  const address = `${location.host}/login`;
  const details = [
    [t("sheet.organization"), organization],
    [t("sheet.practiceCode"), createdCode.practiceCode],
    [
      t("created"),
      createdAt === null
        ? ""
        : t("by", { time: `${format.date(createdAt)}, ${format.time(createdAt)}`, name: createdBy ?? "" }),
    ],
  ] as const;
  return (
    <InfoSheet
      title={t("sheet.title")}
      lead={<p className="mt-6 font-mono text-[2rem] leading-tight">{createdCode.code}</p>}
      details={details}
      stepsTitle={t("sheet.steps")}
      steps={([1, 2, 3] as const).map((step) => t(`sheet.step${step}`, { address }))}
      care={t("sheet.care")}
    />
  );
}
