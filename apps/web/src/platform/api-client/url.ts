import type { CallTarget } from "./route.ts";

/**
 * Address of a call: parameters encoded into the path, the query in the order given. Absent and null query
 * values are left out, lists are repeated. Throws when a path parameter is missing.
 */
export function urlOf(
  target: CallTarget,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = target.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    // An empty one would silently address the list instead of its member.
    if (typeof value !== "string" || value === "") {
      throw new Error(`${target.name}: path parameter ${name} is missing`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
