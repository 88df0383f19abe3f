import { Visitor } from "vite";
import type { SourceFile } from "./source-files.ts";

/** Attributes whose text is shown or announced. */
const spokenProperties =
  /^(?:aria-label|aria-description|title|alt|placeholder|label|hint|text|description)$/;
const letters = /\p{L}{2,}/u;
/** Names that are the same in every language. */
const names = /^(?:Praxisportal|Strg|Ctrl|CSV|JSON|PDF|QR)$/;

/**
 * Finds texts in source files instead of a catalogue: text between tags and in attributes that are shown or
 * announced. They would exist in one language only, and no text check would see them.
 */
export function sourceTexts({ path, program }: SourceFile): { path: string; text: string }[] {
  const found: string[] = [];
  const note = (text: unknown) => {
    if (typeof text === "string" && letters.test(text) && !names.test(text.trim())) found.push(text.trim());
  };
  new Visitor({
    JSXText(node) {
      note(node.value);
    },
    JSXExpressionContainer(node) {
      const expression = node.expression as { type: string; value?: unknown };
      if (expression.type === "Literal") note(expression.value);
    },
    JSXAttribute(node) {
      const { name, value } = node as unknown as {
        name: { name: unknown };
        value: { type: string; value?: unknown } | null;
      };
      if (value?.type === "Literal" && spokenProperties.test(String(name.name))) note(value.value);
    },
    MemberExpression(node) {
      const name = (node as unknown as { property: { name?: string } }).property.name ?? "";
      // Numbers and dates are formatted in one place; these methods would use the browser's language instead
      // of the organization's.
      if (/^toLocale(?:Date|Time)?String$/.test(name) && !path.includes("/platform/i18n/")) found.push(name);
    },
  }).visit(program);
  return found.map((text) => ({ path, text }));
}
