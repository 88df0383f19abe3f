import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSensitive } from "./find-sensitive.ts";
import { knownPeople } from "./known-people.ts";

const people = knownPeople({
  firstNames: ["Sabine", "Miriam", "Aylin", "Henrike", "Udo"],
  lastNames: ["Koch", "Klein", "Öztürk", "von Tessen-Wolk", "Basedow"],
});
const marked = (text: string) => findSensitive(text, people).map(({ start, end }) => text.slice(start, end));

describe("names of the directory", () => {
  it.each([
    ["Die Wunde sah Öztürk zuletzt", ["Öztürk"]],
    ["Oeztuerk und OZTURK", ["Oeztuerk", "OZTURK"]],
    ["bitte an öztürk weiterleiten", ["öztürk"]],
    ["Öztürks Dienst", ["Öztürks"]],
    ["Konsil: v. Tessen-Wolk", ["v. Tessen-Wolk"]],
    ["Koch, Sabine", ["Koch, Sabine"]],
    ["S. Koch", ["S. Koch"]],
    ["Rücksprache mit Koch", ["Koch"]],
    ["Den Brief hat Klein geprüft", ["Klein"]],
    ["Klein hat zugestimmt", ["Klein"]],
    ["Team: Klein, Koch", ["Klein", "Koch"]],
    ["Udo Basedow meldet Morbus Basedow", ["Udo Basedow"]],
  ])("are found in %j", (text, expected) => {
    expect(marked(text)).toEqual(expected);
  });

  it.each([
    "Der Koch hat sich verbrannt",
    "Klein geschriebene Werte",
    "ein klein wenig",
    "Struma, Basedow seit 2019",
  ])("are not found in %j, where the word has another meaning", (text) => {
    expect(marked(text)).toEqual([]);
  });

  it("are not found without the directory", () => {
    expect(findSensitive("Die Wunde sah Öztürkoğulları zuletzt, den Brief hat Klein geprüft")).toEqual([]);
  });

  it("are ordered, disjoint ranges inside any text", () => {
    const piece = fc.constantFrom(
      "Klein ",
      "Koch",
      ", ",
      "Sabine ",
      "v. ",
      "von ",
      "Öztürk",
      "\n",
      "Dr. ",
      "S. ",
      "-",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join("");
        let position = 0;
        for (const { start, end } of findSensitive(text, people)) {
          expect(start).toBeGreaterThanOrEqual(position);
          expect(end).toBeGreaterThan(start);
          position = end;
        }
        expect(position).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  // Quadratic time would exceed the test's timeout.
  it.each(["Koch ", "Sabine ", "S. ", "v. Tessen-Wolk ", "Klein, "])(
    "are found in linear time in a long text of only %j",
    (unit) => {
      const text = unit.repeat(Math.ceil(250_000 / unit.length));
      expect(findSensitive(text, people).every(({ end }) => end <= text.length)).toBe(true);
    },
  );
});
