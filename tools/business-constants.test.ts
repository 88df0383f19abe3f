import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as languages from "@praxisportal/contract/languages";
import * as limits from "@praxisportal/contract/limits";
import { describe, expect, it } from "vitest";
import { readTree } from "./architecture/tree.ts";
import { readRequirements } from "./coverage/coverage-spec.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const table = readFileSync(new URL("../docs/requirements.tsv", import.meta.url), "utf8");
const rows = readRequirements(table).filter(({ section }) => section === "9");

/**
 * Returns exported constant names by the requirement ids in their doc comments. A range such as "(R9-46 to R9-49)"
 * counts as four ids.
 */
function constantsById(file: string): Map<string, string[]> {
  const text = readFileSync(new URL(`../packages/contract/src/${file}`, import.meta.url), "utf8");
  const namesById = new Map<string, string[]>();
  for (const [, doc = "", name = ""] of text.matchAll(/\/\*\*(.*?)\*\/\nexport const (\w+)/gs)) {
    for (const [, from, to = from] of doc.matchAll(/R9-(\d+)(?: to R9-(\d+))?/g)) {
      for (let number = Number(from); number <= Number(to); number += 1) {
        const id = `R9-${String(number).padStart(2, "0")}`;
        namesById.set(id, [...(namesById.get(id) ?? []), name]);
      }
    }
  }
  return namesById;
}

/**
 * Returns whether a value is a long duration or a size. Smaller numbers are not checked, because they occur by chance.
 */
const isDistinctive = (value: unknown): value is number => typeof value === "number" && value > 60_000;
const valuesByName = { ...limits, ...languages } as Readonly<Record<string, unknown>>;
const constants = new Map([...constantsById("limits.ts"), ...constantsById("languages.ts")]);
const distinctive = new Set(
  [...constants.values()]
    .flat()
    .map((name) => valuesByName[name])
    .filter(isDistinctive),
);

type NumberLiteral = { name: string | undefined; value: number };

/** Returns the numbers and products of numbers in a source text, each with the name it is assigned to. */
function numbersIn(text: string): NumberLiteral[] {
  const code = text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/gs, "");
  const product = /(?:\b(\w+)\??\s*[=:]\s*)?(?<![\w.$])(\d[\d_]*(?:\s*\*\s*\d[\d_]*)*)(?![\w.])/g;
  return [...code.matchAll(product)].map(([, name, factors = ""]) => ({
    name,
    value: factors.split("*").reduce((value, factor) => value * Number(factor.replaceAll("_", "").trim()), 1),
  }));
}

/** Lengths of time units, which are not business constants. */
const unit = /^(?:minute|hour|day)Ms$/;

/** Unrelated constants that have the same value as a business constant. */
const exceptions = new Map([
  ["apps/web/src/platform/offline/service-worker.ts updateCheckMs", "pages look for a new version"],
  ["apps/server/src/platform/embedded-postgres/server-process.ts START_TIMEOUT_MS", "a database recovers"],
  ["apps/server/src/features/ai/calls/upstream.ts defaultTotalTimeoutMs", "longest call of an AI provider"],
  ["apps/server/src/features/webhooks/delivery/deliver.ts probeIntervalMs", "probes of a paused webhook"],
  ["apps/server/src/platform/db/snapshot.ts longestMs", "longest snapshot of the database"],
  ["apps/server/src/platform/outbox/outbox-engine.ts handleMs", "longest attempt of the outbox"],
  ["apps/server/src/platform/outbox/retry-delay.ts maxDelayMs", "longest pause between tries of the outbox"],
]);

describe("constants of section 9", () => {
  it("R9-56 each row has its constant in the contract package", () => {
    const namedConstants = rows.filter(({ id }) => !/^R9-56$/.test(id));
    expect(namedConstants.length).toBeGreaterThan(50);
    expect(namedConstants.filter(({ id }) => !constants.has(id)).map(({ id }) => id)).toEqual([]);
    for (const name of [...constants.values()].flat()) expect(valuesByName[name], name).toBeDefined();
  });

  it("R9-56 long durations and sizes are not repeated elsewhere in the product", () => {
    expect([...distinctive]).toEqual(expect.arrayContaining([1_800_000, 86_400_000, 10_485_760]));
    const files = readTree(root).modules.filter(
      ({ path }) =>
        /^(?:apps\/(?:server|web)|packages\/contract)\/src\/.*\.tsx?$/.test(path) &&
        !/\.test\.tsx?$|\/testing\/|\.gen\.ts$|contract\/src\/limits\.ts$/.test(path),
    );
    expect(files.length).toBeGreaterThan(300);
    const repeated = files.flatMap(({ path, text }) =>
      numbersIn(text)
        .filter(({ value, name }) => distinctive.has(value) && !unit.test(name ?? ""))
        .map(({ name, value }) => ({ where: `${path} ${name ?? value}` })),
    );
    expect(repeated.map(({ where }) => where).filter((where) => !exceptions.has(where))).toEqual([]);
    expect([...exceptions.keys()].filter((other) => !repeated.some(({ where }) => where === other))).toEqual(
      [],
    );
  });

  it("see R9-56 the id of the default application is not repeated elsewhere in the product", () => {
    const holders = readTree(root).modules.filter(
      ({ path, text, isTest }) =>
        /^(?:apps\/(?:server|web)|packages\/contract)\/src\//.test(path) &&
        !isTest &&
        text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, "").includes('"web-portal"'),
    );
    expect(holders.map(({ path }) => path)).toEqual(["packages/contract/src/limits.ts"]);
  });

  it("see R9-56 finds a number in any notation", () => {
    expect(numbersIn("const idleMs = 30 * 60 * 1_000; wait(86_400_000); // 7 * 5")).toEqual([
      { name: "idleMs", value: 1_800_000 },
      { name: undefined, value: 86_400_000 },
    ]);
  });
});
