/** Element with its attributes, and its children or text. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: readonly XmlElement[] | string;
};

/** Children as passed by a caller. Missing optional parts are omitted. */
type Children = readonly (XmlElement | readonly XmlElement[] | null)[];

/**
 * Characters that XML 1.0 does not allow, even escaped. These are the control characters below the space except tab and
 * line breaks, and two code points that are not characters.
 */
const forbidden = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;

/** Makes an element that contains other elements. */
export function element(
  name: string,
  children: Children,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  return { name, attributes, content: children.flatMap((child) => (child === null ? [] : child)) };
}

/** Makes an element that contains text, or returns null if there is no text. */
export function textElement(
  name: string,
  text: string,
  attributes?: Readonly<Record<string, string>>,
): XmlElement;
export function textElement(
  name: string,
  text: string | null,
  attributes?: Readonly<Record<string, string>>,
): XmlElement | null;
export function textElement(
  name: string,
  text: string | null,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement | null {
  return text === null || text === "" ? null : { name, attributes, content: text };
}

/** Writes a document with XML declaration, indented by two spaces. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, "")}`;
}

/** Escapes text for content and attributes. Characters that XML does not allow are removed. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}

function write({ name, attributes, content }: XmlElement, indent: string): string {
  const start = Object.entries(attributes).reduce(
    (text, [key, value]) => `${text} ${key}="${escapeXml(value)}"`,
    `${indent}<${name}`,
  );
  if (content.length === 0) return `${start}/>\n`;
  if (typeof content === "string") return `${start}>${escapeXml(content)}</${name}>\n`;
  const children = content.map((child) => write(child, `${indent}  `)).join("");
  return `${start}>\n${children}${indent}</${name}>\n`;
}
