import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The rows of the tables, without their headings. */
function readGlossary(): { english: string; german: string; meaning: string; place: string }[] {
  return readFileSync(join(root, "docs/glossary.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\| (?:English|-)/.test(line))
    .map((line) => {
      const [english = "", german = "", meaning = "", place = ""] = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      return { english, german, meaning, place: place.replaceAll("`", "") };
    });
}

/** The texts of the interface, mails and errors in German, with the keys of the files. */
function readGermanTexts(): string {
  const catalogues = ["apps/*/src/**/*.de.json", "packages/contract/src/*.de.json"];
  return catalogues
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
}

/** Matches a German term in any grammatical form: each word without its ending. */
function formsOf(term: string): RegExp {
  const words = term.split(" ").map((word) => {
    const stem = word.replace(/(?<=.{3})(?:e[rsn]?|n|s)$/, "");
    return `${RegExp.escape(stem)}\\p{L}*`;
  });
  return new RegExp(`(?<!\\p{L})${words.join(" ")}`, "iu");
}

describe("the glossary", () => {
  it("R0-01 has an English term, the German one of the interface, a meaning of one line and a place in each row", () => {
    const rows = readGlossary();
    const german = readGermanTexts();
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      expect(row.english, JSON.stringify(row)).toMatch(/^[A-Za-z]/);
      expect(row.german, row.english).not.toBe("");
      const unsaid = row.german.split(", ").filter((term) => term !== "–" && !formsOf(term).test(german));
      expect(unsaid, row.english).toEqual([]);
      expect(row.meaning, row.english).toMatch(/\.$/);
      expect(existsSync(join(root, row.place)), row.place).toBe(true);
    }
  });

  it("R0-01 gives each term once, in both languages", () => {
    for (const language of ["english", "german"] as const) {
      const terms = readGlossary()
        .map((row) => row[language])
        .filter((term) => term !== "–");
      expect(
        terms.filter((term, index) => terms.indexOf(term) !== index),
        language,
      ).toEqual([]);
    }
  });

  it("R0-01 has a term for each feature of the contract", () => {
    const folder = "packages/contract/src";
    const features = readdirSync(join(root, folder)).filter((name) =>
      statSync(join(root, folder, name)).isDirectory(),
    );
    const places = readGlossary().map(({ place }) => place);
    const without = features.filter((name) => !places.some((place) => place.includes(`/${name}`)));
    expect(without).toEqual([]);
  });
});
