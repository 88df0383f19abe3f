import { createHash } from "node:crypto";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** Creates a builder for statements without a connection; they are executed through the handles. */
function queryBuilder<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

export const organizationBuilder = queryBuilder<TenantTables & GlobalTables>();
export const identityBuilder = queryBuilder<GlobalTables>();

const statementNames = new Map<string, string>();
const statementNamesMax = 500;
let unnamed = 0;

/**
 * Returns how many statements of this process ran without a name because the names were used up. Each was parsed and
 * planned anew; a rising number means that texts multiply, for example with the length of `in` lists.
 */
export function unnamedStatements(): number {
  return unnamed;
}

/** Returns the name of the server-side prepared statement for an SQL text; undefined after the first 500 texts. */
export function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  if (statementNames.size >= statementNamesMax) {
    unnamed += 1;
    return undefined;
  }
  const name = createHash("sha1").update(sql).digest("hex").slice(0, 20);
  statementNames.set(sql, name);
  return name;
}
