import type { PlanTerm } from "@praxisportal/contract/tenants/subscription.schema";
import { addMonths, addYears, daysBetween, monthOf } from "./days.ts";
import { shareOf } from "./proration.ts";

/** A period during which an organization has a plan. Days are those of its time zone; a trial has none. */
export type PlanSegment = {
  plan: string;
  term: PlanTerm;
  from: string;
  /** First day after the segment, or null if it has not ended. */
  until: string | null;
  /** Net price of a term in cents. */
  price: bigint;
  /** AI costs per calendar month that the price includes, in millionths. */
  includedAi: bigint;
};

/** A term of a plan, or the part of it during which the organization has the plan. */
export type PlanCharge = { plan: string; term: PlanTerm; from: string; until: string; cents: bigint };

/** A line of an invoice about a term that began on `termFrom`. `until` is the day after the last one. */
export type PlanLine = PlanCharge & {
  kind: "plan" | "credit";
  termFrom: string;
  /** End of the charged part of the term after this line. */
  coveredUntil: string;
};

/** Returns the earlier of two days; null is later than any. */
const earlierDay = (day: string, other: string | null) => (other === null || day < other ? day : other);

/** Joins segments of the same plan that follow each other, and drops empty ones. */
export function joinSegments(segments: readonly PlanSegment[]): PlanSegment[] {
  const joinedSegments: PlanSegment[] = [];
  for (const segment of segments) {
    if (segment.from === segment.until) continue;
    const last = joinedSegments.at(-1);
    const continues =
      last?.until === segment.from &&
      last.plan === segment.plan &&
      last.term === segment.term &&
      last.price === segment.price &&
      last.includedAi === segment.includedAi;
    if (continues) joinedSegments[joinedSegments.length - 1] = { ...last, until: segment.until };
    else joinedSegments.push(segment);
  }
  return joinedSegments;
}

/** Returns the term of a segment that contains a day of it. */
export function termAt({ term, from }: PlanSegment, day: string): { from: string; until: string } {
  if (term === "month") {
    const month = monthOf(day);
    return { from: from > month ? from : month, until: addMonths(month, 1) };
  }
  let years = Number(day.slice(0, 4)) - Number(from.slice(0, 4));
  if (addYears(from, years) > day) years -= 1;
  return { from: addYears(from, years), until: addYears(from, years + 1) };
}

/**
 * Returns the charge for every term that begins before the day `before`: the full price if the term is running,
 * otherwise the price of the days until the plan ended. Terms without a price are left out.
 */
export function planCharges(segments: readonly PlanSegment[], before: string): PlanCharge[] {
  return joinSegments(segments).flatMap((segment) => {
    const charges: PlanCharge[] = [];
    const end = earlierDay(before, segment.until);
    for (let from = segment.from; from < end;) {
      const term = termAt(segment, from);
      const until = earlierDay(term.until, segment.until);
      const termStart = segment.term === "month" ? monthOf(from) : term.from;
      const cents = shareOf(segment.price, {
        from: daysBetween(termStart, from),
        until: daysBetween(termStart, until),
        count: daysBetween(termStart, term.until),
      });
      if (segment.price > 0n) charges.push({ plan: segment.plan, term: segment.term, from, until, cents });
      from = term.until;
    }
    return charges;
  });
}

const keyOf = ({ plan, term, from }: Pick<PlanCharge, "plan" | "term" | "from">) => `${plan} ${term} ${from}`;

/**
 * Returns the lines to add to those invoiced so far: new terms, the remainder of a term that became longer, and credits
 * for days that are no longer used. Invoiced terms have the sum of their lines.
 */
export function planLines(charges: readonly PlanCharge[], invoiced: readonly PlanCharge[]): PlanLine[] {
  const invoicedByKey = new Map(invoiced.map((charge) => [keyOf(charge), charge]));
  const dueKeys = new Set(charges.map((charge) => keyOf(charge)));
  const droppedTerms = invoiced.filter((charge) => !dueKeys.has(keyOf(charge)) && charge.cents !== 0n);
  const credits = droppedTerms.map((charge) => ({ ...charge, until: charge.from, cents: 0n }));
  return [...credits, ...charges].flatMap((charge) => {
    const before = invoicedByKey.get(keyOf(charge)) ?? { ...charge, until: charge.from, cents: 0n };
    const cents = charge.cents - before.cents;
    if (cents === 0n) return [];
    const isShorter = charge.until < before.until;
    return {
      ...charge,
      kind: cents < 0n ? ("credit" as const) : ("plan" as const),
      termFrom: charge.from,
      from: isShorter ? charge.until : before.until,
      until: isShorter ? before.until : charge.until,
      coveredUntil: charge.until,
      cents,
    };
  });
}

/** Returns the AI costs of a month that the plans of its days include: the daily shares of each. */
export function includedAiOf(segments: readonly PlanSegment[], month: string): bigint {
  const end = addMonths(month, 1);
  return joinSegments(segments).reduce((sum, segment) => {
    const from = segment.from > month ? segment.from : month;
    const until = earlierDay(end, segment.until);
    if (from >= until) return sum;
    const days = {
      from: daysBetween(month, from),
      until: daysBetween(month, until),
      count: daysBetween(month, end),
    };
    return sum + shareOf(segment.includedAi, days);
  }, 0n);
}
