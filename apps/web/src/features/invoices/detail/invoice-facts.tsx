import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";

/** Shows the buyer and the dates of an invoice. */
export function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const { buyer, issuedOn, dueOn, mailedAt, reminderLevel, isDirectDebit, kind } = invoice;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ...(issuedOn === null
      ? []
      : [
          [
            t(kind === "invoice" ? "page.issuedOn" : "page.creditIssuedOn"),
            format.calendar.date(issuedOn),
          ] as const,
        ]),
    ...(dueOn === null ? [] : [[t("columns.dueOn"), format.calendar.date(dueOn)] as const]),
    [t("columns.createdAt"), format.moment(invoice.createdAt)],
    ...(invoice.number === null
      ? []
      : [[t("page.mailed"), mailedAt === null ? t("page.notMailed") : format.moment(mailedAt)] as const]),
    ...(kind === "invoice"
      ? [[t("columns.payment"), t(isDirectDebit ? "payment.debit" : "payment.transfer")] as const]
      : []),
    ...(reminderLevel > 0 ? [[t("page.reminders"), format.number(reminderLevel)] as const] : []),
  ];
  return (
    <Card title={t("page.facts")}>
      <p className="text-small text-text-3">{t(kind === "invoice" ? "page.buyer" : "page.creditTo")}</p>
      <address className="mt-0.5 text-dense not-italic">
        {buyer.length === 0
          ? "–"
          : buyer.map((line) => (
              <span key={line} className="block wrap-anywhere text-text">
                {line}
              </span>
            ))}
      </address>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 text-dense">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-text-3">{name}</dt>
            <dd className="mt-0.5 wrap-anywhere text-text tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
