import { LRUCache } from "lru-cache";

const summaries = new LRUCache<string, string>({ max: 1_000 });

const operation = /^\s*(?:with\s.*?\)\s*)?([a-z]+)/is;
const target = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i;

/**
 * Returns the operation and the first table of a statement, such as `select membership`. The text itself is not used,
 * because a statement could contain a value.
 */
export function querySummary(text: string): string {
  const cachedSummary = summaries.get(text);
  if (cachedSummary !== undefined) return cachedSummary;
  const verb = operation.exec(text)?.[1]?.toLowerCase() ?? "query";
  const table = target.exec(text)?.[1]?.toLowerCase();
  const summary = table === undefined ? verb : `${verb} ${table}`;
  summaries.set(text, summary);
  return summary;
}
