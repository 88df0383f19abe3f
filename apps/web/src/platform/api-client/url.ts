import type { CallTarget } from "./route.ts";

/**
 * Returns the URL of a call with its parameters encoded into the path and the query in the given order. Omits absent
 * and null query values, and repeats the parameter for lists. Throws if a path parameter is missing.
 */
export function urlOf(
  target: CallTarget,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = target.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name];
    // An empty parameter would silently address the list instead of one of its items.
    if (typeof value !== "string" || value === "") {
      throw new Error(`${target.name}: path parameter ${name} is missing`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
