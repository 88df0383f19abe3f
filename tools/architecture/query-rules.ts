import type { Rule } from "./tree.ts";

/** A name in the order of bytes: "Özkan" would follow "Zander". */
const byteOrder = /\.orderBy\("(?:\w+\.)?(?:name|label|department|\w+_name)"(?:, "(?:asc|desc)")?\)/;

/** Queries whose order of names has no reader: the names are sent to the redaction. */
const unreadOrders: ReadonlySet<string> = new Set([
  "apps/server/src/features/ai-templates/ai-templates.queries.ts",
]);

/** Rules for queries that neither the compiler nor the linter can express. */
export const queryRules: readonly Rule[] = [
  {
    name: "names are ordered by German rules",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => !isTest && path.startsWith("apps/server/src/"))
        .filter(({ path, text }) => byteOrder.test(text) && !unreadOrders.has(path))
        .map(({ path }) => ({ path, message: "orders names by bytes; pass germanOrder to orderBy()" })),
  },
];
