import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { InvoiceLines } from "../../../entities/invoice/invoice-lines.tsx";
import { InvoicePayments } from "../../../entities/invoice/invoice-payments.tsx";
import { InvoiceStatusBadge } from "../../../entities/invoice/invoice-status.tsx";
import { signedCents } from "../../../entities/invoice/signed-cents.ts";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceFacts } from "./invoice-facts.tsx";
import { InvoiceNotices } from "./invoice-notices.tsx";
import { RetentionCard } from "./retention-card.tsx";

interface LoadedInvoiceProps {
  invoice: InvoiceDetail;
  renderPaymentAction: (invoice: InvoiceDetail) => ReactNode;
  onDiscarded: () => void;
  onCredited: (creditNote: InvoiceDetail) => void;
}

/** Shows all details of an invoice, its payments and its retention period. */
export function LoadedInvoice({ invoice, renderPaymentAction, onDiscarded, onCredited }: LoadedInvoiceProps) {
  const t = useTranslations("invoices");
  const labels = useTranslations("invoice-labels");
  const format = useFormat();
  const cents = useCents();
  const isFinal = invoice.number !== null;
  const isInvoice = invoice.kind === "invoice";
  const isDue = invoice.status === "open" || invoice.status === "overdue";
  const isPartlyPaid = isDue && invoice.openCents > 0 && invoice.openCents < invoice.grossCents;
  return (
    <>
      <PageHeader
        title={
          invoice.number === null ? t("page.draft") : `${labels(`kind.${invoice.kind}`)} ${invoice.number}`
        }
        subtitle={
          <>
            <Link
              to="/tenant-management/$id"
              params={{ id: invoice.organizationId }}
              search={{ tab: "billing" }}
              className={linkClass}
            >
              {invoice.organizationName}
            </Link>
            {" ·\u00a0"}
            {format.calendar.month(invoice.month)}
          </>
        }
        badges={
          <>
            <InvoiceStatusBadge status={invoice.status} />
            <span className="text-dense font-strong text-text tabular-nums">
              {t("figure.gross", {
                amount: cents(signedCents(invoice, invoice.grossCents), invoice.currency),
              })}
            </span>
            {isPartlyPaid && (
              <span className="text-dense font-strong text-warning tabular-nums">
                {t("figure.stillOpen", { amount: cents(invoice.openCents, invoice.currency) })}
              </span>
            )}
          </>
        }
        actions={
          <InvoiceActions
            invoice={invoice}
            paymentAction={
              isFinal && isInvoice && invoice.status !== "credited" && renderPaymentAction(invoice)
            }
            onDiscarded={onDiscarded}
            onCredited={onCredited}
          />
        }
      />
      <div className="mt-4 grid gap-4">
        <InvoiceNotices invoice={invoice} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
          <Card flush title={labels("lines.title")}>
            {invoice.lines.length === 0 ? (
              <p className="px-5 py-4 text-dense text-text-2">{t("page.empty")}</p>
            ) : (
              <InvoiceLines invoice={invoice} />
            )}
          </Card>
          <div className="grid gap-4">
            <InvoiceFacts invoice={invoice} />
            {isFinal && isInvoice && (
              <Card title={t("page.payments")}>
                <InvoicePayments invoice={invoice} />
              </Card>
            )}
            {isFinal && <RetentionCard invoice={invoice} />}
          </div>
        </div>
      </div>
    </>
  );
}
