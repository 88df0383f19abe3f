import { fileURLToPath } from "node:url";
import { type CatalogueText, readCatalogueTexts } from "./catalogue-texts.ts";
import { glossaryFinding } from "./glossary.ts";
import { readSources, type SourceFile } from "./source-files.ts";
import { sourceTexts } from "./source-texts.ts";
import { formFinding } from "./text-rules.ts";
import { readUsedKeys, unusedKeys } from "./used-keys.ts";

/**
 * Returns all violations of the language rules, one line each. They are words against the glossary, wrong plurals and
 * quotation marks, unused texts, and texts in the source instead of a catalogue.
 */
export function checkLanguage(texts: readonly CatalogueText[], sources: readonly SourceFile[]): string[] {
  if (texts.length === 0 || sources.length === 0) return ["there is nothing to check"];
  const wording = texts.flatMap((text) =>
    [glossaryFinding(text), formFinding(text)]
      .filter((finding) => finding !== undefined)
      .map((finding) => `${text.path} ${text.key}: ${finding}`),
  );
  const unused = unusedKeys(texts, readUsedKeys(sources)).map(
    ({ path, key }) => `${path} ${key}: not used anywhere`,
  );
  const hardCoded = sources
    .flatMap(sourceTexts)
    .map(({ path, text }) => `${path}: "${text}" belongs in a catalogue or the formats of platform/i18n`);
  return [...wording, ...unused, ...hardCoded];
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const [texts, sources] = [readCatalogueTexts(root), readSources(root)];
  const findings = checkLanguage(texts, sources);
  for (const finding of findings) console.error(finding);
  console.log(`${texts.length} texts, ${sources.length} sources, ${findings.length} findings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
