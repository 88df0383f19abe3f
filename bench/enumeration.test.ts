import { expect, it, vi } from "vitest";
import { compare } from "./enumeration.bench.ts";
import { isWithinBudget } from "./support/row.ts";

/** Measures a call that takes as many ms for known users and for unknown ones; returns the row and the requests. */
async function measured(ms: { known: number; unknown: number }) {
  let now = 0;
  const sentBodies: string[] = [];
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("setTimeout", (work: () => void) => queueMicrotask(work));
  const request = (user: "known" | "unknown") => async () => {
    sentBodies.push(user);
    now += ms[user];
    return new Response(null, { status: 401 });
  };
  const pair = { known: request("known"), unknown: request("unknown"), status: 401 };
  const row = await compare("login", pair, { write: async () => undefined } as never);
  vi.unstubAllGlobals();
  return { row, sent: sentBodies };
}

it("see R7s-26 compares the medians of 200 interleaved pairs, which may differ by 2 ms", async () => {
  const { row, sent } = await measured({ known: 31, unknown: 29.5 });
  expect([row.value, row.unit, isWithinBudget(row)]).toEqual([1.5, "ms", true]);
  expect(row.note).toContain("200 pairs");
  // The first twenty pairs are not measured.
  expect(sent).toHaveLength(2 * 220);
  for (let index = 0; index < sent.length; index += 2)
    expect(sent.slice(index, index + 2).toSorted()).toEqual(["known", "unknown"]);
  for (const ms of [
    { known: 32, unknown: 29.5 },
    { known: 29.5, unknown: 32 },
  ])
    expect(isWithinBudget((await measured(ms)).row)).toBe(false);
});
