import { Visitor } from "vite";
import type { SourceFile } from "./source-files.ts";

/** Properties that are displayed or read aloud. */
const spokenProperties =
  /^(?:aria-label|aria-description|title|alt|placeholder|label|hint|text|description)$/;
const letters = /\p{L}{2,}/u;
/** Names that are the same in every language. */
const names = /^(?:Praxisportal|Strg|Ctrl|CSV|JSON|PDF|QR)$/;

/**
 * Returns texts that are in the source instead of a catalogue, between tags or in properties that are displayed or read
 * aloud. They would exist only in one language, and no text check would cover them.
 */
export function sourceTexts({ path, program }: SourceFile): { path: string; text: string }[] {
  const texts: string[] = [];
  const addText = (text: unknown) => {
    if (typeof text === "string" && letters.test(text) && !names.test(text.trim())) texts.push(text.trim());
  };
  new Visitor({
    JSXText(node) {
      addText(node.value);
    },
    JSXExpressionContainer(node) {
      const expression = node.expression as { type: string; value?: unknown };
      if (expression.type === "Literal") addText(expression.value);
    },
    JSXAttribute(node) {
      const { name, value } = node as unknown as {
        name: { name: unknown };
        value: { type: string; value?: unknown } | null;
      };
      if (value?.type === "Literal" && spokenProperties.test(String(name.name))) addText(value.value);
    },
    MemberExpression(node) {
      const name = (node as unknown as { property: { name?: string } }).property.name ?? "";
      // Only the i18n platform may format numbers and dates, because these functions use the browser's locale.
      if (/^toLocale(?:Date|Time)?String$/.test(name) && !path.includes("/platform/i18n/")) texts.push(name);
    },
  }).visit(program);
  return texts.map((text) => ({ path, text }));
}
