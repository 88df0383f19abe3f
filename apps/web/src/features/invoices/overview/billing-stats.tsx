import { Link } from "@tanstack/react-router";
import ClockAlert from "lucide-react/icons/clock-alert";
import type { LucideIcon } from "lucide-react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { InvoiceStatus } from "../../../entities/invoice/invoice.api.ts";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { cx } from "../../../ui/cx.ts";
import type { BillingSummary } from "../invoices.api.ts";

type Amounts = BillingSummary["revenueNet"];

interface FigureProps {
  label: string;
  value: ReactNode;
  /** Below the value. */
  detail: ReactNode;
  /** Status of the counted invoices. */
  status?: InvoiceStatus;
  alert?: { icon: LucideIcon; className: string } | undefined;
}

function Figure({ label, value, detail, status, alert }: FigureProps) {
  const Icon = alert?.icon;
  return (
    <div className="min-w-0 border-t border-line px-5 py-4 first:col-span-2 even:border-r lg:border-l lg:first:col-span-1 lg:first:border-l-0 lg:even:border-r-0">
      <dt className="text-small text-text-3">{label}</dt>
      <dd
        className={cx(
          "mt-0.5 flex items-center gap-1.5 text-dialog tabular-nums",
          alert?.className ?? "text-text",
        )}
      >
        {Icon !== undefined && <Icon size={18} strokeWidth={1.75} className="shrink-0" aria-hidden />}
        {status === undefined ? (
          value
        ) : (
          <Link
            to="/tenant-management/billing"
            search={{ tab: "invoices", status }}
            className="rounded-r-1 underline-offset-3 hover:underline"
          >
            {value}
            <span className="sr-only"> {label}</span>
          </Link>
        )}
      </dd>
      <dd className="mt-0.5 text-small text-text-3 tabular-nums">{detail}</dd>
    </div>
  );
}

/** Shows the revenue of the month, and the drafts and invoices that need attention. */
export function BillingStats({ summary }: { summary: BillingSummary }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const cents = useCents();
  const sumOf = (amounts: Amounts) =>
    amounts.map(({ cents: amount, currency }) => cents(amount, currency)).join(" + ");
  const [first, ...others] = summary.revenueNet;
  const { drafts, held, open, overdue } = summary;
  // Open amounts include overdue amounts, and drafts include held drafts. The list shows them separately.
  const notDue = open.amounts.map(({ cents: amount, currency }) => ({
    currency,
    cents: amount - (overdue.amounts.find((candidate) => candidate.currency === currency)?.cents ?? 0),
  }));
  const grossOf = (amounts: Amounts) =>
    amounts.length === 0 ? t("figure.none") : t("figure.gross", { amount: sumOf(amounts) });
  return (
    <dl className="grid grid-cols-2 lg:grid-cols-5">
      <Figure
        label={t("figure.revenue", { month: format.calendar.month(summary.month) })}
        value={cents(first?.cents ?? 0, first?.currency ?? "EUR")}
        detail={others.length === 0 ? t("figure.net") : t("figure.netAnd", { amount: sumOf(others) })}
      />
      <Figure
        label={t("figure.drafts")}
        status="draft"
        value={format.number(drafts.count - held.count)}
        detail={
          held.count === 0
            ? grossOf(drafts.amounts)
            : t("figure.grossWithHeld", { amount: sumOf(drafts.amounts) })
        }
      />
      <Figure
        label={t("figure.held")}
        status="held"
        value={format.number(held.count)}
        detail={t(held.count === 0 ? "figure.heldNone" : "figure.heldText")}
        alert={held.count === 0 ? undefined : { icon: TriangleAlert, className: "text-warning" }}
      />
      <Figure
        label={t("figure.open")}
        status="open"
        value={format.number(open.count - overdue.count)}
        detail={grossOf(notDue.filter(({ cents: amount }) => amount !== 0))}
      />
      <Figure
        label={t("figure.overdue")}
        status="overdue"
        value={format.number(overdue.count)}
        detail={grossOf(overdue.amounts)}
        alert={overdue.count === 0 ? undefined : { icon: ClockAlert, className: "text-danger" }}
      />
    </dl>
  );
}
