import { useTranslations } from "use-intl";
import { nameOf } from "../../../entities/person/person-name.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { type IdentityCheck, unlock } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useReportChange } from "../use-report-change.ts";

const checks = ["in_person", "callback", "other"] as const satisfies readonly IdentityCheck[];

/** Unlocks an account. Selecting the method of identification also confirms the action. */
export function UnlockDialog({ organizationId, person, onClose }: PersonDialogBaseProps) {
  const t = useTranslations("person-security");
  const report = useReportChange(organizationId);
  const name = nameOf(person);
  return (
    <ConfirmDialog
      title={t("unlock.title", { name })}
      effect={t("unlock.text", { name })}
      choices={checks.map((value) => ({ value, label: t(`unlock.${value}`) }))}
      busyLabel={t("busy")}
      failureTitle={t("failed.unlock")}
      act={(check: IdentityCheck) => unlock(person.id, check)}
      onDone={() => {
        void report(t("success.unlock", { name }), person.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
