import { useState } from "react";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { useInvoiceRefresh } from "../../../entities/invoice/use-invoice-refresh.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import type { Submission } from "../../../platform/forms/use-app-mutation.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { finalizeInvoice } from "../invoices.api.ts";
import { useInvoiceError } from "../use-invoice-error.ts";

interface FinalizeDialogProps {
  invoice: InvoiceDetail;
  onClose: () => void;
}

/** Makes a draft final after a confirmation. Asks again if calls without a price would not be invoiced. */
export function FinalizeDialog({ invoice, onClose }: FinalizeDialogProps) {
  const t = useTranslations("invoice-changes");
  const refresh = useInvoiceRefresh();
  const { notifySuccess } = useNotify();
  const mapInvoiceError = useInvoiceError();
  const [isUnpriced, setUnpriced] = useState(false);
  return (
    <ConfirmDialog
      title={t("finalise.title", { name: invoice.organizationName })}
      effect={t("finalise.effect")}
      confirmLabel={t(isUnpriced ? "finalise.submitUnpriced" : "finalise.submit")}
      busyLabel={t("finalise.busy")}
      failureTitle={t(isUnpriced ? "finalise.unpriced" : "finalise.failed")}
      act={async ({ idempotencyKey }: Submission) => {
        const final = await finalizeInvoice(invoice.id, isUnpriced, idempotencyKey);
        await refresh(final);
        notifySuccess(t("finalise.done", { invoice: final.number ?? "" }));
      }}
      mapError={mapInvoiceError}
      onFailure={(error) => {
        if (isApiError(error, "INVOICE_UNPRICED")) setUnpriced(true);
        // Another user or the schedule has already made it final.
        if (isApiError(error, "INVOICE_FINAL")) void refresh();
      }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
