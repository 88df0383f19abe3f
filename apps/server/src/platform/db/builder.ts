import { createHash } from "node:crypto";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { LRUCache } from "lru-cache";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** Creates a builder for statements without a connection. They are executed through the handles. */
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

/** Maximum number of named statements. More would take too much of the database's memory for each connection. */
const namedTextsMax = 500;
/** Number of uses from which a name pays off. Variants of a filtered list that are used once or twice get none. */
const usesBeforeName = 3;
const names = new LRUCache<string, string>({ max: namedTextsMax });
const usesWithoutName = new LRUCache<string, number>({ max: 2_000 });
let unnamed = 0;

/**
 * Returns the number of statements that this process ran without a name. Each of them was parsed and planned again. If
 * the number rises fast, many different texts are in use, for example one per length of an `in` list.
 */
export function unnamedStatements(): number {
  return unnamed;
}

/**
 * Returns the name of the server-side prepared statement for an SQL text, or undefined for its first uses. The most
 * recently used texts have the names, so that rare texts do not exhaust them. A text always gets the same name.
 */
export function statementName(sql: string): string | undefined {
  const cachedName = names.get(sql);
  if (cachedName !== undefined) return cachedName;
  const uses = (usesWithoutName.get(sql) ?? 0) + 1;
  if (uses < usesBeforeName) {
    usesWithoutName.set(sql, uses);
    unnamed += 1;
    return undefined;
  }
  usesWithoutName.delete(sql);
  const name = createHash("sha1").update(sql).digest("hex").slice(0, 20);
  names.set(sql, name);
  return name;
}
