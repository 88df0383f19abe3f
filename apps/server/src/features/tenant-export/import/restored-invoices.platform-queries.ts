import { sql } from "kysely";
import type { AllDb } from "./section-rows.platform-queries.ts";

/** A mandate whose IBAN the archive does not contain. */
export type LostMandate = { reference: string; holder: string };

type ProfileLine = Record<string, unknown> & { mandateReference?: unknown; mandateHolder?: unknown };

const noMandate = {
  mandateReference: null,
  mandateHolder: null,
  mandateIbanMasked: null,
  mandateSignedOn: null,
};

/**
 * Returns the lines of the section `billingProfile` without the mandate, and the mandate that must be granted again.
 */
export function withoutMandate(lines: readonly string[]): { lines: string[]; mandates: LostMandate[] } {
  const rows = lines.map((line) => JSON.parse(line) as ProfileLine);
  return {
    lines: rows.map((row) => JSON.stringify({ ...row, ...noMandate })),
    mandates: rows.flatMap(({ mandateReference: reference, mandateHolder: holder }) =>
      typeof reference === "string" && typeof holder === "string" ? [{ reference, holder }] : [],
    ),
  };
}

/**
 * Returns whether this portal already has an invoice with one of these numbers. Then the archive is from another
 * operator.
 */
export async function hasTakenNumber(allDb: AllDb, lines: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from json_to_recordset(${`[${lines.join(",")}]`}::json) as r(number text)
    join invoice i on i.number = r.number limit 1`.execute(allDb);
  return rows.length > 0;
}

/**
 * Makes the restored invoices of an organization final, once they have their lines, and continues their series of
 * numbers after them.
 */
export async function finishInvoices(allDb: AllDb, organizationId: string): Promise<void> {
  await sql`update invoice set state = 'final' where organization_id = ${organizationId}`.execute(allDb);
  await sql`
    insert into invoice_counter as c (series, year, last_number)
    select left(number, 2), substr(number, 4, 4)::integer, max(substr(number, 9)::integer) from invoice
    where organization_id = ${organizationId} and number ~ '^(RE|GU)-[0-9]{4}-[0-9]{6}$'
    group by 1, 2
    on conflict (series, year) do update set last_number = greatest(c.last_number, excluded.last_number)`.execute(
    allDb,
  );
}
