import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Rollup } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileCatalogue, compiledMessages } from "./compiled-messages-plugin.ts";
import { regionalWording } from "./regional-wording.ts";

const entry = `
import { createTranslator } from "use-intl/core";
import messages from "./texts.json";
export { messages };
export const translate = (key, values) => createTranslator({ locale: "de", messages })(key, values);
`;

let folder = "";
let built: { code: string; translate: (key: string, values?: object) => string; messages: never };

beforeAll(async () => {
  // The folder is inside the repository, so that packages can be resolved, but not under version control.
  const cache = join(import.meta.dirname, "../../../../../.cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "compiled-messages-"));
  mkdirSync(join(folder, "src"));
  const german = {
    plain: "l'adresse: 100 % größer",
    count: "{count, plural, =0 {Kein Eintrag} one {# Eintrag} other {# Einträge für {name}}}",
    when: "Seit {day, date, ::yyyyMMdd}",
    kind: "{kind, select, token {Der Schlüssel} other {Die Größe}}",
  };
  writeFileSync(join(folder, "src/texts.json"), JSON.stringify(compileCatalogue(german)));
  writeFileSync(join(folder, "src/entry.ts"), entry);
  const output = (await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [compiledMessages()],
    build: { write: false, minify: false, lib: { entry: "src/entry.ts", formats: ["es"] } },
  })) as Rollup.RollupOutput[];
  const code = output[0]?.output[0].code ?? "";
  writeFileSync(join(folder, "bundle.mjs"), code);
  built = { ...((await import(/* @vite-ignore */ join(folder, "bundle.mjs"))) as typeof built), code };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("compiled messages", () => {
  it("format like the source texts", () => {
    expect(built.translate("plain")).toBe("l'adresse: 100 % größer");
    expect(built.translate("count", { count: 0, name: "Ina" })).toBe("Kein Eintrag");
    expect(built.translate("count", { count: 1, name: "Ina" })).toBe("1 Eintrag");
    expect(built.translate("count", { count: 12_345, name: "Ina" })).toBe("12.345 Einträge für Ina");
    expect(built.translate("kind", { kind: "token" })).toBe("Der Schlüssel");
  });

  it("need no parser in the browser", () => {
    expect(built.code).not.toContain("IntlMessageFormat");
  });

  it("support Swiss spelling", () => {
    expect(JSON.stringify(regionalWording(built.messages, "CH"))).toBe(
      JSON.stringify(built.messages).replaceAll("ß", "ss"),
    );
    expect(JSON.stringify(built.messages)).toContain("ß");
  });
});
