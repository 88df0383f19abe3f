import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTranslator, IntlErrorCode, type IntlError } from "use-intl";
import { describe, expect, it } from "vitest";
import { compareCatalogues, flattenCatalogue, placeholders } from "./compare-catalogues.ts";
import { compileCatalogue } from "./compiled-messages-plugin.ts";
import { languages } from "@praxisportal/contract/languages";
import type { MessageTree } from "./merge-fallback.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const repository = fileURLToPath(new URL("../../../../..", import.meta.url));
const files = globSync("**/*.{de,en,fr,it}.json", { cwd: root });
const bases = [...new Set(files.map((file) => file.replace(/\.(de|en|fr|it)\.json$/, "")))].toSorted();

function read(base: string, language: string): MessageTree {
  return JSON.parse(readFileSync(`${root}/${base}.${language}.json`, "utf8")) as MessageTree;
}

/** Counts the strings of a file that a colon follows. */
function writtenKeys(path: string): number {
  const strings = readFileSync(path, "utf8").matchAll(/"(?:[^"\\]|\\.)*"(?<colon>\s*:)?/g);
  return strings.filter(({ groups }) => groups?.["colon"] !== undefined).reduce((count) => count + 1, 0);
}

function parsedKeys(path: string): number {
  let count = 0;
  JSON.parse(readFileSync(path, "utf8"), (_key, value: unknown) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      count += Object.keys(value).length;
    return value;
  });
  return count;
}

describe("catalogues", () => {
  it("see R1-35 finds the catalogues, each with a unique file name", () => {
    expect(bases).toContain("platform/i18n/common");
    const names = bases.map((base) => base.slice(base.lastIndexOf("/") + 1));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(bases)("R1-35 %s has every key and placeholder in de, en, fr and it", (base) => {
    const german = read(base, "de");
    expect(flattenCatalogue(german).size).toBeGreaterThan(0);
    for (const language of ["de", "en", "fr", "it"]) {
      expect(compareCatalogues(german, read(base, language)), `${base}.${language}.json`).toEqual([]);
    }
  });

  const serverBases = globSync("apps/server/src/**/*.en.json", { cwd: repository }).map((file) =>
    `${repository}/${file}`.replace(/\.en\.json$/, ""),
  );

  it("R1-35 the texts of the server have every key and placeholder in de, en, fr and it", () => {
    expect(serverBases.length).toBeGreaterThan(8);
    for (const base of serverBases) {
      const [german, ...others] = ["de", "en", "fr", "it"].map(
        (language) => JSON.parse(readFileSync(`${base}.${language}.json`, "utf8")) as MessageTree,
      );
      if (german === undefined) throw new Error(base);
      for (const other of [german, ...others]) {
        // The unit for pieces (C62) has no text.
        const faults = compareCatalogues(german, other).filter((fault) => !fault.endsWith(".C62: empty"));
        expect(faults, base).toEqual([]);
      }
    }
  });

  it("see R1-35 a file has each key once, because the last text would replace the others", () => {
    const paths = [...bases.map((base) => `${root}/${base}`), ...serverBases].flatMap((base) =>
      ["de", "en", "fr", "it"].map((language) => `${base}.${language}.json`),
    );
    expect(paths.filter((path) => writtenKeys(path) !== parsedKeys(path))).toEqual([]);
  });

  it.each(bases)("%s contains only valid ICU messages", (base) => {
    for (const language of languages) {
      const messages = read(base, language);
      expect(() => compileCatalogue(messages), language).not.toThrow();
      const errors: IntlError[] = [];
      const t = createTranslator({
        locale: language,
        messages: messages as never,
        onError: (error) => errors.push(error),
      });
      for (const key of flattenCatalogue(messages).keys()) (t as unknown as (key: string) => string)(key);
      // Missing values are not an error of the text, but an unparsable message is.
      const unreadable = errors.filter((error) => error.code === IntlErrorCode.INVALID_MESSAGE);
      expect(
        unreadable.map((error) => error.message),
        language,
      ).toEqual([]);
    }
  });
});

describe("compareCatalogues", () => {
  const german = {
    save: "Speichern",
    error: { title: "{count, plural, one {# Feld von {name}} other {# Felder}}" },
  };

  it("see R1-35 reports a missing key, a surplus key and an empty text", () => {
    expect(compareCatalogues(german, { save: " ", extra: "x", error: {} })).toEqual([
      "save: empty",
      "error.title: missing",
      "extra: not in German",
    ]);
  });

  it("see R1-35 reports a placeholder that is missing, renamed or of another kind", () => {
    const other = (title: string) => compareCatalogues(german, { save: "Save", error: { title } });
    expect(other("{count, plural, one {# field of {name}} other {# fields}}")).toEqual([]);
    expect(other("{count, plural, one {# field} other {# fields}}")).toHaveLength(1);
    expect(other("{count, plural, one {# field of {person}} other {# fields}}")).toHaveLength(1);
    expect(other("{count} fields of {name}")).toHaveLength(1);
  });

  it("reads names, kinds, nested arguments and tags of a message", () => {
    expect([...placeholders("{a} {when, date, short} <link>{b}</link> '{no}'")].toSorted()).toEqual([
      "<link>",
      "a",
      "b",
      "when:date",
    ]);
    expect([...placeholders("{sex, select, f {Frau {name}} other {{name}}}")].toSorted()).toEqual([
      "name",
      "sex:select",
    ]);
  });
});
