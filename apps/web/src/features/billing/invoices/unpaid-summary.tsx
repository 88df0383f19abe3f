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
  const { data: unpaid } = useQuery(unpaidQuery(organizationId));
  // Takes its space before the figures are known.
  if (unpaid === undefined) return <p className="text-dense">{"\u00A0"}</p>;
  const open = unpaid.filter(({ status }) => status === "open");
  const overdue = unpaid.filter(({ status }) => status === "overdue");
  const amountOf = (invoices: readonly Invoice[]) =>
    [...openSums(invoices)]
      .map(([currency, cents]) => format.money(cents * microsPerCent, currency))
      .join(" + ");
  const [next] = open;
  const [first] = overdue;
  if (next === undefined && first === undefined)
    return <p className="text-dense text-text-2">{t("unpaid.none")}</p>;
  return (
    <p className="text-dense text-text-2 tabular-nums">
      {next !== undefined && (
        <span>
          {t("unpaid.open", {
            amount: amountOf(open),
            count: open.length,
            date: format.calendar.date(next.dueOn ?? next.month),
          })}
        </span>
      )}
      {next !== undefined && first !== undefined && " · "}
      {first !== undefined && (
        <strong className="font-strong text-danger">
          {t("unpaid.overdue", { amount: amountOf(overdue), count: overdue.length })}
        </strong>
      )}
    </p>
  );
}
