import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { type Invoice, unpaidQuery } from "../billing.api.ts";

const microsPerCent = 10_000;

/** Returns what is open of invoices, as a sum for each currency. */
function openSums(invoices: readonly Pick<Invoice, "currency" | "openCents">[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, openCents } of invoices) sums.set(currency, (sums.get(currency) ?? 0) + openCents);
  return sums;
}

/** Says how much is to be paid, and how much of it is overdue. */
export function UnpaidSummary({ organizationId }: { organizationId: string }) {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  const open = useQuery(unpaidQuery(organizationId, "open")).data;
  const overdue = useQuery(unpaidQuery(organizationId, "overdue")).data;
  // Takes its space before the figures are known.
  if (open === undefined || overdue === undefined) return <p className="text-dense">{"\u00A0"}</p>;
  const amountOf = (invoices: readonly Invoice[]) =>
    [...openSums(invoices)]
      .map(([currency, cents]) => format.money(cents * microsPerCent, currency))
      .join(" + ");
  const [next] = open.data;
  const [first] = overdue.data;
  if (next === undefined && first === undefined)
    return <p className="text-dense text-text-2">{t("unpaid.none")}</p>;
  return (
    <p className="text-dense text-text-2 tabular-nums">
      {next !== undefined && (
        <span>
          {t("unpaid.open", {
            amount: amountOf(open.data),
            count: open.pagination.total,
            date: format.calendar.date(next.dueOn ?? next.month),
          })}
        </span>
      )}
      {next !== undefined && first !== undefined && " · "}
      {first !== undefined && (
        <strong className="font-strong text-danger">
          {t("unpaid.overdue", { amount: amountOf(overdue.data), count: overdue.pagination.total })}
        </strong>
      )}
    </p>
  );
}
