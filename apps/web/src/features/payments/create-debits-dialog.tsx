import { useTranslations } from "use-intl";
import { useCents } from "../../entities/invoice/use-cents.ts";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import type { Submission } from "../../platform/forms/use-app-mutation.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { createDebits, type DirectDebitFile, type DirectDebitList } from "./payments.api.ts";
import { useMissingOperatorData } from "./use-missing-operator-data.ts";

interface CreateDebitsDialogProps {
  due: DirectDebitList["due"];
  onClose: () => void;
  onDone: (file: DirectDebitFile) => void;
}

/** Creates the file of the direct debits that are due, after a confirmation. */
export function CreateDebitsDialog({ due, onClose, onDone }: CreateDebitsDialogProps) {
  const t = useTranslations("payments");
  const cents = useCents();
  const describeMissingData = useMissingOperatorData();
  const { notifySuccess } = useNotify();
  return (
    <ConfirmDialog
      title={t("debits.confirmTitle")}
      effect={t("debits.confirmText", { count: due.debits, amount: cents(due.totalCents, "EUR") })}
      confirmLabel={t("debits.create")}
      busyLabel={t("debits.creating")}
      failureTitle={t("debits.createFailed")}
      act={async ({ idempotencyKey }: Submission) => {
        const file = await createDebits(idempotencyKey);
        notifySuccess(t("debits.created", { count: file.debits }));
        onDone(file);
      }}
      mapError={(error) => (error.code === "CONFLICT" ? t("debits.nothing") : describeMissingData(error))}
      onClose={onClose}
    />
  );
}
