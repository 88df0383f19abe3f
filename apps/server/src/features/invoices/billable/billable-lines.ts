import { addDays, addMonths, monthOf } from "../../../directory/plan-charges/days.ts";
import {
  includedAiOf,
  type PlanCharge,
  planCharges,
  type PlanLine,
  planLines,
  type PlanSegment,
} from "../../../directory/plan-charges/plan-charges.ts";
import { microsPerCent } from "../../../directory/plan-charges/plan-segments.queries.ts";

/** AI costs of a calendar month, in millionths of the currency of the organization. */
export type AiMonth = { month: string; costMicros: bigint; unpricedCalls: number };

/** The AI costs of a month beyond its plan that earlier invoices already contain. */
export type InvoicedAi = { month: string; overageMicros: bigint; cents: bigint };

/** The AI costs of a month beyond its plans that no invoice has yet. Negative when too much was invoiced. */
export type AiLine = {
  kind: "ai";
  from: string;
  /** The day after the last one. */
  until: string;
  overageMicros: bigint;
  cents: bigint;
  costMicros: bigint;
  includedMicros: bigint;
  /** Whether an earlier invoice had costs of this month. */
  isLate: boolean;
};

export type BillableLine = PlanLine | AiLine;

/** Facts about an organization when an invoice is created. */
export type BillableFacts = {
  /** Terms that began, and AI costs of months, before this day are not invoiced. */
  billedFrom: string;
  segments: readonly PlanSegment[];
  invoicedPlans: readonly PlanCharge[];
  aiMonths: readonly AiMonth[];
  invoicedAi: readonly InvoicedAi[];
};

/**
 * Returns the lines to invoice in a month: every term that has begun by `today`, credits for unused days, and the AI
 * costs of all earlier months that have not been invoiced. A month that has ended is invoiced as it was on its last
 * day.
 */
export function billableLines(facts: BillableFacts, month: string, today: string): BillableLine[] {
  const { billedFrom, segments, invoicedPlans, aiMonths, invoicedAi } = facts;
  const isBilled = ({ from }: PlanCharge) => from >= billedFrom;
  const charges = planCharges(segments, dayAfterLast(month, today)).filter(isBilled);
  const invoicedByMonth = new Map(invoicedAi.map((row) => [row.month, row]));
  const usage = new Map(aiMonths.map((row) => [row.month, row.costMicros]));
  const months = new Set([...usage.keys(), ...invoicedByMonth.keys()]);
  const ai = [...months]
    .filter((aiMonth) => aiMonth >= billedFrom && aiMonth < month)
    .toSorted((left, right) => left.localeCompare(right))
    .flatMap((aiMonth) =>
      aiLineOf(aiMonth, usage.get(aiMonth) ?? 0n, segments, invoicedByMonth.get(aiMonth)),
    );
  // A term without a charge would be credited, so earlier ones are left out on both sides.
  return [...planLines(charges, invoicedPlans.filter(isBilled)), ...ai];
}

/** Returns the day before which a term must have begun to be invoiced in a month. */
function dayAfterLast(month: string, today: string): string {
  const end = addMonths(month, 1);
  if (today >= end) return end;
  return addDays(today < month ? month : today, 1);
}

function aiLineOf(
  month: string,
  costMicros: bigint,
  segments: readonly PlanSegment[],
  invoiced: InvoicedAi | undefined,
): AiLine[] {
  const includedMicros = includedAiOf(segments, month);
  const overage = costMicros > includedMicros ? costMicros - includedMicros : 0n;
  // The rounded sum of the month is divided, so that its lines never differ from it by a cent.
  const cents = roundToCents(overage) - (invoiced?.cents ?? 0n);
  const overageMicros = overage - (invoiced?.overageMicros ?? 0n);
  if (cents === 0n && overageMicros === 0n) return [];
  const isLate = invoiced !== undefined;
  const days = { from: monthOf(month), until: addMonths(month, 1) };
  return [{ kind: "ai", ...days, overageMicros, cents, costMicros, includedMicros, isLate }];
}

/** Rounds half up; the amount is not negative. */
function roundToCents(micros: bigint): bigint {
  return (micros + microsPerCent / 2n) / microsPerCent;
}
