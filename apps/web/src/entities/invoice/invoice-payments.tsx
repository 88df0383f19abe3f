import type { InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useCents } from "./use-cents.ts";

type Paid = Pick<InvoiceDetail, "payments" | "currency" | "openCents">;

/** Shows the payments of an invoice, and the amount still to be paid. */
export function InvoicePayments({ invoice: { payments, currency, openCents } }: { invoice: Paid }) {
  const t = useTranslations("invoice-labels");
  const format = useFormat();
  const cents = useCents();
  return (
    <div className="text-dense">
      {payments.length === 0 ? (
        <p className="text-text-2">{t("payments.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {payments.map(({ id, bookedOn, amountCents, source, note }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0">
              <span className="min-w-0 text-text">
                <span className="tabular-nums">{format.calendar.date(bookedOn)}</span>{" "}
                {t(amountCents < 0 ? "payments.back" : `payments.source.${source}`)}
                {note !== null && <span className="block text-small wrap-anywhere text-text-3">{note}</span>}
              </span>
              <span className="ml-auto whitespace-nowrap text-text tabular-nums">
                {cents(amountCents, currency)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-2 font-strong text-text">
        <span>{t("payments.open")}</span>
        <span className="whitespace-nowrap tabular-nums">{cents(openCents, currency)}</span>
      </p>
    </div>
  );
}
