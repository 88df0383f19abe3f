import { useTranslations } from "use-intl";
import { useInvoiceRefresh } from "../../entities/invoice/use-invoice-refresh.ts";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { useToday } from "../../platform/i18n/use-today.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { confirmVatId } from "./invoices.api.ts";

interface ConfirmVatIdDialogProps {
  organization: { id: string; name: string };
  onClose: () => void;
}

/** Records the day on which the operator confirmed the VAT ID of an organization. */
export function ConfirmVatIdDialog({ organization, onClose }: ConfirmVatIdDialogProps) {
  const t = useTranslations("invoice-changes");
  const today = useToday();
  const refresh = useInvoiceRefresh();
  const { notifySuccess } = useNotify();
  const form = useAppForm({
    values: { checkedOn: today },
    schema: async () =>
      (await import("@praxisportal/contract/invoices/billing-profile.schema")).confirmVatIdSchema,
    send: ({ checkedOn }) => confirmVatId(organization.id, checkedOn),
    onSuccess({ vatId }) {
      void refresh();
      notifySuccess(t("vatId.done", { vatId: vatId ?? "" }));
      onClose();
    },
    mapError: ({ code }) => (code === "CONFLICT" ? t("vatId.none") : undefined),
    keepsInput: false,
  });
  return (
    <ConfirmDialog
      size="form"
      title={t("vatId.title", { name: organization.name })}
      effect={t("vatId.effect")}
      confirmLabel={t("vatId.submit")}
      failureTitle={t("vatId.failed")}
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field("checkedOn")} label={t("vatId.checkedOn")} type="date" max={today} />
    </ConfirmDialog>
  );
}
