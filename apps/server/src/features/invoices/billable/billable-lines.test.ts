import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, addMonths, monthOf } from "../../../directory/plan-charges/days.ts";
import { includedAiOf, planCharges, type PlanSegment } from "../../../directory/plan-charges/plan-charges.ts";
import { type AiMonth, type BillableLine, billableLines, type InvoicedAi } from "./billable-lines.ts";

const first = "2026-01-01";
const plans = [
  { plan: "basic", price: 4_900n, includedAi: 10_000_000n },
  { plan: "professional", price: 12_900n, includedAi: 25_000_000n },
  { plan: "enterprise", price: 39_900n, includedAi: 100_000_000n },
] as const;
const runCount = 15;
const months = Array.from({ length: runCount }, (_, index) => addMonths(first, index));

/** A booked AI call: its day, and the number of runs by which it is booked late. */
const bookings = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 364 }),
    delayRuns: fc.constantFrom(0, 0, 0, 1, 2),
    micros: fc.bigInt(0n, 3_000_000n),
  }),
  { minLength: 500, maxLength: 500 },
);
const changes = fc.uniqueArray(fc.record({ day: fc.integer({ min: 1, max: 360 }), to: fc.nat(2) }), {
  maxLength: 6,
  selector: ({ day }) => day,
});

/** Returns the plans as they are known on a day: later changes are unknown, so the current plan has no end. */
function segmentsOn(day: string, segments: readonly PlanSegment[]): PlanSegment[] {
  return segments
    .filter(({ from }) => from <= day)
    .map((segment) =>
      segment.until === null || segment.until > day ? { ...segment, until: null } : segment,
    );
}

it("R0-152 15 runs over 10,000 bookings with changes of plan and late bookings invoice the ledger to the millionth", () => {
  fc.assert(
    fc.property(bookings, changes, (booked, changed) => {
      const begins = [{ day: 0, to: 0 }, ...changed.toSorted((left, right) => left.day - right.day)];
      const segments = begins.map(({ day, to }, index): PlanSegment => {
        const next = begins[index + 1];
        return {
          ...plans[to as 0 | 1 | 2],
          term: "month",
          from: addDays(first, day),
          until: next === undefined ? null : addDays(first, next.day),
        };
      });
      const invoicedLines: BillableLine[] = [];
      for (const [run, month] of months.entries()) {
        const knownBookings = booked.filter(
          ({ day, delayRuns }) => months.indexOf(monthOf(addDays(first, day))) + 1 + delayRuns <= run,
        );
        invoicedLines.push(
          ...billableLines(
            {
              billedFrom: first,
              segments: segmentsOn(month, segments),
              invoicedPlans: chargesIn(invoicedLines),
              aiMonths: usageIn(knownBookings),
              invoicedAi: aiIn(invoicedLines),
            },
            month,
            month,
          ),
        );
      }

      const lastDay = months.at(-1) ?? first;
      const ledger = usageIn(booked).map(({ month, costMicros }) => {
        const includedMicros = includedAiOf(segments, month);
        return costMicros > includedMicros ? costMicros - includedMicros : 0n;
      });
      expect(sum(aiIn(invoicedLines).map(({ overageMicros }) => overageMicros))).toBe(sum(ledger));
      expect(sum(aiIn(invoicedLines).map(({ cents }) => cents))).toBe(
        sum(ledger.map((micros) => (micros + 5_000n) / 10_000n)),
      );
      expect(sum(chargesIn(invoicedLines).map(({ cents }) => cents))).toBe(
        sum(planCharges(segments, addDays(lastDay, 1)).map(({ cents }) => cents)),
      );
    }),
    { numRuns: 20 },
  );
});

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

function usageIn(booked: readonly { day: number; micros: bigint }[]): AiMonth[] {
  const groups = Map.groupBy(booked, ({ day }) => monthOf(addDays(first, day)));
  return [...groups].map(([month, calls]) => ({
    month,
    costMicros: sum(calls.map(({ micros }) => micros)),
    unpricedCalls: 0,
  }));
}

function aiIn(lines: readonly BillableLine[]): InvoicedAi[] {
  const ai = lines.filter((line) => line.kind === "ai");
  return [...Map.groupBy(ai, ({ from }) => from)].map(([month, group]) => ({
    month,
    overageMicros: sum(group.map(({ overageMicros }) => overageMicros)),
    cents: sum(group.map(({ cents }) => cents)),
  }));
}

function chargesIn(lines: readonly BillableLine[]) {
  const planLines = lines.filter((line) => line.kind !== "ai");
  const groups = Map.groupBy(planLines, ({ plan, term, termFrom }) => `${plan} ${term} ${termFrom}`);
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1);
    return last === undefined
      ? []
      : [
          {
            plan: last.plan,
            term: last.term,
            from: last.termFrom,
            until: last.coveredUntil,
            cents: sum(group.map(({ cents }) => cents)),
          },
        ];
  });
}

it("see R0-156 the days of a month that has not ended are invoiced up to its end, those of the next one are not", () => {
  const segments = [{ ...plans[0], term: "month", from: "2026-01-01", until: null }] as const;
  const lines = billableLines(
    { billedFrom: first, segments, invoicedPlans: [], aiMonths: [], invoicedAi: [] },
    "2026-02-01",
    "2026-03-15",
  );
  expect(lines.map(({ from, until, cents }) => [from, until, cents])).toEqual([
    ["2026-01-01", "2026-02-01", 4_900n],
    ["2026-02-01", "2026-03-01", 4_900n],
  ]);
});

it("terms and AI costs from before the start of invoicing are left out", () => {
  const segments = [{ ...plans[0], term: "month", from: "2026-01-01", until: null }] as const;
  const aiMonths = ["2026-01-01", "2026-02-01"].map((month) => ({
    month,
    costMicros: 11_000_000n,
    unpricedCalls: 0,
  }));
  const lines = billableLines(
    { billedFrom: "2026-02-01", segments, invoicedPlans: [], aiMonths, invoicedAi: [] },
    "2026-03-01",
    "2026-03-01",
  );
  expect(lines.map(({ kind, from, cents }) => [kind, from, cents])).toEqual([
    ["plan", "2026-02-01", 4_900n],
    ["plan", "2026-03-01", 4_900n],
    ["ai", "2026-02-01", 100n],
  ]);
});

it("invoiced terms from before the start of invoicing are not credited", () => {
  const segments = [{ ...plans[0], term: "month", from: "2026-01-01", until: null }] as const;
  const invoicedPlans = [
    { plan: "basic", term: "month", from: "2026-01-01", until: "2026-02-01", cents: 4_900n },
  ] as const;
  const lines = billableLines(
    { billedFrom: "2026-02-01", segments, invoicedPlans, aiMonths: [], invoicedAi: [] },
    "2026-02-01",
    "2026-02-01",
  );
  expect(lines.map(({ kind, from, cents }) => [kind, from, cents])).toEqual([["plan", "2026-02-01", 4_900n]]);
});
