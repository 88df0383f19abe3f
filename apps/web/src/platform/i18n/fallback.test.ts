import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTranslator } from "use-intl";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { build, type Rollup } from "vite";
import { textFiles } from "../../../build/text-files.ts";
import { compileCatalogue } from "./compiled-messages-plugin.ts";
import { englishFallback } from "./english-fallback-plugin.ts";
import { mergeFallback, type MessageTree } from "./merge-fallback.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-i18n-"));
  mkdirSync(join(folder, "src"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, content: string) {
  writeFileSync(join(folder, "src", name), content);
}

describe("mergeFallback", () => {
  it("R1-34 fills missing or empty texts from English and keeps the others", () => {
    const german = { save: "Speichern", close: "", error: { title: "Fehler" }, only: "Nur deutsch" };
    const english = {
      save: "Save",
      close: "Close",
      error: { title: "Error", load: "Not loaded" },
      help: { a: "A" },
    };
    expect(mergeFallback(german, english)).toEqual({
      save: "Speichern",
      close: "Close",
      error: { title: "Fehler", load: "Not loaded" },
      only: "Nur deutsch",
      help: { a: "A" },
    });
    expect(german).toEqual({ save: "Speichern", close: "", error: { title: "Fehler" }, only: "Nur deutsch" });
  });
});

describe("english fallback in the bundle", () => {
  it.each(["de", "fr", "it"])(
    "R1-34 shows English where the chosen language %s has no text",
    async (locale) => {
      for (const language of ["de", "fr", "it"])
        write(`users.${language}.json`, JSON.stringify({ title: "Équipe", error: {} }));
      const error = { load: "Error loading {count} users" };
      write("users.en.json", JSON.stringify({ title: "Staff", error }));
      write("entry.ts", `import messages from "./users.${locale}.json"; export default messages;`);
      const output = (await build({
        root: folder,
        configFile: false,
        logLevel: "silent",
        plugins: [englishFallback(), textFiles(folder)],
        build: { write: false, minify: false, lib: { entry: "src/entry.ts", formats: ["es"] } },
      })) as Rollup.RollupOutput[];
      const code = output[0]?.output[0].code ?? "";
      write("bundle.mjs", code);
      const bundle = (await import(/* @vite-ignore */ join(folder, "src/bundle.mjs"))) as {
        default: MessageTree;
      };
      const t = createTranslator({
        locale,
        messages: { users: bundle.default } as never,
        namespace: "users" as never,
      });
      const text = t as unknown as (key: string, values?: Record<string, number>) => string;
      expect(text("title")).toBe("Équipe");
      expect(text("error.load", { count: 3 })).toBe("Error loading 3 users");

      // The built app downloads files with texts instead of bundling them.
      const file = output[0]?.output.find(({ fileName }) => fileName.endsWith(`/users.${locale}.json`));
      const texts: unknown = JSON.parse(file?.type === "asset" ? String(file.source) : "{}");
      expect(texts).toEqual({ users: compileCatalogue({ title: "Équipe", error }) });
    },
  );

  it("see R1-34 the build of the portal uses the English fallback", async () => {
    const { default: config } = await import("../../../vite.config.ts");
    const names = config.plugins?.flat(2).map((plugin) => (plugin as { name?: string }).name);
    expect(names).toContain("praxisportal:english-fallback");
    expect(names).toContain("praxisportal:text-files");
  });
});
