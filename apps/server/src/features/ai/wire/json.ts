/** An object of a provider's answer: nothing about it is believed before it was looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object in a text; undefined for anything else, also for what is cut off. */
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

/** A number of tokens or seconds: whole (rounded up) and at least 0; undefined for what is none. */
export function countOf(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return undefined;
  const whole = Math.ceil(value);
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/** What a table says of a word from outside; words like "constructor" are in no table. */
export function tableEntry<Entry>(table: Readonly<Record<string, Entry>>, word: string): Entry | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
