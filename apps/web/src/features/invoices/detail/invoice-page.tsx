import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { type InvoiceDetail, invoiceQuery } from "../../../entities/invoice/invoice.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { NotFound } from "../../../ui/feedback/not-found.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { LoadedInvoice } from "./loaded-invoice.tsx";

interface InvoicePageProps {
  invoiceId: string;
  /** Actions of other features on a final invoice. */
  renderPaymentAction: (invoice: InvoiceDetail) => ReactNode;
  onDiscarded: () => void;
  /** Called after a credit note, or the draft in its place, was created. */
  onCredited: (creditNote: InvoiceDetail) => void;
}

/** /tenant-management/billing/{invoiceId}: a draft, an invoice or a credit note. */
export function InvoicePage({ invoiceId, ...actions }: InvoicePageProps) {
  const t = useTranslations("invoices");
  const query = useQuery(invoiceQuery(invoiceId));
  const { data, error } = query;
  const isMissing = isApiError(error, "NOT_FOUND") || isApiError(error, "VALIDATION_FAILED");
  return (
    <>
      <Link
        to="/tenant-management/billing"
        search={{ tab: "invoices" }}
        className={`${linkClass} mb-3 inline-flex items-center gap-1.5 text-dense print:hidden`}
      >
        <ArrowLeft size={16} strokeWidth={2} aria-hidden />
        {t("list.title")}
      </Link>
      {isMissing ? (
        <NotFound title={t("page.notFound")} text={t("page.notFoundText")} />
      ) : data === undefined ? (
        <>
          <PageHeader title={t("page.one")} />
          <div className="mt-4">
            <QueryFallback query={query} failedTitle={t("page.failed")}>
              <SkeletonGroup label={t("loading")} className="grid gap-4">
                <SkeletonCard rows={1} />
                <SkeletonCard rows={3} />
              </SkeletonGroup>
            </QueryFallback>
          </div>
        </>
      ) : (
        <LoadedInvoice invoice={data} {...actions} />
      )}
    </>
  );
}
