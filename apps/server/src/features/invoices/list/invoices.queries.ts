import type { InvoiceListQuery } from "@praxisportal/contract/invoices/invoices.schema";
import { type RawBuilder, sql } from "kysely";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import * as rows from "./invoice-rows.queries.ts";

const statement =
  <Row>(text: RawBuilder<Row>) =>
  (builder: OrganizationQueries) => ({ compile: () => text.compile(builder) });

/** Returns the condition for the invoices that an organization sees: its final invoices and credit notes. */
const finalOf = (organizationId: string) => sql`i.organization_id = ${organizationId} and i.state = 'final'`;

/** Reads a page of the final invoices of an organization and their number. */
export async function readInvoices(db: OrganizationDb, query: InvoiceListQuery, today: string) {
  const scope = finalOf(db.organizationId);
  const [page, [count]] = await db.readAll<[rows.InvoiceRow, { total: string }]>((builder) => [
    statement(rows.invoicePage(scope, query, today))(builder),
    statement(rows.invoiceCount(scope, query, today))(builder),
  ]);
  return { rows: page, total: Number(count?.total) };
}

/** Reads the amounts that an organization still has to pay. */
export function readUnpaid(db: OrganizationDb, today: string) {
  return db.read(statement(rows.unpaidInvoices(finalOf(db.organizationId), today)));
}

/** Reads a final invoice of an organization with its payments. */
export async function readInvoice(db: OrganizationDb, invoiceId: string, today: string) {
  const [[row], payments] = await db.readAll<[rows.InvoiceDetailRow, rows.PaymentRow]>((builder) => [
    statement(rows.invoiceDetail(finalOf(db.organizationId), invoiceId, today))(builder),
    statement(rows.invoicePayments(sql`i.organization_id = ${db.organizationId}`, invoiceId))(builder),
  ]);
  return { row, payments };
}

/** Reads the stored bytes of a final invoice of an organization. */
export async function readInvoiceFile(db: OrganizationDb, invoiceId: string, format: "pdf" | "xml") {
  const [file] = await db.read(statement(rows.invoiceFile(finalOf(db.organizationId), invoiceId, format)));
  return file;
}
