import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { type Invoice, invoicePageQuery } from "../../entities/invoice/invoice.api.ts";
import { InvoiceStatusBadge } from "../../entities/invoice/invoice-status.tsx";
import { signedCents } from "../../entities/invoice/signed-cents.ts";
import { useCents } from "../../entities/invoice/use-cents.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { linkClass, nameLinkClass } from "../../ui/button/link-style.ts";
import { SkeletonRows } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Dotted } from "../../ui/label/dotted.tsx";

const loadedInvoices = 50;

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useTranslations("invoices");
  const labels = useTranslations("invoice-labels");
  const format = useFormat();
  const cents = useCents();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-dense">
      <span className="min-w-0">
        <Link
          to="/tenant-management/billing/$invoiceId"
          params={{ invoiceId: invoice.id }}
          className={`${nameLinkClass} whitespace-nowrap`}
        >
          {invoice.number ?? labels("status.draft")}
        </Link>
        <span className="block text-small text-text-3 tabular-nums">
          <Dotted
            details={[
              format.calendar.month(invoice.month),
              invoice.dueOn !== null && t("tenant.due", { date: format.calendar.date(invoice.dueOn) }),
            ]}
          />
        </span>
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-3">
        <InvoiceStatusBadge status={invoice.status} />
        <span className="min-w-24 text-right font-strong whitespace-nowrap text-text tabular-nums">
          {cents(signedCents(invoice, invoice.grossCents), invoice.currency)}
        </span>
      </span>
    </li>
  );
}

/** Lists the invoices of one organization, newest first. Searches for them by the organization's name. */
export function TenantInvoicesCard({ organization }: { organization: { id: string; name: string } }) {
  const t = useTranslations("invoices");
  const query = useQuery(
    invoicePageQuery({ search: organization.name.slice(0, 100), limit: loadedInvoices }),
  );
  const { data } = query;
  // Another organization may have a name that contains this one.
  const rows = data?.data.filter(({ organizationId }) => organizationId === organization.id);
  return (
    <Card
      flush
      title={t("tenant.title")}
      footer={
        data !== undefined && data.pagination.total > loadedInvoices ? (
          <Link
            to="/tenant-management/billing"
            search={{ tab: "invoices", search: organization.name }}
            className={`${linkClass} text-dense`}
          >
            {t("tenant.all")}
          </Link>
        ) : undefined
      }
    >
      <QueryFallback query={query} failedTitle={t("list.failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
      {rows?.length === 0 && <p className="px-5 py-4 text-dense text-text-2">{t("tenant.none")}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Card>
  );
}
