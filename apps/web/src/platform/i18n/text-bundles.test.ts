import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";
import { languages } from "@praxisportal/contract/languages";
import { routeTable } from "../../app/router/route-table.ts";
import { setOf } from "./text-sets.ts";

const layoutSet = /\/(frame|shell)-set\./;

describe("text bundles", () => {
  it("R0-29 the build emits one text bundle per route and language", { timeout: 120_000 }, async () => {
    const configFile = fileURLToPath(new URL("../../../vite.config.ts", import.meta.url));
    const result = (await build({
      configFile,
      logLevel: "silent",
      build: { write: false },
    })) as Rolldown.RolldownOutput;
    const files = new Map(result.output.map((file) => [`/${file.fileName}`, file]));
    const asset = files.get("/page-preloads.json");
    const preloads = JSON.parse(asset?.type === "asset" ? String(asset.source) : "{}") as Record<
      string,
      { texts: Record<string, string[]> }
    >;
    for (const { path, texts } of Object.values(routeTable)) {
      for (const language of languages) {
        const bundles = (preloads[path]?.texts[language] ?? []).filter((file) => !layoutSet.test(file));
        expect(bundles, `${path} ${language}`).toHaveLength(1);
        const bundle = files.get(bundles[0] ?? "");
        if (bundle?.type !== "chunk") throw new Error(`${bundles[0]} is no script`);
        expect(bundle.imports.filter((each) => !each.includes("runtime"))).toEqual([]);
        const own: readonly string[] = texts.filter((catalogue) => setOf[catalogue] === undefined);
        const missing = own.length > 1 ? own.filter((catalogue) => !bundle.code.includes(catalogue)) : [];
        expect(missing).toEqual([]);
      }
    }
  });
});
