import { useNavigate, useParams } from "@tanstack/react-router";
import { InvoicePage } from "../../../features/invoices/detail/invoice-page.tsx";
import { AddPaymentButton } from "../../../features/payments/add-payment-button.tsx";

/** /tenant-management/billing/{invoiceId}: one invoice of any organization, for the operator. */
export function InvoiceRoute() {
  const { invoiceId } = useParams({ from: "/signed-in/tenant-management/billing/$invoiceId" });
  const navigate = useNavigate();
  return (
    <InvoicePage
      key={invoiceId}
      invoiceId={invoiceId}
      renderPaymentAction={(invoice) => <AddPaymentButton invoice={invoice} />}
      onDiscarded={() =>
        void navigate({ to: "/tenant-management/billing", search: { tab: "invoices" }, replace: true })
      }
      onCredited={({ id }) =>
        void navigate({ to: "/tenant-management/billing/$invoiceId", params: { invoiceId: id } })
      }
    />
  );
}
