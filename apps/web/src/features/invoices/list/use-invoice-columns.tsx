import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Invoice } from "../../../entities/invoice/invoice.api.ts";
import { InvoiceStatusBadge } from "../../../entities/invoice/invoice-status.tsx";
import { signedCents } from "../../../entities/invoice/signed-cents.ts";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { useHoldText } from "../use-hold-text.ts";

/** Shows the status, with notes for the operator. */
function StatusCell({ invoice }: { invoice: Invoice }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const textOf = useHoldText();
  const notes = [
    ...invoice.held.map((hold) => textOf(hold, invoice.unpricedCalls).title),
    ...(invoice.status === "draft" && invoice.finaliseAt !== null
      ? [t("list.finalAt", { date: format.date(invoice.finaliseAt) })]
      : []),
    ...(invoice.reminderLevel > 0 ? [t("list.reminded", { level: invoice.reminderLevel })] : []),
  ];
  return (
    <>
      <InvoiceStatusBadge status={invoice.status} />
      {notes.map((note) => (
        <span key={note} className="mt-0.5 block text-small text-text-3">
          {note}
        </span>
      ))}
    </>
  );
}

/** Returns the columns of the list of invoices. */
export function useInvoiceColumns(): readonly ListColumn<Invoice>[] {
  const t = useTranslations("invoices");
  const labels = useTranslations("invoice-labels");
  const format = useFormat();
  const cents = useCents();
  const day = (value: string | null) => (value === null ? null : format.calendar.date(value));
  return [
    {
      id: "organizationName",
      header: t("columns.organizationName"),
      width: 14,
      text: ({ organizationName }) => organizationName,
      cell: ({ id, organizationName }, searchText) => (
        <Link
          to="/tenant-management/billing/$invoiceId"
          params={{ invoiceId: id }}
          className={`${nameLinkClass} wrap-anywhere`}
        >
          <Highlight text={organizationName} search={searchText} />
        </Link>
      ),
    },
    {
      id: "number",
      header: t("columns.number"),
      width: 11,
      searchable: true,
      text: ({ number }) => number,
      cell: ({ number }, searchText) => (
        <span className="whitespace-nowrap tabular-nums">
          <Highlight text={number ?? "–"} search={searchText} />
        </span>
      ),
    },
    {
      id: "status",
      header: t("columns.status"),
      width: 13.5,
      text: ({ status }) => labels(`status.${status}`),
      cell: (invoice) => <StatusCell invoice={invoice} />,
    },
    {
      id: "month",
      header: t("columns.month"),
      width: 7,
      text: ({ month }) => format.calendar.monthShort(month),
    },
    { id: "dueOn", header: t("columns.dueOn"), width: 8, text: ({ dueOn }) => day(dueOn) },
    {
      id: "grossCents",
      header: t("columns.grossCents"),
      width: 9,
      money: (invoice) => ({ cents: signedCents(invoice, invoice.grossCents), currency: invoice.currency }),
    },
    {
      id: "openCents",
      header: t("columns.openCents"),
      width: 9,
      money: ({ openCents, currency }) => ({ cents: openCents, currency }),
      // An invoice cannot be paid before it is final.
      cell: ({ number, openCents, currency }) => (number === null ? "–" : cents(openCents, currency)),
    },
    {
      id: "issuedOn",
      header: t("columns.issuedOn"),
      width: 8,
      initiallyHidden: true,
      text: ({ issuedOn }) => day(issuedOn),
    },
    {
      id: "netCents",
      header: t("columns.netCents"),
      width: 9.5,
      initiallyHidden: true,
      money: (invoice) => ({ cents: signedCents(invoice, invoice.netCents), currency: invoice.currency }),
    },
    {
      id: "currency",
      header: t("columns.currency"),
      width: 6,
      initiallyHidden: true,
      text: ({ currency }) => currency,
    },
    {
      id: "kind",
      header: t("columns.kind"),
      initiallyHidden: true,
      text: ({ kind }) => labels(`kind.${kind}`),
    },
    {
      id: "payment",
      header: t("columns.payment"),
      initiallyHidden: true,
      text: ({ isDirectDebit }) => t(isDirectDebit ? "payment.debit" : "payment.transfer"),
    },
    {
      id: "createdAt",
      header: t("columns.createdAt"),
      initiallyHidden: true,
      moment: ({ createdAt }) => createdAt,
    },
  ];
}
