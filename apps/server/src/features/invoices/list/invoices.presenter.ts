import type { BillingSummary, InvoiceRun } from "@praxisportal/contract/invoices/invoice-runs.schema";
import type { Invoice, InvoiceDetail, UnpaidInvoices } from "@praxisportal/contract/invoices/invoices.schema";
import type { InvoiceDocument } from "../documents/invoice-document.ts";
import type { InvoiceDetailRow, InvoiceRow, PaymentRow, UnpaidRow } from "./invoice-rows.queries.ts";
import type { SummaryRow } from "./invoices.platform-queries.ts";

const payableStatuses = new Set<InvoiceRow["status"]>(["open", "overdue"]);

export function presentInvoice(row: InvoiceRow): Invoice {
  const [dueCents, paidCents] = [Number(row.due_cents), Number(row.paid_cents)];
  return {
    _id: row.id,
    id: row.id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    kind: row.kind,
    status: row.status,
    number: row.number,
    month: row.month,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    currency: row.currency,
    netCents: Number(row.net_cents),
    taxCents: Number(row.tax_cents),
    grossCents: Number(row.gross_cents),
    dueCents,
    paidCents,
    openCents: payableStatuses.has(row.status) ? dueCents - paidCents : 0,
    reminderLevel: row.reminder_level,
    isDirectDebit: row.is_direct_debit,
    createdAt: row.created_at.toISOString(),
    finalisedAt: row.finalised_at?.toISOString() ?? null,
    finaliseAt: row.finalised_at === null ? row.finalise_at.toISOString() : null,
    held: row.held,
    unpricedCalls: Number(row.unpriced_calls),
    corrects: referenceOf(row.corrects_id, row.corrects_number),
    creditedBy: referenceOf(row.credited_by_id, row.credited_by_number),
  };
}

export function presentUnpaid(rows: readonly UnpaidRow[]): UnpaidInvoices {
  const amountsOf = (status: UnpaidRow["status"]) => {
    const matching = rows.filter((row) => row.status === status);
    const [dueOn = null] = matching.flatMap(({ due_on }) => due_on ?? []).toSorted();
    return {
      count: matching.reduce((sum, { invoices }) => sum + Number(invoices), 0),
      sums: matching.map(({ currency, open_cents }) => ({ currency, openCents: Number(open_cents) })),
      dueOn,
    };
  };
  return { open: amountsOf("open"), overdue: amountsOf("overdue") };
}

const referenceOf = (id: string | null, number: string | null) =>
  id === null || number === null ? null : { id, number };

/** The content of a document, or of the document that a draft would become. */
export type DetailContent = Pick<InvoiceDocument, "lines" | "taxes" | "buyer" | "language">;

export function presentInvoiceDetail(
  row: InvoiceDetailRow,
  { lines, taxes, buyer, language }: DetailContent,
  payments: readonly PaymentRow[],
): InvoiceDetail {
  return {
    ...presentInvoice(row),
    lines: lines.map(
      ({ text, detail, quantityMilli, unitPriceCents, netCents, rateBasisPoints, period }) => ({
        text,
        detail,
        quantityMilli,
        unitPriceCents,
        netCents,
        rateBasisPoints,
        period,
      }),
    ),
    taxes: taxes.map(({ rateBasisPoints, basisCents, taxCents, exemptionReason }) => ({
      rateBasisPoints,
      basisCents,
      taxCents,
      exemptionReason,
    })),
    buyer: addressLines(buyer, language),
    payments: payments.map(({ id, booked_on, amount_cents, source, note }) => ({
      id,
      bookedOn: booked_on,
      amountCents: Number(amount_cents),
      source,
      note,
    })),
    reason: row.reason,
    mailedAt: row.mailed_at?.toISOString() ?? null,
    xmlSha256: row.xml_sha256,
    pdfSha256: row.pdf_sha256,
    retainUntil: row.retain_until,
    legalHoldReason: row.legal_hold_reason,
  };
}

/** Returns name and address, with the country in the language of the invoice. */
function addressLines(
  { name, contactName, address }: InvoiceDocument["buyer"],
  language: InvoiceDocument["language"],
): string[] {
  const { street, houseNumber, addition, postalCode, city, country } = address;
  return [
    name,
    contactName ?? "",
    [street, houseNumber].filter(Boolean).join(" "),
    addition ?? "",
    [postalCode, city].filter(Boolean).join(" "),
    new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country,
  ].filter((line) => line !== "");
}

/** Presents the totals of all currencies. */
export function presentSummary(
  month: string,
  rows: readonly SummaryRow[],
  run: InvoiceRun | null,
  missing: readonly string[],
): BillingSummary {
  const amounts = (readValue: (row: SummaryRow) => string) =>
    rows
      .map((row) => ({ currency: row.currency, cents: Number(readValue(row)) }))
      .filter(({ cents }) => cents !== 0);
  const count = (readValue: (row: SummaryRow) => string) =>
    rows.reduce((sum, row) => sum + Number(readValue(row)), 0);
  return {
    month,
    revenueNet: amounts((row) => row.revenue),
    drafts: { count: count((row) => row.drafts), amounts: amounts((row) => row.draft_cents) },
    held: { count: count((row) => row.held) },
    open: { count: count((row) => row.open), amounts: amounts((row) => row.open_cents) },
    overdue: { count: count((row) => row.overdue), amounts: amounts((row) => row.overdue_cents) },
    run,
    missing: [...missing],
  };
}
