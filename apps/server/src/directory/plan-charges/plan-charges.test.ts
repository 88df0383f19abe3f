import { expect, it } from "vitest";
import { addYears } from "./days.ts";
import { includedAiOf, planCharges, planLines, type PlanSegment, termAt } from "./plan-charges.ts";
import { shareOf } from "./proration.ts";

const segment = (from: string, until: string | null, overrides: Partial<PlanSegment> = {}): PlanSegment => ({
  plan: "basic",
  term: "month",
  from,
  until,
  price: 4_900n,
  includedAi: 10_000_000n,
  ...overrides,
});
const professional = { plan: "professional", price: 12_900n, includedAi: 25_000_000n };

it("R0-147 the parts of a price add up to the cent for months of 28 to 31 days, for any split", () => {
  for (const count of [28, 29, 30, 31])
    for (const price of [1n, 99n, 4_900n, 4_999n, 12_901n])
      for (let first = 0; first <= count; first += 1)
        for (let second = first; second <= count; second += 1) {
          const parts = [
            { from: 0, until: first, count },
            { from: first, until: second, count },
            { from: second, until: count, count },
          ].map((days) => shareOf(price, days));
          expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(price);
        }
});

it("R0-147 an upgrade is charged from its day on, and the paid days of the former plan are credited", () => {
  const before = planCharges([segment("2026-10-01", null)], "2026-12-01");
  const after = planCharges(
    [segment("2026-10-01", "2026-11-16"), segment("2026-11-16", null, professional)],
    "2026-12-01",
  );
  expect(
    planLines(after, before).map(({ kind, plan, from, until, cents }) => [kind, plan, from, until, cents]),
  ).toEqual([
    ["credit", "basic", "2026-11-16", "2026-12-01", -2_450n],
    ["plan", "professional", "2026-11-16", "2026-12-01", 6_450n],
  ]);
  // After a change on the first day of the month, no day of the former plan is charged.
  const first = planCharges(
    [segment("2026-10-01", "2026-11-01"), segment("2026-11-01", null, professional)],
    "2026-12-01",
  );
  expect(planLines(first, before).map(({ kind, cents }) => [kind, cents])).toEqual([
    ["credit", -4_900n],
    ["plan", 12_900n],
  ]);
});

it("see R0-147 a year is paid in advance from its day on and credited by day, even from 29 February", () => {
  const yearly = segment("2028-02-29", null, { term: "year", price: 49_000n });
  expect(planCharges([yearly], "2029-02-28").map(({ from, until, cents }) => [from, until, cents])).toEqual([
    ["2028-02-29", "2029-02-28", 49_000n],
  ]);
  expect(termAt(yearly, "2029-02-27").from).toBe("2028-02-29");
  expect(termAt(yearly, "2029-02-28")).toEqual({ from: "2029-02-28", until: "2030-02-28" });
  expect(addYears("2028-02-29", 4)).toBe("2032-02-29");
  const endedCharges = planCharges([{ ...yearly, until: "2028-03-01" }], "2029-01-01");
  const [credit] = planLines(endedCharges, planCharges([yearly], "2029-01-01"));
  expect(credit?.cents).toBe(-48_866n);
});

it("the invoiced lines and the missing lines always add up to the amount due, after any number of changes", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const offers = [
    segment("", null),
    segment("", null, professional),
    segment("", null, { plan: "starter", price: 0n }),
  ];
  for (let round = 0; round < 300; round += 1) {
    let segments: PlanSegment[] = [segment(`2027-01-${String(1 + random(28)).padStart(2, "0")}`, null)];
    const invoiced = new Map<string, { charge: ReturnType<typeof planCharges>[number] }>();
    let total = 0n;
    for (let month = 1; month <= 12; month += 1) {
      const text = String(month).padStart(2, "0");
      const last = segments.at(-1);
      const day = `2027-${text}-${String(1 + random(28)).padStart(2, "0")}`;
      if (last !== undefined && random(2) === 0 && day > last.from) {
        const next = offers[random(3)] ?? segment("", null);
        segments = [...segments.slice(0, -1), { ...last, until: day }, { ...next, from: day }];
      }
      const until = month === 12 ? "2028-01-01" : `2027-${String(month + 1).padStart(2, "0")}-01`;
      const charges = planCharges(segments, until);
      for (const line of planLines(
        charges,
        [...invoiced.values()].map(({ charge }) => charge),
      )) {
        const key = `${line.plan} ${line.termFrom}`;
        const before = invoiced.get(key)?.charge.cents ?? 0n;
        const { plan, term } = line;
        const charge = {
          plan,
          term,
          from: line.termFrom,
          until: line.coveredUntil,
          cents: before + line.cents,
        };
        invoiced.set(key, { charge });
        total += line.cents;
      }
      expect(total).toBe(charges.reduce((sum, { cents }) => sum + cents, 0n));
    }
  }
});

it("R0-153 the AI that a month includes is the sum of the daily shares of its plans", () => {
  const segments = [segment("2026-10-01", "2026-11-16"), segment("2026-11-16", null, professional)];
  expect(includedAiOf(segments, "2026-11-01")).toBe(5_000_000n + 12_500_000n);
  expect(includedAiOf(segments, "2026-10-01")).toBe(10_000_000n);
  expect(includedAiOf([segment("2026-11-16", null)], "2026-11-01")).toBe(5_000_000n);
});
