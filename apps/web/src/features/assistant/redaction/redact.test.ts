import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSensitive } from "@praxisportal/contract/ai/redaction/find-sensitive";
import { type ManualMark } from "./marks.ts";
import { redact } from "./redact.ts";
import { restore } from "./restore.ts";

const redacted = (text: string, marks: readonly ManualMark[] = []) =>
  redact(text, findSensitive(text), marks);

describe("redact", () => {
  it("assigns the same number to every form of a person's name", () => {
    const { text } = redacted(
      "Frau Anna Musterfrau kam mit Herrn Huber. Frau Musterfrau klagt, Herrn Hubers Rat half. Musterfrau, Anna, geb. 12.03.1961",
    );
    expect(text).toBe(
      "Frau [Name 1] kam mit Herrn [Name 2]. Frau [Name 1] klagt, Herrn [Name 2] Rat half. [Name 1], geb. [Geburtsdatum 1]",
    );
  });

  it("see R0-287 keeps the placeholders of the conversation and gives new people new numbers", () => {
    const first = redacted("Frau Zwirbelhuber, geb. 12.03.1961, hustet.");
    const next = "Herr Huber ruft für Frau Zwirbelhuber an (geb. 12.3.61).";
    const { text, mapping } = redact(next, findSensitive(next), [], first.mapping);
    expect(text).toBe("Herr [Name 2] ruft für Frau [Name 1] an (geb. [Geburtsdatum 1]).");
    expect([...mapping.keys()].toSorted()).toEqual(["[Geburtsdatum 1]", "[Name 1]", "[Name 2]"]);
    expect(restore("[Name 1] und [Name 2]", mapping)).toBe("Zwirbelhuber und Huber");
  });

  it("does not guess between two people with one surname", () => {
    const { text, mapping } = redacted(
      "Anna Musterfrau und Peter Musterfrau waren da. Frau Musterfrau ruft an.",
    );
    expect(text).toBe("[Name 1] und [Name 2] waren da. Frau [Name 3] ruft an.");
    expect(mapping.get("[Name 3]")).toBe("Musterfrau");
  });

  it("recognizes a number and a date in other notations", () => {
    const { text } = redacted(
      "Tel. 030 23125417, also +49 30 23125 417; geb. 12.3.61, geboren am 12. März 1961",
    );
    expect(text).toBe(
      "Tel. [Telefon 1], also [Telefon 1]; geb. [Geburtsdatum 1], geboren am [Geburtsdatum 1]",
    );
  });

  it("respects added and removed manual marks", () => {
    const text = "Der Wirt vom Krug kennt Frau Adler.";
    const marks: ManualMark[] = [
      { start: 4, end: 17, kind: "name" },
      { start: 29, end: 34, kind: "none" },
    ];
    expect(redacted(text, marks).text).toBe("Der [Name 1] kennt Frau Adler.");
  });

  it("does not use a placeholder that the text already contains", () => {
    const { text, mapping } = redacted("[Name 1] schrieb an Frau Musterfrau.");
    expect(text).toBe("[Name 1] schrieb an Frau [Name 2].");
    expect([...mapping.keys()]).toEqual(["[Name 2]"]);
  });

  it("removes all replaced text and keeps everything else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("😊", "Frau Müller ", "ä", " ", "X109182737 ", "weich. ")),
        (parts) => {
          const text = parts.join("");
          const { text: sent, replacements, mapping } = redacted(text);
          expect(sent).not.toContain("Müller");
          expect(restore(sent, mapping)).toBe(text);
          for (const { start, end } of replacements) expect(text.slice(start, end)).toMatch(/^[\p{L}\d]+$/u);
        },
      ),
    );
  });
});

describe("restore", () => {
  const mapping = new Map([
    ["[Name 1]", "Anna [Name 2]"],
    ["[Name 2]", "Peter"],
    ["[E-Mail 1]", "a$&@example.org"],
  ]);

  it("restores the originals once, in any notation of the placeholder", () => {
    expect(
      restore("[Name 1] und [name 2], \\[Name 2\\], [Name\u00a02], [ Name 2 ], [E-Mail 1]", mapping),
    ).toBe("Anna [Name 2] und Peter, Peter, Peter, Peter, a$&@example.org");
  });

  it("ignores placeholders it did not create", () => {
    expect(restore("[Name 9] [Adresse 1] [1] [Befund]", mapping)).toBe("[Name 9] [Adresse 1] [1] [Befund]");
  });
});
