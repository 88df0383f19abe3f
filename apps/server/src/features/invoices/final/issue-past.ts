import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { createDraft } from "../drafts/make-draft.ts";
import * as queries from "./final.platform-queries.ts";
import { finalizeDraft, type InvoiceFinalization, type IssuedInvoice } from "./finalize.ts";

/**
 * Issues the invoice of a month as it would have been at a time in the past, without audit entry, event and mail. It is
 * used for the invented history of the demonstration. Returns undefined when there is nothing to invoice.
 */
export async function issuePast(
  allDb: Kysely<TenantTables & GlobalTables>,
  invoicing: InvoiceFinalization,
  { organizationId, month, at }: { organizationId: string; month: string; at: Date },
): Promise<IssuedInvoice | undefined> {
  const draft = await createDraft(allDb, invoicing.parties, { organizationId, month }, at);
  const invoice = draft === undefined ? undefined : await queries.lockInvoice(allDb, draft);
  if (invoice === undefined) return undefined;
  return finalizeDraft(allDb, invoicing, invoice, { personId: null, confirmsUnpriced: true, now: at });
}
