import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rollup } from "vite";
import { describe, expect, it } from "vitest";
import { loadRecognizer } from "./load-recognizer.ts";

const entry = fileURLToPath(new URL("load-recognizer.ts", import.meta.url));

describe("loadRecognizer", () => {
  it("is a separate chunk of at most 28 KB", async () => {
    const built = (await build({
      configFile: false,
      logLevel: "silent",
      build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: "strict" } },
    })) as Rollup.RollupOutput;
    const chunks = built.output.filter((candidate) => candidate.type === "chunk");
    const size = (isEntry: boolean) =>
      chunks
        .filter((chunk) => chunk.isEntry === isEntry)
        .reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
    console.log(`recognizer: ${size(false)} bytes compressed, loader: ${size(true)}`);
    expect(size(false)).toBeGreaterThan(5_000);
    expect(size(false)).toBeLessThanOrEqual(28 * 1024);
    expect(size(true)).toBeLessThan(2_000);
  });

  it("loads the recognizer", async () => {
    const find = await loadRecognizer({ firstNames: [], lastNames: ["Zwick"] });
    expect(find("Frau Musterfrau mit Zwick")).toEqual([
      { start: 5, end: 15, kind: "name" },
      { start: 20, end: 25, kind: "name" },
    ]);
  });
});
