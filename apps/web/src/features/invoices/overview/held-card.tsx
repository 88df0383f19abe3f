import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { type Invoice, invoicePageQuery } from "../../../entities/invoice/invoice.api.ts";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { linkClass, nameLinkClass } from "../../../ui/button/link-style.ts";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { HoldRepairLink } from "../hold-repair-link.tsx";
import { useHoldText } from "../use-hold-text.ts";

const maxInvoices = 8;

function HeldInvoice({ invoice }: { invoice: Invoice }) {
  const cents = useCents();
  const textOf = useHoldText();
  return (
    <li className="grid content-start gap-x-6 gap-y-2 px-5 py-4 text-dense md:grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)]">
      <div className="min-w-0">
        <Link
          to="/tenant-management/billing/$invoiceId"
          params={{ invoiceId: invoice.id }}
          className={`${nameLinkClass} wrap-anywhere`}
        >
          {invoice.organizationName}
        </Link>
        <span className="block text-small text-text-3 tabular-nums">
          {cents(invoice.grossCents, invoice.currency)}
        </span>
      </div>
      <ul className="grid min-w-0 gap-3">
        {invoice.held.map((hold) => {
          const { title, text } = textOf(hold, invoice.unpricedCalls);
          return (
            <li key={hold.reason} className="min-w-0">
              <span className="flex items-start gap-1.5 font-strong text-text">
                <TriangleAlert
                  size={16}
                  strokeWidth={2}
                  className="mt-0.5 shrink-0 text-warning"
                  aria-hidden
                />
                {title}
              </span>
              <span className="mt-0.5 block text-small text-text-3">{text}</span>
              <span className="mt-1 block">
                <HoldRepairLink invoice={invoice} hold={hold} />
              </span>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

/** Shows the drafts that cannot become final, each with a link to fix it. */
export function HeldCard({ count }: { count: number }) {
  const t = useTranslations("invoices");
  const query = useQuery(
    invoicePageQuery({ status: "held", limit: maxInvoices, sortBy: "grossCents", sortOrder: "desc" }),
  );
  const { data } = query;
  const rows = data?.data ?? [];
  return (
    <Card
      flush
      title={t("held.title")}
      description={t("held.text")}
      footer={
        count > rows.length && rows.length > 0 ? (
          <Link
            to="/tenant-management/billing"
            search={{ tab: "invoices", status: "held" }}
            className={`${linkClass} text-dense`}
          >
            {t("held.all", { count })}
          </Link>
        ) : undefined
      }
    >
      <QueryFallback query={query} failedTitle={t("held.failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
      {data !== undefined && rows.length === 0 && (
        <p className="flex items-center gap-2 px-5 py-4 text-dense text-text-2">
          <CircleCheck size={18} strokeWidth={1.75} className="shrink-0 text-success" aria-hidden />
          {t("held.none")}
        </p>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((invoice) => (
            <HeldInvoice key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Card>
  );
}
