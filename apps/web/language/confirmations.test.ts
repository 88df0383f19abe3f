import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readCatalogueTexts } from "./catalogue-texts.ts";

const root = fileURLToPath(new URL("../src/", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** Title of a `ConfirmDialog` as written. */
type Question = { path: string; namespace: string; key: string; hasValues: boolean };

/** Returns the titles of all confirmations. A title that the code chooses among several texts counts for each. */
function questions(): Question[] {
  const paths = globSync("**/*.tsx", { cwd: root }).filter(
    (path) => !/\.test\.tsx$|confirm-dialog/.test(path),
  );
  return paths.flatMap((path) => {
    const source = read(path);
    return source
      .split("<ConfirmDialog")
      .slice(1)
      .flatMap((element) => {
        expect(element, path).toMatch(/\beffect=\{/);
        const title = /\btitle=\{([\s\S]*?)\}\n/.exec(element)?.[1] ?? "";
        return [...title.matchAll(/(?<!\w: )\b(t|common)\(([^,()]+)(,|\))/g)].flatMap(
          ([, hook, keys = "", end]) => {
            const uses = new RegExp(`const ${hook} = useTranslations\\("([\\w-]+)"\\)`).exec(source);
            const found = [...keys.matchAll(/"([\w.]+)"|`([^`]+)`/g)];
            return found.map(([, plain, pattern = ""]) => ({
              path,
              namespace: uses?.[1] ?? "",
              key: plain ?? pattern.replaceAll(/\$\{[^}]*\}/g, "*"),
              hasValues: end === ",",
            }));
          },
        );
      });
  });
}

/** Returns the texts whose dotted key matches a pattern, in which `*` matches a part that the code chooses. */
function textsOf(texts: unknown, key: string): string[] {
  const fits = new RegExp(`^${key.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`);
  const entriesOf = (value: unknown, path: string): [string, string][] =>
    typeof value === "string"
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([name, child]) =>
          entriesOf(child, path ? `${path}.${name}` : name),
        );
  return entriesOf(texts, "").flatMap(([path, text]) => (fits.test(path) ? [text] : []));
}

it("R0-23 the question of a confirmation names the person or thing, in every language", () => {
  const confirmations = questions();
  expect(confirmations.length).toBeGreaterThan(35);
  // These concern the only item of a kind, or all of them.
  const unnamed = confirmations
    .filter(({ hasValues }) => !hasValues)
    .map(({ namespace, key }) => `${namespace} ${key}`);
  expect(unnamed.toSorted()).toEqual([
    "billing-profile remove.title",
    "client-tokens cleanUp.title",
    "common discard.title",
    "emergency-code createTitle",
    "emergency-code withdrawTitle",
    "org-tokens confirm.all",
    "payments debits.confirmTitle",
    "pending-changes signOut.title",
    "two-factor disable.title",
    "two-factor leave.title",
  ]);
  const catalogues = new Map(
    globSync("**/*.{de,en,fr,it}.json", { cwd: root }).map((path) => [basename(path, ".json"), path]),
  );
  // Some AI switches concern the user's only practice, or all practices.
  const named = confirmations.filter(({ hasValues, key }) => hasValues && key !== "*.*");
  for (const { path, namespace, key } of named) {
    for (const language of ["de", "en", "fr", "it"]) {
      const texts = textsOf(JSON.parse(read(catalogues.get(`${namespace}.${language}`) ?? "")), key);
      expect(texts, `${path} ${key}`).not.toEqual([]);
      for (const text of texts) expect(text, `${path} ${key} ${language}`).toMatch(/\{\w+/);
    }
  }
});

/** Questions about people, whose names stand without quotation marks. */
const asksAboutPerson = (catalogue: string, key: string) =>
  ["people", "person-security", "staff"].includes(catalogue) || key.startsWith("person.");

it("see R0-23 a question puts the name of a thing in quotation marks, in every language", () => {
  const asked = readCatalogueTexts(fileURLToPath(new URL("../../..", import.meta.url))).filter(
    ({ catalogue, key, text }) =>
      /\{(name|application)\}/.test(text) && text.endsWith("?") && !asksAboutPerson(catalogue, key),
  );
  expect(asked.length).toBeGreaterThan(80);
  const quoted = /(„\{\w+\}“|“\{\w+\}”|«\s?\{\w+\}\s?»)/;
  expect(asked.filter(({ text }) => !quoted.test(text)).map(({ path, text }) => `${path}: ${text}`)).toEqual(
    [],
  );
});
