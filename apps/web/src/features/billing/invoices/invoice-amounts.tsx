import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { signedCents, signedMilli } from "../../../entities/invoice/signed-cents.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { cx } from "../../../ui/cx.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";
import type { InvoiceDetail } from "../billing.api.ts";
import { useCents } from "../use-cents.ts";

const milli = 1000;
const basisPointsPerUnit = 10_000;
/** Quantities are shown to the thousandth, tax rates to the hundredth of a percent. */
const quantityDigits = 3;
const rateDigits = 2;

function Sum({ name, strong = false, children }: { name: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "flex items-baseline justify-between gap-4 py-1.5",
        strong && "border-t border-line-strong font-strong",
      )}
    >
      <dt className={strong ? "text-text" : "min-w-0 text-text-2"}>{name}</dt>
      <dd className="whitespace-nowrap text-text tabular-nums">{children}</dd>
    </div>
  );
}

/** Shows the lines of an invoice, its taxes and sums. */
export function InvoiceAmounts({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  const plain = useCents(invoice.currency);
  const cents = (amount: number) => plain(signedCents(invoice, amount));
  const day = format.calendar.date;
  return (
    <>
      <ol className="divide-y divide-line border-b border-line text-dense">
        {invoice.lines.map((line) => (
          <li key={JSON.stringify(line)} className="py-2">
            <p className="flex items-baseline justify-between gap-4 text-text">
              <span className="min-w-0 font-strong wrap-anywhere">{line.text}</span>
              <span className="whitespace-nowrap tabular-nums">{cents(line.netCents)}</span>
            </p>
            <p className="text-small text-text-2 tabular-nums">
              <Dotted
                details={[
                  line.detail,
                  line.period && `${day(line.period.from)} – ${day(line.period.to)}`,
                  line.quantityMilli !== milli &&
                    t("lines.quantity", {
                      quantity: format.number(
                        signedMilli(invoice, line.quantityMilli) / milli,
                        quantityDigits,
                      ),
                      price: plain(line.unitPriceCents),
                    }),
                ]}
              />
            </p>
          </li>
        ))}
      </ol>
      <dl className="mt-1.5 text-dense">
        <Sum name={t("sums.net")}>{cents(invoice.netCents)}</Sum>
        {invoice.taxes.map(({ rateBasisPoints, basisCents, taxCents, exemptionReason }) => (
          <Sum
            key={`${rateBasisPoints} ${exemptionReason}`}
            name={
              <>
                {t("sums.tax", {
                  rate: format.percent(rateBasisPoints / basisPointsPerUnit, rateDigits),
                  basis: cents(basisCents),
                })}
                {exemptionReason !== null && (
                  <span className="block text-small wrap-anywhere text-text-3">{exemptionReason}</span>
                )}
              </>
            }
          >
            {cents(taxCents)}
          </Sum>
        ))}
        <Sum strong name={t(invoice.kind === "invoice" ? "sums.gross" : "sums.credit")}>
          {cents(invoice.grossCents)}
        </Sum>
        {invoice.kind === "invoice" && invoice.dueCents !== invoice.grossCents && (
          <Sum name={t("sums.due")}>{cents(invoice.dueCents)}</Sum>
        )}
      </dl>
    </>
  );
}
