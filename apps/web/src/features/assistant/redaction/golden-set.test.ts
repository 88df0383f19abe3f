import { describe, expect, it } from "vitest";
import { findSensitive } from "@praxisportal/contract/ai/redaction/find-sensitive";
import { type SensitiveKind, sensitiveKinds } from "@praxisportal/contract/ai/redaction/kinds";
import { type Metrics, measure } from "./testing/measure.ts";
import { parseGolden } from "./testing/parse-golden.ts";

const files = import.meta.glob<string>("./golden/*.golden.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});
const textsOf = (part: string) =>
  Object.keys(files)
    .filter((path) => path.includes(part) && !path.includes("-sentences"))
    .toSorted()
    .flatMap((path) => parseGolden(files[path] ?? ""));

const tuning = textsOf("/tuning-");
const heldOut = textsOf("/held-out-");
const afterwards = [textsOf("/afterwards-1"), textsOf("/afterwards-2")] as const;
const parts = [
  { part: "tuning", texts: tuning },
  { part: "held out", texts: heldOut },
  { part: "the first 200", texts: [...tuning, ...heldOut] },
  { part: "written after the recognizer", texts: afterwards[0] },
  { part: "written later still", texts: afterwards[1] },
];

/** Minimum recall in percent. */
const minRecall: Readonly<Record<SensitiveKind, number>> = {
  insurance: 98,
  birthDate: 98,
  phone: 98,
  email: 98,
  iban: 98,
  name: 85,
  address: 85,
};
const minPrecision = 90;

const percent = (part: number, total: number) => (total === 0 ? 100 : (100 * part) / total);

function row(kind: string, { expected, found, marked, right }: Metrics): string {
  const recall = `${found}/${expected} ${percent(found, expected).toFixed(1)} %`;
  const precision = `${right}/${marked} ${percent(right, marked).toFixed(1)} %`;
  return `${kind.padEnd(12)} found ${recall.padStart(16)}   right ${precision.padStart(16)}`;
}

describe("the golden set", () => {
  it("has 200 texts, a third of them held out, and later texts, many without sensitive data", () => {
    expect([tuning.length, heldOut.length]).toEqual([134, 66]);
    const titles = [...tuning, ...heldOut, ...afterwards.flat()].map(({ title }) => title);
    expect(new Set(titles).size).toBe(248);
    for (const texts of [tuning, heldOut]) {
      const kinds = new Set(texts.flatMap(({ expected }) => expected.map(({ kind }) => kind)));
      expect(kinds.size).toBe(sensitiveKinds.length);
      expect(texts.filter(({ expected }) => expected.length === 0).length).toBeGreaterThan(texts.length / 6);
    }
  });

  it.each(parts)("meets recall and precision: $part", ({ part, texts }) => {
    const { metrics, mistakes } = measure(texts, findSensitive);
    const total: Metrics = { expected: 0, found: 0, marked: 0, right: 0 };
    const rows = sensitiveKinds.map((kind) => {
      const kindMetrics = metrics.get(kind) ?? { expected: 0, found: 0, marked: 0, right: 0 };
      for (const key of ["expected", "found", "marked", "right"] as const) total[key] += kindMetrics[key];
      return row(kind, kindMetrics);
    });
    console.log([`${part}, ${texts.length} texts`, ...rows, row("together", total)].join("\n"));
    // Do not print failures of the held-out part: looking at them would make it a tuning set.
    if (part === "tuning")
      for (const { what, kind, text, title } of mistakes) console.log(title, what, kind, text);
    for (const kind of sensitiveKinds) {
      const { expected = 0, found = 0 } = metrics.get(kind) ?? {};
      expect(percent(found, expected), kind).toBeGreaterThanOrEqual(minRecall[kind]);
    }
    expect(percent(total.right, total.marked)).toBeGreaterThanOrEqual(minPrecision);
  });
});
