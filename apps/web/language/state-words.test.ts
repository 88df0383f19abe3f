import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const catalogues = globSync("{apps/web,apps/server,packages/contract}/src/**/*.de.json", { cwd: root });

/** Word for each kind of block. */
const words = {
  locked: "gesperrt",
  blocked: "blockiert",
  deactivated: "deaktiviert",
  suspended: "ausgesetzt",
};

function textsOf(value: unknown, key = ""): [key: string, text: string][] {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value as object).flatMap(([name, child]) => textsOf(child, name));
}

it.each(Object.entries(words))(
  "see R4-92 each German text for %s uses %s and no word of another kind",
  (kind, word) => {
    const texts = catalogues.flatMap((path) =>
      textsOf(JSON.parse(readFileSync(`${root}${path}`, "utf8"))).flatMap(([key, text]) =>
        key === kind ? [{ path, text: text.toLowerCase() }] : [],
      ),
    );
    expect(texts.length).toBeGreaterThan(8);
    const otherWords = Object.values(words).filter((otherWord) => otherWord !== word);
    const wrongTexts = texts.filter(
      ({ text }) => !text.includes(word) || otherWords.some((other) => text.includes(other)),
    );
    expect(wrongTexts).toEqual([]);
  },
);
