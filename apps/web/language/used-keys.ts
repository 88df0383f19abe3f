import { Visitor } from "vite";
import type { CatalogueText } from "./catalogue-texts.ts";
import type { SourceFile } from "./source-files.ts";

/** Returns whether any call uses a key of a catalogue. */
export type UsedKeys = (catalogue: string, key: string) => boolean;

type Node = { type: string; [field: string]: unknown };

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns patterns for the keys that an argument can have, which is a literal, a template with any values in its
 * placeholders, or either branch of a conditional.
 */
function patternsOf(argument: Node | undefined): string[] | undefined {
  if (argument === undefined) return undefined;
  if (argument.type === "Literal" && typeof argument["value"] === "string")
    return [escaped(argument["value"])];
  if (argument.type === "TemplateLiteral") {
    const parts = argument["quasis"] as { value: { cooked: string } }[];
    return [parts.map((part) => escaped(part.value.cooked)).join("[\\w-]+(?:\\.[\\w-]+)*")];
  }
  if (argument.type === "ConditionalExpression") {
    const [yes, no] = [patternsOf(argument["consequent"] as Node), patternsOf(argument["alternate"] as Node)];
    return yes && no ? [...yes, ...no] : undefined;
  }
  if (["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"].includes(argument.type))
    return patternsOf(argument["expression"] as Node);
  return undefined;
}

/**
 * Collects the keys that the sources use. A translator is the result of `useTranslations("catalogue")`. A call with a
 * computed key (a variable) can mean any string literal of the sources that is a key of that catalogue. A translator
 * that is passed to other code counts for every catalogue with that key.
 */
export function readUsedKeys(sources: readonly SourceFile[]): UsedKeys {
  const direct = new Map<string, RegExp[]>();
  const passedPatterns: RegExp[] = [];
  const computed = new Set<string>();
  const literals = new Set<string>();
  for (const { program } of sources) {
    const translators = new Map<string, Set<string>>();
    new Visitor({
      Literal(node) {
        if (typeof node.value === "string") literals.add(node.value);
      },
      VariableDeclarator(node) {
        const { id, init } = node as unknown as { id: Node; init: Node | null };
        const callee = init?.type === "CallExpression" ? (init["callee"] as Node)["name"] : undefined;
        const catalogue = (init?.["arguments"] as Node[] | undefined)?.[0]?.["value"];
        if (callee !== "useTranslations" || typeof catalogue !== "string" || id.type !== "Identifier") return;
        const name = String(id["name"]);
        translators.set(name, (translators.get(name) ?? new Set()).add(catalogue));
      },
    }).visit(program);
    new Visitor({
      CallExpression(node) {
        const call = node as unknown as { callee: Node; arguments: Node[] };
        const isMember = call.callee.type === "MemberExpression";
        const name = String(isMember ? (call.callee["object"] as Node)["name"] : call.callee["name"]);
        const method = isMember ? String((call.callee["property"] as Node)["name"]) : "";
        if (isMember && !["rich", "markup", "has", "raw"].includes(method)) return;
        const catalogues = translators.get(name);
        const patterns = patternsOf(call.arguments[0]);
        const expressions = patterns?.map((pattern) => new RegExp(`^${pattern}$`));
        if (catalogues === undefined) {
          if (/^(t|translate|text)$/.test(name) && expressions) passedPatterns.push(...expressions);
          return;
        }
        for (const catalogue of catalogues) {
          if (expressions === undefined) computed.add(catalogue);
          else direct.set(catalogue, [...(direct.get(catalogue) ?? []), ...expressions]);
        }
      },
    }).visit(program);
  }
  return (catalogue, key) =>
    (direct.get(catalogue) ?? []).some((pattern) => pattern.test(key)) ||
    passedPatterns.some((pattern) => pattern.test(key)) ||
    (computed.has(catalogue) && literals.has(key));
}

/** Returns unused keys of the page catalogues. Checks only German, because another check keeps the languages equal. */
export function unusedKeys(texts: readonly CatalogueText[], isUsed: UsedKeys): CatalogueText[] {
  return texts.filter(
    ({ path, language, catalogue, key }) =>
      language === "de" && path.startsWith("apps/web/") && !isUsed(catalogue, key),
  );
}
