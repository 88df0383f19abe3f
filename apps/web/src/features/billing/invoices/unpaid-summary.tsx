import { useQuery } from "@tanstack/react-query";
import type { UnpaidInvoices } from "@praxisportal/contract/invoices/invoices.schema";
import { useTranslations } from "use-intl";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { nextInvoiceDay } from "./next-invoice.ts";
import { unpaidQuery } from "../billing.api.ts";
import { Dot } from "../../../ui/label/dotted.tsx";

const microsPerCent = 10_000;

/** Shows the day of the next invoice. */
function NextInvoice({ organizationId }: { organizationId: string }) {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  const today = useToday();
  const { data: account } = useQuery(organizationBillingQuery(organizationId));
  const day = account === undefined ? null : nextInvoiceDay(account.billing, today);
  return day === null ? null : <> {t("unpaid.next", { date: format.calendar.date(day) })}</>;
}

/** Shows the amount to be paid, the overdue part, and the day of the next invoice. */
export function UnpaidSummary({ organizationId }: { organizationId: string }) {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  const { data: unpaid } = useQuery(unpaidQuery(organizationId));
  // Reserves its space until the figures are loaded.
  if (unpaid === undefined) return <p className="text-dense">{"\u00A0"}</p>;
  const { open, overdue } = unpaid;
  const amountOf = ({ sums }: UnpaidInvoices["open"]) =>
    sums.map(({ currency, openCents }) => format.money(openCents * microsPerCent, currency)).join(" + ");
  const next = <NextInvoice organizationId={organizationId} />;
  if (open.count + overdue.count === 0)
    return (
      <p className="text-dense text-text-2">
        {t("unpaid.none")}
        {next}
      </p>
    );
  return (
    <p className="text-dense text-text-2 tabular-nums">
      {open.dueOn !== null && (
        <span>
          {t("unpaid.open", {
            amount: amountOf(open),
            count: open.count,
            date: format.calendar.date(open.dueOn),
          })}
        </span>
      )}
      {open.dueOn !== null && overdue.count > 0 && <Dot />}
      {overdue.count > 0 && (
        <strong className="font-strong text-danger">
          {t("unpaid.overdue", { amount: amountOf(overdue), count: overdue.count })}
        </strong>
      )}
      {"."}
      {next}
    </p>
  );
}
