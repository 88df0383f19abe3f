import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import type { EmergencyCodeDialogProps } from "./dialog-props.ts";
import { withdrawEmergencyCode } from "./emergency-code.api.ts";

/** Asks before the emergency code is withdrawn. */
export function WithdrawCodeDialog({ organizationId, onChanged, onClose }: EmergencyCodeDialogProps) {
  const t = useTranslations("emergency-code");
  return (
    <ConfirmDialog
      title={t("withdrawTitle")}
      effect={t("withdrawText")}
      confirmLabel={t("withdraw")}
      variant="danger"
      failureTitle={t("notWithdrawn")}
      act={() => withdrawEmergencyCode(organizationId)}
      onDone={() => {
        onChanged();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
