import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding } from "@praxisportal/contract/ai/redaction/kinds";
import { applyMarks, type ManualMark } from "./marks.ts";

const text = "Anna Müller wohnt hier, 0171 3920017.";
const name: Finding = { start: 0, end: 11, kind: "name" };
const phone: Finding = { start: 24, end: 36, kind: "phone" };

const isSame = (left: ManualMark, right: ManualMark) =>
  left.start === right.start && left.end === right.end && left.kind === right.kind;

describe("applyMarks", () => {
  it("adds manual marks in text order", () => {
    expect(applyMarks(text, [name, phone], [{ start: 18, end: 22, kind: "address" }])).toEqual([
      name,
      { start: 18, end: 22, kind: "address" },
      phone,
    ]);
  });

  it("removes all or part of a mark", () => {
    expect(applyMarks(text, [name, phone], [{ start: 24, end: 36, kind: "none" }])).toEqual([name]);
    expect(applyMarks(text, [name], [{ start: 0, end: 4, kind: "none" }])).toEqual([
      { start: 4, end: 11, kind: "name" },
    ]);
  });

  it("a mark over part of a finding leaves the remaining part marked", () => {
    expect(applyMarks(text, [name], [{ start: 5, end: 17, kind: "address" }])).toEqual([
      // The space between the two belongs to the first.
      { start: 0, end: 5, kind: "name" },
      { start: 5, end: 17, kind: "address" },
    ]);
  });

  it("the later manual mark wins", () => {
    const marks: ManualMark[] = [
      { start: 0, end: 11, kind: "none" },
      { start: 5, end: 11, kind: "name" },
    ];
    expect(applyMarks(text, [name], marks)).toEqual([{ start: 5, end: 11, kind: "name" }]);
  });

  it("ignores marks that are empty or outside the text", () => {
    const marks: ManualMark[] = [
      { start: 5, end: 5, kind: "name" },
      { start: 90, end: 99, kind: "name" },
      { start: 30, end: 99, kind: "phone" },
    ];
    expect(applyMarks(text, [], marks)).toEqual([{ start: 30, end: text.length, kind: "phone" }]);
  });

  it("is always ordered and disjoint, and contains the last mark", () => {
    const place = fc
      .tuple(fc.nat(text.length), fc.nat(text.length))
      .map(([left, right]) => ({ start: Math.min(left, right), end: Math.max(left, right) }));
    const mark = fc
      .tuple(place, fc.constantFrom("name", "phone", "none"))
      .map(([where, kind]): ManualMark => ({ ...where, kind: kind as ManualMark["kind"] }));
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 8 }), (marks) => {
        const result = applyMarks(text, [name, phone], marks);
        for (const [index, { start, end }] of result.entries()) {
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThanOrEqual(result[index - 1]?.end ?? 0);
        }
        const last = marks.at(-1);
        const isKept = last === undefined || last.kind === "none" || last.start === last.end;
        expect(isKept || result.some((candidate) => isSame(candidate, last))).toBe(true);
      }),
    );
  });
});
