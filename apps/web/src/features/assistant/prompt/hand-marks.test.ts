import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shiftMarks, sameRanges, trimmedRange } from "./hand-marks.ts";
import { reduceDraft, emptyDraft, withInserted } from "./draft.ts";

const mark = (start: number, end: number) => ({ start, end, kind: "name" as const });
const ranges = (text: string, words: string) => {
  const start = text.indexOf(words);
  return sameRanges(text, { start, end: start + words.length }).map(({ start: at }) => at);
};

describe("shiftMarks", () => {
  it("keeps marks before a change, and shifts marks after it", () => {
    expect(shiftMarks([mark(0, 4), mark(10, 14)], "Anna kennt Paul.", "Anna, heute, kennt Paul.")).toEqual([
      mark(0, 4),
      mark(18, 22),
    ]);
  });

  it("extends a mark on typing inside, and keeps the remainder of a mark that is cut", () => {
    expect(shiftMarks([mark(0, 4)], "Anna ruht", "Anxxna ruht")).toEqual([mark(0, 6)]);
    expect(shiftMarks([mark(0, 10)], "Anna Huber ruht", "Anna ruht")).toEqual([mark(0, 5)]);
    expect(shiftMarks([mark(5, 10)], "Anna Huber ruht", "Anna  ruht")).toEqual([]);
  });

  it("marks stay on the same words for any change outside them", () => {
    const words = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 8 });
    fc.assert(
      fc.property(words, words, words, words, (before, behind, typedBefore, typedBehind) => {
        const text = `${before}NAME${behind}`;
        const start = before.length;
        const prepended = `${typedBefore}${text}`;
        const [moved] = shiftMarks([mark(start, start + 4)], text, prepended);
        expect(prepended.slice(moved?.start, moved?.end)).toBe("NAME");
        const appended = `${text}${typedBehind}`;
        const [kept] = shiftMarks([mark(start, start + 4)], text, appended);
        expect(appended.slice(kept?.start, kept?.end)).toBe("NAME");
      }),
    );
  });
});

describe("sameRanges", () => {
  it("finds other occurrences of the words, but not inside other words", () => {
    expect(ranges("Krug kommt. Der Krug trinkt aus Krugs Krügen, Krug!", "Krug")).toEqual([0, 16, 46]);
  });

  it("keeps a selected part of a word, and finds no other parts", () => {
    expect(sameRanges("Hubertus und Huber", { start: 0, end: 5 }).map(({ start }) => start)).toEqual([0, 13]);
  });
});

describe("trimmedRange", () => {
  it("trims spaces, and is null for a blank selection", () => {
    expect(trimmedRange("a  Huber  b", { start: 1, end: 10 })).toEqual({ start: 3, end: 8 });
    expect(trimmedRange("a    b", { start: 1, end: 4 })).toBeNull();
  });
});

describe("the draft", () => {
  it("adds manual marks, removes marks, and restores them", () => {
    const written = reduceDraft(emptyDraft, { type: "write", text: "Krug und Krug" });
    const marked = reduceDraft(written, { type: "mark", range: { start: 0, end: 4 }, kind: "name" });
    expect(marked.marks).toEqual([mark(0, 4), mark(9, 13)]);
    const unmarked = reduceDraft(marked, { type: "unmark", ranges: [{ start: 0, end: 4 }] });
    expect(unmarked.marks.at(-1)).toEqual({ start: 0, end: 4, kind: "none" });
    expect(reduceDraft(unmarked, { type: "restoreMarks" }).marks).toEqual(marked.marks);
    expect(reduceDraft(unmarked, { type: "clear" })).toEqual(emptyDraft);
  });

  it("inserts a dictation at the cursor, with one space on each side", () => {
    expect(withInserted("", " Guten Tag. ", 0)).toEqual({ text: "Guten Tag.", end: 10 });
    expect(withInserted("Befund:, Ende", "alles gut", 7)).toEqual({
      text: "Befund: alles gut, Ende",
      end: 17,
    });
    expect(withInserted("vorn hinten", "mitten", 4)).toEqual({ text: "vorn mitten hinten", end: 11 });
  });
});
