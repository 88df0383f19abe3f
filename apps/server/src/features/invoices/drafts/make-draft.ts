import { uuidV7 } from "@praxisportal/contract/identifiers";
import { invoiceDraftMs } from "@praxisportal/contract/limits";
import type { InvoiceHold } from "@praxisportal/contract/invoices/invoices.schema";
import type { Kysely } from "kysely";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import {
  type BilledOrganization,
  lockBilledOrganization,
  readBillable,
} from "../billable/billable.platform-queries.ts";
import { billableLines } from "../billable/billable-lines.ts";
import type { Parties } from "../profile/parties.ts";
import { type DraftParties, draftDocument } from "./draft-document.ts";
import * as queries from "./drafts.platform-queries.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** Reads both parties of an invoice and the tax rates in a transaction. */
export async function readParties(
  allDb: AllDb,
  { sellerOf, buyerOf, ratesOf }: Parties,
  organizationId: string,
): Promise<DraftParties> {
  return {
    seller: await sellerOf(allDb),
    buyer: await buyerOf(organizationId, allDb),
    rates: await ratesOf(allDb),
  };
}

/**
 * Creates the draft of an organization for a month with everything that has not been invoiced yet. Returns undefined if
 * it has one, if there is nothing to pay, or if the organization is erased or in its trial. A credit balance waits for
 * the next invoice.
 *
 * @param attempt Above 0 for a draft in place of a credited invoice.
 */
export async function createDraft(
  allDb: AllDb,
  parties: Parties,
  { organizationId, month, attempt = 0 }: { organizationId: string; month: string; attempt?: number },
  now: Date,
): Promise<string | undefined> {
  const organization = await lockBilledOrganization(allDb, organizationId);
  if (organization === undefined) return undefined;
  if (attempt === 0 && (await queries.hasInvoice(allDb, organizationId, month))) return undefined;
  const { lines, unpricedCalls } = await billableOf(allDb, organization, month, now);
  if (lines.reduce((sum, { cents }) => sum + cents, 0n) <= 0n) return undefined;
  const { totals, missing } = draftDocument(
    { lines, currency: organization.currency, usage: [] },
    await readParties(allDb, parties, organizationId),
  );
  const draft = {
    id: uuidV7(),
    month,
    attempt,
    totals,
    unpricedCalls,
    held: holdsOf(missing, unpricedCalls),
  };
  const finalizeAt = new Date(now.getTime() + invoiceDraftMs);
  if (!(await queries.insertDraft(allDb, organization, draft, { createdAt: now, finalizeAt })))
    return undefined;
  await queries.insertLines(allDb, organizationId, draft.id, lines);
  return draft.id;
}

/** Recalculates a draft from the current data. It keeps its id, its month and the day on which it becomes final. */
export async function recalculateDraft(
  allDb: AllDb,
  parties: Parties,
  draft: { organizationId: string; id: string; month: string; attempt: number },
  now: Date,
): Promise<void> {
  const { organizationId, id } = draft;
  const organization = await lockBilledOrganization(allDb, organizationId);
  await queries.clearDraft(allDb, organizationId, id);
  const { lines, unpricedCalls } =
    organization === undefined
      ? { lines: [], unpricedCalls: 0 }
      : await billableOf(allDb, organization, draft.month, now);
  const { totals, missing } = draftDocument(
    { lines, currency: organization?.currency ?? "EUR", usage: [] },
    await readParties(allDb, parties, organizationId),
  );
  const holds = holdsOf(missing, unpricedCalls);
  const newDraft = { ...draft, totals, unpricedCalls, held: holds };
  await queries.updateDraft(allDb, organizationId, newDraft, organization);
  await queries.insertLines(allDb, organizationId, id, lines);
}

async function billableOf(allDb: AllDb, organization: BilledOrganization, month: string, now: Date) {
  const facts = await readBillable(allDb, organization, month);
  return {
    lines: billableLines(facts, month, dayIn(organization.timezone, now)),
    unpricedCalls: facts.unpricedCalls,
  };
}

/** Returns the reasons why a draft cannot become final. */
export function holdsOf(missing: readonly string[], unpricedCalls: number): InvoiceHold[] {
  const missingOf = (party: string) => missing.filter((field) => field.startsWith(`${party}.`));
  const data = [
    { reason: "operator_data" as const, missing: missingOf("operator") },
    { reason: "buyer_data" as const, missing: missingOf("buyer") },
  ];
  return [
    ...data.filter((hold) => hold.missing.length > 0),
    ...(unpricedCalls > 0 ? [{ reason: "unpriced_calls" as const, missing: [] }] : []),
  ];
}
