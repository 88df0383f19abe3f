import { sealIban } from "../../src/platform/banking/mandate-iban.ts";
import { queryRows } from "../factories.ts";
import { insertFinalInvoice, type TestInvoice } from "../invoices/final-invoice.ts";
import type { TestApp } from "../test-app.ts";

/** Account of a debtor in tests. */
export const debtorIban = "DE02500105170137075030";

/** Gives an organization a mandate that replaces the current one. */
export async function giveMandate(
  testApp: TestApp,
  organizationId: string,
  reference: string,
): Promise<void> {
  const sealed = sealIban(testApp.app.sealedSecrets.keys, organizationId, debtorIban);
  await queryRows(
    testApp,
    `insert into billing_profile (organization_id, mandate_reference, mandate_holder, mandate_iban,
       mandate_iban_masked, mandate_signed_on)
     values ($1, $2, 'Praxis Müller', $3, 'DE•• •••• 5030', '2026-01-15')
     on conflict (organization_id) do update set mandate_reference = excluded.mandate_reference,
       mandate_holder = excluded.mandate_holder, mandate_iban = excluded.mandate_iban,
       mandate_iban_masked = excluded.mandate_iban_masked, mandate_signed_on = excluded.mandate_signed_on,
       mandate_used = false`,
    [organizationId, reference, sealed],
  );
}

/** Stores a final invoice that is collected by direct debit, with the mandate of its organization. */
export async function insertDebitInvoice(
  testApp: TestApp,
  organizationId: string,
  {
    reference = `MANDAT-${organizationId.slice(-12)}`,
    collectionDate = "2026-11-16",
    ...values
  }: {
    reference?: string;
    collectionDate?: string;
    dueCents?: number;
    dueOn?: string;
    currency?: "EUR" | "CHF";
  } = {},
): Promise<TestInvoice> {
  const [current] = await queryRows<{ reference: string | null }>(
    testApp,
    "select mandate_reference as reference from billing_profile where organization_id = $1",
    [organizationId],
  );
  if (current?.reference !== reference) await giveMandate(testApp, organizationId, reference);
  return insertFinalInvoice(testApp, organizationId, {
    ...values,
    payment: {
      kind: "direct_debit",
      creditorId: "DE98ZZZ09999999999",
      mandateReference: reference,
      debtorIban: "DE•• •••• 5030",
      collectionDate,
      reference: "",
    },
  });
}
