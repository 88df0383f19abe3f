/**
 * Parses the query string as plain text: `?status=locked&page=2`. The router's default would quote values as
 * JSON and turn a search for 123 into a number. A repeated name keeps its first value.
 */
export function parseSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (!Object.hasOwn(values, name)) values[name] = value;
  }
  return values;
}

/**
 * Returns the query string for parsed parameters, as the inverse of `parseSearch`. Omits undefined and empty values.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if ((typeof value === "string" && value !== "") || typeof value === "number")
      params.set(name, String(value));
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

type TextSearch = Readonly<Record<string, string | number | undefined>>;

/** Pages validate their own search parameters, because they know how to handle an invalid value. */
export function asText(search: Record<string, unknown>): TextSearch {
  return search as TextSearch;
}
