import type { Rule } from "./tree.ts";

const server = /^apps\/server\/src\//;

/** Modules that may read limits: their reader, the catalogue of plans, and the generated types of the tables. */
const readers: ReadonlySet<string> = new Set([
  "apps/server/src/directory/entitlements.queries.ts",
  "apps/server/src/directory/plan-catalogue.queries.ts",
  "apps/server/src/platform/db/tables.gen.ts",
]);

/**
 * Patterns of reading a limit without its reader: a column of the organization or of a plan, the table of entitlements,
 * or the default in the contract. Storing a limit is allowed.
 */
const reads = [
  /\b\w+\.(?:max_users|monthly_tokens|storage_bytes)\b/,
  /"(?:\w+\.)?(?:max_users|monthly_tokens|storage_bytes)"(?!\] =)/,
  /\b(?:from|join) entitlement\b/,
  /(?:selectFrom|Join)\("entitlement/,
  /\bdefaultMaxUsers\b/,
];

/** Rules about the limits of an organization. */
export const limitRules: readonly Rule[] = [
  {
    name: "limits are read through entitlementsOf",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => server.test(path) && !isTest && !readers.has(path))
        .flatMap(({ path, text }) => {
          const matchedText = reads
            .map((pattern) => pattern.exec(text)?.[0])
            .find((match) => match !== undefined);
          return matchedText === undefined
            ? []
            : [{ path, message: `reads ${matchedText}; use entitlementsOf` }];
        }),
  },
];
