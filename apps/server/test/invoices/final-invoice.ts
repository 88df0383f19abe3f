import { createHash } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { InvoicePayment } from "../../src/features/invoices/documents/invoice-document.ts";
import { buyer, sampleInvoice } from "../../src/features/invoices/documents/testing/sample-invoice.ts";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** Values that a test sets for an invoice. All have defaults. */
type InvoiceValues = {
  dueCents?: number;
  currency?: "EUR" | "CHF";
  issuedOn?: string;
  dueOn?: string;
  payment?: InvoicePayment;
  retainUntil?: string;
  number?: string;
};

export type TestInvoice = {
  organizationId: string;
  id: string;
  number: string;
  dueCents: number;
};

/** Last invoice number of the tests, above the numbers that the portal assigns in a test. */
let counter = 900_000;

/** Stores a final invoice with a line, as if it had been issued. */
export async function insertFinalInvoice(
  testApp: TestApp,
  organizationId: string,
  {
    dueCents = 11_900,
    currency = "EUR",
    issuedOn = "2026-11-02",
    dueOn = "2026-11-16",
    payment,
    retainUntil,
    number,
  }: InvoiceValues = {},
): Promise<TestInvoice> {
  counter += 1;
  const invoice = {
    organizationId,
    id: uuidV7(),
    number: number ?? `RE-2026-${String(counter).padStart(6, "0")}`,
    dueCents,
  };
  const document = {
    ...sampleInvoice(),
    number: invoice.number,
    currency,
    buyer: { ...buyer, address: { ...buyer.address, street: "Musterplatz", houseNumber: "2" } },
    ...(payment !== undefined && { payment }),
  };
  await insertFinal(testApp, invoice, {
    kind: "invoice",
    currency,
    issuedOn,
    dueOn,
    document,
    corrects: null,
    ...(retainUntil !== undefined && { retainUntil }),
  });
  return invoice;
}

/** Stores a credit note for an invoice and returns it. */
export async function insertCreditNote(
  testApp: TestApp,
  invoice: TestInvoice,
  { retainUntil }: Pick<InvoiceValues, "retainUntil"> = {},
): Promise<TestInvoice> {
  const note = { ...invoice, id: uuidV7(), number: invoice.number.replace("RE", "GU") };
  await insertFinal(testApp, note, {
    kind: "credit_note",
    currency: "EUR",
    issuedOn: "2026-11-20",
    dueOn: null,
    document: { ...sampleInvoice(), kind: "credit_note", number: note.number },
    corrects: invoice.id,
    ...(retainUntil !== undefined && { retainUntil }),
  });
  return note;
}

/** Stores a draft. */
export async function insertDraft(testApp: TestApp, organizationId: string): Promise<string> {
  const id = uuidV7();
  await queryRows(
    testApp,
    `insert into invoice (organization_id, id, kind, month, attempt, currency, net_cents, tax_cents, gross_cents,
       due_cents, finalise_at, organization_name)
     values ($1, $2, 'invoice', '2026-11-01', 999, 'EUR', 0, 0, 0, 0, now() + interval '3 days', 'Praxis Probe')`,
    [organizationId, id],
  );
  return id;
}

type Final = {
  kind: string;
  currency: string;
  issuedOn: string;
  dueOn: string | null;
  document: object;
  corrects: string | null;
  retainUntil?: string;
};

async function insertFinal(
  testApp: TestApp,
  { organizationId, id, number, dueCents }: TestInvoice,
  { kind, currency, issuedOn, dueOn, document, corrects, retainUntil = "2034-12-31" }: Final,
): Promise<void> {
  const [xml, pdf] = [Buffer.from(`<invoice>${number}</invoice>`), Buffer.from(`%PDF ${number}`)];
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  await queryRows(
    testApp,
    `insert into invoice (organization_id, id, kind, state, month, attempt, currency, net_cents, tax_cents, gross_cents,
       due_cents, finalise_at, organization_name, number, issued_on, due_on, document, format, xml, pdf, xml_sha256,
       pdf_sha256, retain_until, finalised_at, corrects)
     select $1, $2, $3, 'draft', date_trunc('month', $6::date), $14, $4, $5, 0, $5, $5, now(), o.name, $7, $6, $8, $9,
       'factur-x', $10, $11, $12, $13, $16, now(), $15
     from organization o where o.organization_id = $1`,
    [
      organizationId,
      id,
      kind,
      currency,
      dueCents,
      issuedOn,
      number,
      dueOn,
      JSON.stringify(document),
      xml,
      pdf,
      sha256(xml),
      sha256(pdf),
      // The invoices of a month differ in their attempt.
      counter,
      corrects,
      retainUntil,
    ],
  );
  // The lines of a final invoice cannot be added.
  await queryRows(
    testApp,
    `insert into invoice_line (organization_id, invoice_id, position, kind, plan, term, term_from, covered_until,
       from_day, until_day, cents)
     values ($1, $2, 1, 'plan', 'basic', 'month', '2026-11-01', '2026-12-01', '2026-11-01', '2026-12-01', $3)`,
    [organizationId, id, dueCents],
  );
  await queryRows(testApp, "update invoice set state = 'final' where id = $1", [id]);
}
