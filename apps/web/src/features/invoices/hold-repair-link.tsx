import type { InvoiceHold } from "@praxisportal/contract/invoices/invoices.schema";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Invoice } from "../../entities/invoice/invoice.api.ts";
import { linkClass } from "../../ui/button/link-style.ts";

interface HoldRepairLinkProps {
  invoice: Pick<Invoice, "id" | "organizationId" | "organizationName">;
  hold: InvoiceHold;
}

/** Link to the page on which the missing data is entered. */
export function HoldRepairLink({ invoice, hold: { reason } }: HoldRepairLinkProps) {
  const t = useTranslations("invoices");
  const name = invoice.organizationName;
  switch (reason) {
    case "operator_data":
      return (
        <Link to="/tenant-management/billing" search={{ tab: "operator" }} className={linkClass}>
          {t("hold.operator_data.repair")}
        </Link>
      );
    case "buyer_data":
      return (
        <Link
          to="/tenant-management/$id"
          params={{ id: invoice.organizationId }}
          search={{ tab: "billing" }}
          className={linkClass}
          aria-label={t("hold.buyer_data.repairOf", { name })}
        >
          {t("hold.buyer_data.repair")}
        </Link>
      );
    default:
      return (
        <Link
          to="/tenant-management/billing/$invoiceId"
          params={{ invoiceId: invoice.id }}
          className={linkClass}
          aria-label={t("hold.unpriced_calls.repairOf", { name })}
        >
          {t("hold.unpriced_calls.repair")}
        </Link>
      );
  }
}
