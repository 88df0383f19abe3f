/** An object in a provider's response, untrusted until checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses an object. Returns undefined for anything else, including truncated text. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads a number of tokens or seconds: rounded up, at least 0. Returns undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return undefined;
  const rounded = Math.ceil(value);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}

/** Looks up an external key in a table; own properties only, so "constructor" is not found. */
export function tableEntry<Entry>(table: Readonly<Record<string, Entry>>, word: string): Entry | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
