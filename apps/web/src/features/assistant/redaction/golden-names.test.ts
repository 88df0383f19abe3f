import { findSensitive } from "@praxisportal/contract/ai/redaction/find-sensitive";
import { describe, expect, it } from "vitest";
import { goldenDirectory } from "./golden/directory.ts";
import { countNames } from "./testing/measure.ts";
import { parseGolden } from "./testing/parse-golden.ts";

const files = import.meta.glob<string>("./golden/*.golden.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});
const textsOf = (names: RegExp) =>
  Object.keys(files)
    .filter((path) => names.test(path))
    .toSorted()
    .flatMap((path) => parseGolden(files[path] ?? ""));

const parts = [
  { part: "tuned", texts: textsOf(/\/(?:tuning|afterwards)-/) },
  { part: "tuned, sentences", texts: textsOf(/\/tuning-sentences/) },
  { part: "held out", texts: textsOf(/\/held-out-/) },
  { part: "held out, sentences", texts: textsOf(/\/held-out-sentences/) },
];
const find = (text: string) => findSensitive(text, goldenDirectory);

const percent = (part: number, total: number) => (total === 0 ? 100 : (100 * part) / total);

/**
 * Returns the counts of a part as text for the message of a failed test. Lists mistakes only in parts for which rules
 * may be tuned.
 */
function report(part: string, texts: ReturnType<typeof parseGolden>) {
  const { known, other, marked, mistakes } = countNames(texts, find);
  const rate = (label: string, count: number, total: number) =>
    `${label} ${count}/${total} ${percent(count, total).toFixed(1)} %`;
  const figures = [
    rate("directory found", known.found, known.expected),
    rate("other names found", other.found, other.expected),
    rate("marks right", marked.right, marked.total),
  ].join(", ");
  const visible = part.startsWith("tuned") ? mistakes : [];
  return {
    known,
    other,
    marked,
    message: [`${part}, ${texts.length} texts: ${figures}`, ...visible].join("\n"),
  };
}

describe("names in the golden set", () => {
  it("see R0-287 has more than 300 texts, at least 100 of them held-out sentences", () => {
    const texts = textsOf(/./);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThan(300);
    expect(textsOf(/\/held-out-sentences/).length).toBeGreaterThanOrEqual(100);
  });

  it.each(parts)("R0-287 names of the directory are found: $part", ({ part, texts }) => {
    const { known, message } = report(part, texts);
    console.log(message);
    expect(known.expected, message).toBeGreaterThan(30);
    expect(percent(known.found, known.expected), message).toBeGreaterThanOrEqual(98);
  });

  it.each(parts)("R0-288 other names are found, and little else is marked: $part", ({ part, texts }) => {
    const { other, marked, message } = report(part, texts);
    expect(other.expected, message).toBeGreaterThan(10);
    expect(percent(other.found, other.expected), message).toBeGreaterThanOrEqual(95);
    expect(percent(marked.right, marked.total), message).toBeGreaterThanOrEqual(90);
  });
});
