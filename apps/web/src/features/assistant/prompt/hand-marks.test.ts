import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movedMarks, samePlaces, trimmedPlace } from "./hand-marks.ts";
import { changedDraft, emptyDraft, withInserted } from "./use-prompt.ts";

const mark = (start: number, end: number) => ({ start, end, kind: "name" as const });
const places = (text: string, words: string) => {
  const start = text.indexOf(words);
  return samePlaces(text, { start, end: start + words.length }).map(({ start: at }) => at);
};

describe("movedMarks", () => {
  it("leaves what stands before a change, and moves what stands behind it", () => {
    expect(movedMarks([mark(0, 4), mark(10, 14)], "Anna kennt Paul.", "Anna, heute, kennt Paul.")).toEqual([
      mark(0, 4),
      mark(18, 22),
    ]);
  });

  it("keeps marked what is typed into a mark, and what is left of one that is cut", () => {
    expect(movedMarks([mark(0, 4)], "Anna ruht", "Anxxna ruht")).toEqual([mark(0, 6)]);
    expect(movedMarks([mark(0, 10)], "Anna Huber ruht", "Anna ruht")).toEqual([mark(0, 5)]);
    expect(movedMarks([mark(5, 10)], "Anna Huber ruht", "Anna  ruht")).toEqual([]);
  });

  it("whatever is changed beside it: the same words stay marked", () => {
    const words = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 8 });
    fc.assert(
      fc.property(words, words, words, words, (before, behind, typedBefore, typedBehind) => {
        const text = `${before}NAME${behind}`;
        const start = before.length;
        const put = `${typedBefore}${text}`;
        const [moved] = movedMarks([mark(start, start + 4)], text, put);
        expect(put.slice(moved?.start, moved?.end)).toBe("NAME");
        const added = `${text}${typedBehind}`;
        const [kept] = movedMarks([mark(start, start + 4)], text, added);
        expect(added.slice(kept?.start, kept?.end)).toBe("NAME");
      }),
    );
  });
});

describe("samePlaces", () => {
  it("finds the same words elsewhere, but not inside others", () => {
    expect(places("Krug kommt. Der Krug trinkt aus Krugs Krügen, Krug!", "Krug")).toEqual([0, 16, 46]);
  });

  it("takes a part of a word that was chosen, and no other part", () => {
    expect(samePlaces("Hubertus und Huber", { start: 0, end: 5 }).map(({ start }) => start)).toEqual([0, 13]);
  });
});

describe("trimmedPlace", () => {
  it("leaves blanks out, and is nothing where nothing else was chosen", () => {
    expect(trimmedPlace("a  Huber  b", { start: 1, end: 10 })).toEqual({ start: 3, end: 8 });
    expect(trimmedPlace("a    b", { start: 1, end: 4 })).toBeNull();
  });
});

describe("the draft", () => {
  it("marks by hand, takes marks away, and brings them back", () => {
    const written = changedDraft(emptyDraft, { type: "write", text: "Krug und Krug" });
    const marked = changedDraft(written, { type: "mark", place: { start: 0, end: 4 }, kind: "name" });
    expect(marked.marks).toEqual([mark(0, 4), mark(9, 13)]);
    const unmarked = changedDraft(marked, { type: "unmark", places: [{ start: 0, end: 4 }] });
    expect(unmarked.marks.at(-1)).toEqual({ start: 0, end: 4, kind: "none" });
    expect(changedDraft(unmarked, { type: "unmarkNothing" }).marks).toEqual(marked.marks);
    expect(changedDraft(unmarked, { type: "clear" })).toEqual(emptyDraft);
  });

  it("puts a dictation where the cursor stands, with one blank at each side", () => {
    expect(withInserted("", " Guten Tag. ", 0)).toEqual({ text: "Guten Tag.", end: 10 });
    expect(withInserted("Befund:, Ende", "alles gut", 7)).toEqual({
      text: "Befund: alles gut, Ende",
      end: 17,
    });
    expect(withInserted("vorn hinten", "mitten", 4)).toEqual({ text: "vorn mitten hinten", end: 11 });
  });
});
