import { createHash, randomInt } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { sampleInvoice } from "../../apps/server/src/features/invoices/documents/testing/sample-invoice.ts";
import type { Organization } from "./people.ts";
import type { TestPortal } from "./portal.ts";

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** IBAN of the operator, whose bank statements are imported. */
const operatorIban = "DE02120300000000202051";

/** Fills in the operator profile completely. */
export async function completeOperator(portal: TestPortal): Promise<void> {
  await portal.app.platformDb.write((_tx, db) =>
    db
      .updateTable("operator_profile")
      .set({
        name: "Praxisportal Betrieb GmbH",
        street: "Beispielstraße",
        house_number: "1",
        postal_code: "00000",
        city: "Musterstadt",
        country: "DE",
        vat_id: "DE123456789",
        contact_name: "Rechnungsstelle",
        contact_phone: "+49 30 23125000",
        contact_email: "rechnung@example.org",
        iban: operatorIban,
      })
      .execute(),
  );
}

/** Gives an organization the data that its invoices need. */
export async function completeBuyer(portal: TestPortal, { id }: Organization): Promise<void> {
  const profile = {
    street: "Musterplatz",
    house_number: "2",
    postal_code: "00000",
    city: "Musterstadt",
    email: "praxis@example.org",
  };
  await portal.app.platformDb.write((_tx, db) =>
    db
      .insertInto("billing_profile")
      .values({ organization_id: id, ...profile })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(profile))
      .execute(),
  );
}

/** Stores a final invoice that was due `days` ago. Returns its number. */
export async function issueOverdue(
  portal: TestPortal,
  organization: Organization,
  { cents, days }: { cents: number; days: number },
): Promise<string> {
  const number = `RE-2020-${String(randomInt(1, 1_000_000)).padStart(6, "0")}`;
  const [xml, pdf] = [Buffer.from(`<invoice>${number}</invoice>`), Buffer.from(`%PDF ${number}`)];
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  const issuedOn = daysAgo(days + 14);
  await portal.app.platformDb.write((_tx, db) =>
    db
      .insertInto("invoice")
      .values({
        organization_id: organization.id,
        id: uuidV7(),
        kind: "invoice",
        state: "final",
        month: `${issuedOn.slice(0, 8)}01`,
        // The invoices of a month differ in their attempt number.
        attempt: randomInt(1000, 30_000),
        currency: "EUR",
        net_cents: cents,
        tax_cents: 0,
        gross_cents: cents,
        due_cents: cents,
        finalise_at: new Date(),
        organization_name: organization.name,
        number,
        issued_on: issuedOn,
        due_on: daysAgo(days),
        document: JSON.stringify({ ...sampleInvoice(), number }),
        format: "factur-x",
        xml,
        pdf,
        xml_sha256: sha256(xml),
        pdf_sha256: sha256(pdf),
        retain_until: "2034-12-31",
        finalised_at: new Date(),
      })
      .execute(),
  );
  return number;
}

/** An entry of a bank statement. */
export interface StatementEntry {
  readonly reference: string;
  readonly amount: string;
  readonly text: string;
  readonly name: string;
}

/** Returns a camt.053 of the operator's account. */
export function statementOf(entries: readonly StatementEntry[]): Buffer {
  const rows = entries.map(
    ({ reference, amount, text, name }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${daysAgo(1)}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>
      <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
    <Stmt><Id>S1</Id><Acct><Id><IBAN>${operatorIban}</IBAN></Id></Acct>${rows.join("")}</Stmt>
  </BkToCstmrStmt>
</Document>`);
}
