import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { signedCents } from "../../../entities/invoice/signed-cents.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import type { ListState } from "../../../platform/list/use-list-search.ts";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import { Highlight } from "../../../ui/label/highlight.tsx";
import type { Invoice } from "../billing.api.ts";
import { wholeWords } from "../../../ui/label/whole-words.tsx";
import { InvoiceState, stateOf } from "./invoice-state.tsx";

/** Returns the columns of the invoice list. */
export function useInvoiceColumns(list: ListState): readonly ListColumn<Invoice>[] {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  const day = (value: string | null) => (value === null ? null : format.calendar.date(value));
  const subject = ({ corrects, month }: Invoice) =>
    corrects === null
      ? t("subject.invoice", { month: format.calendar.month(month) })
      : t("subject.credit", { invoice: corrects.number });
  return [
    {
      id: "number",
      header: t("columns.number"),
      width: 10,
      text: ({ number }) => number,
      cell: ({ id, number }, searchText) => (
        <Link
          to="."
          search={list.after({ invoice: id })}
          resetScroll={false}
          className={`${nameLinkClass} whitespace-nowrap tabular-nums`}
        >
          <Highlight text={number ?? "–"} search={searchText} />
        </Link>
      ),
    },
    { id: "issuedOn", header: t("columns.issuedOn"), width: 7, text: ({ issuedOn }) => day(issuedOn) },
    {
      id: "subject",
      header: t("columns.subject"),
      width: 14,
      text: subject,
      cell: (invoice) => wholeWords(subject(invoice)),
    },
    {
      id: "grossCents",
      header: t("columns.gross"),
      width: 8,
      money: (invoice) => ({ cents: signedCents(invoice, invoice.grossCents), currency: invoice.currency }),
    },
    {
      id: "status",
      header: t("columns.state"),
      width: 16,
      text: (invoice) => t(`state.${stateOf(invoice)}`),
      cell: (invoice) => <InvoiceState invoice={invoice} />,
    },
    { id: "dueOn", header: t("columns.dueOn"), initiallyHidden: true, text: ({ dueOn }) => day(dueOn) },
    {
      id: "openCents",
      header: t("columns.open"),
      initiallyHidden: true,
      money: ({ openCents: cents, currency }) => ({ cents, currency }),
    },
    {
      id: "netCents",
      header: t("columns.net"),
      initiallyHidden: true,
      money: (invoice) => ({ cents: signedCents(invoice, invoice.netCents), currency: invoice.currency }),
    },
    {
      id: "taxCents",
      header: t("columns.tax"),
      initiallyHidden: true,
      money: (invoice) => ({ cents: signedCents(invoice, invoice.taxCents), currency: invoice.currency }),
    },
    {
      id: "currency",
      header: t("columns.currency"),
      initiallyHidden: true,
      text: ({ currency }) => currency,
    },
  ];
}
