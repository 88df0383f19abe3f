import { expect, it } from "vitest";
import { offeredReasons } from "./reasons.ts";

const decided = (decision: "keep" | "reduce" | null, ...reasons: (string | null)[]) =>
  reasons.map((reason) => ({ decision, reason }));

it("see R0-282 offers the earlier reasons for the same decision, the most frequent first, then a usual reason", () => {
  const members = [
    ...decided("keep", "Leitet die Praxis", "Vertretung", "Vertretung"),
    ...decided("reduce", "Nur noch Empfang"),
    ...decided(null, null),
  ];
  expect(offeredReasons(members, "keep", "Aufgaben unverändert")).toEqual([
    "Vertretung",
    "Leitet die Praxis",
    "Aufgaben unverändert",
  ]);
  expect(offeredReasons(members, "end", "Arbeitet nicht mehr hier")).toEqual(["Arbeitet nicht mehr hier"]);
});

it("offers each reason once, and four at most", () => {
  const many = decided("keep", "Usual", "A", "B", "C", "Usual", "D");
  expect(offeredReasons(many, "keep", "Usual")).toEqual(["Usual", "A", "B"]);
  expect(offeredReasons(many, "keep", "Other")).toEqual(["Usual", "A", "B", "Other"]);
});
