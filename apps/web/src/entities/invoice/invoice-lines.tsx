import type { InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { signedCents, signedMilli } from "./signed-cents.ts";
import { useCents } from "./use-cents.ts";

type Line = InvoiceDetail["lines"][number];
type Amounts = Pick<InvoiceDetail, "kind" | "lines" | "taxes" | "currency" | "netCents" | "grossCents">;

const basisPointsPerUnit = 10_000;
const thousandths = 1000;

/** Shows the lines of an invoice, its taxes and its total. */
export function InvoiceLines({ invoice }: { invoice: Amounts }) {
  const t = useTranslations("invoice-labels");
  const head = "px-3 py-2.5 text-small font-strong whitespace-nowrap text-text-2 first:pl-5 last:pr-5";
  return (
    <table className="w-full border-collapse text-dense">
      <caption className="sr-only">{t("lines.title")}</caption>
      <thead className="border-b border-line bg-surface-2">
        <tr>
          <th scope="col" className={`${head} text-left`}>
            {t("lines.text")}
          </th>
          <th scope="col" className={`${head} text-right max-md:hidden`}>
            {t("lines.quantity")}
          </th>
          <th scope="col" className={`${head} text-right max-md:hidden`}>
            {t("lines.unitPrice")}
          </th>
          <th scope="col" className={`${head} text-right max-md:hidden`}>
            {t("lines.rate")}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t("lines.net")}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <LineRow
            key={`${line.text} ${line.period?.from} ${line.detail} ${line.netCents}`}
            line={line}
            invoice={invoice}
          />
        ))}
      </tbody>
      <Totals invoice={invoice} />
    </table>
  );
}

function LineRow({ line, invoice }: { line: Line; invoice: Amounts }) {
  const { currency } = invoice;
  const t = useTranslations("invoice-labels");
  const format = useFormat();
  const cents = useCents();
  const quantity = format.number(signedMilli(invoice, line.quantityMilli) / thousandths, 3);
  const price = cents(line.unitPriceCents, currency);
  const rate = format.percent(line.rateBasisPoints / basisPointsPerUnit, 2);
  const cell = "px-3 py-3 align-top text-right whitespace-nowrap text-text tabular-nums";
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-3 pr-3 pl-5 text-left align-top font-normal">
        <span className="block font-strong wrap-anywhere text-text">{line.text}</span>
        {line.period !== null && (
          <span className="block text-small text-text-3 tabular-nums">
            {format.calendar.date(line.period.from)} – {format.calendar.date(line.period.to)}
          </span>
        )}
        {line.detail !== null && (
          <span className="block text-small wrap-anywhere text-text-3">{line.detail}</span>
        )}
        <span className="block text-small text-text-3 tabular-nums md:hidden">
          {t("lines.short", { quantity, price, rate })}
        </span>
      </th>
      <td className={`${cell} max-md:hidden`}>{quantity}</td>
      <td className={`${cell} max-md:hidden`}>{price}</td>
      <td className={`${cell} max-md:hidden`}>{rate}</td>
      <td className={`${cell} pr-5`}>{cents(signedCents(invoice, line.netCents), currency)}</td>
    </tr>
  );
}

function Totals({ invoice }: { invoice: Amounts }) {
  const { taxes, currency, netCents, grossCents } = invoice;
  const t = useTranslations("invoice-labels");
  const format = useFormat();
  const plain = useCents();
  const cents = (amount: number) => plain(signedCents(invoice, amount), currency);
  const rows = [
    { key: "net", label: t("total.net"), reason: null, amount: netCents },
    ...taxes.map((tax) => ({
      key: `tax ${tax.rateBasisPoints} ${tax.exemptionReason}`,
      label: t("total.tax", {
        rate: format.percent(tax.rateBasisPoints / basisPointsPerUnit, 2),
        basis: cents(tax.basisCents),
      }),
      reason: tax.exemptionReason,
      amount: tax.taxCents,
    })),
  ];
  const row = "flex items-baseline justify-between gap-6";
  return (
    <tfoot>
      <tr>
        <td colSpan={5} className="px-5 py-3">
          <dl className="ml-auto grid gap-1.5 md:max-w-80">
            {rows.map(({ key, label, reason, amount }) => (
              <div key={key} className={row}>
                <dt className="min-w-0 text-text-2">
                  {label}
                  {reason !== null && <span className="block text-small text-text-3">{reason}</span>}
                </dt>
                <dd className="whitespace-nowrap text-text tabular-nums">{cents(amount)}</dd>
              </div>
            ))}
            <div className={`${row} border-t border-line pt-2 text-body font-strong text-text`}>
              <dt>{t("total.gross")}</dt>
              <dd className="whitespace-nowrap tabular-nums">{cents(grossCents)}</dd>
            </div>
          </dl>
        </td>
      </tr>
    </tfoot>
  );
}
