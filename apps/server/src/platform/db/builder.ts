import { createHash } from "node:crypto";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";

/** Builds statements without a connection; execution goes through the handles. */
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

/** A server-side prepared statement name per SQL text, for the first 500 texts; filters make few variants. */
export function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  if (statementNames.size >= statementNamesMax) return undefined;
  const name = createHash("sha1").update(sql).digest("hex").slice(0, 20);
  statementNames.set(sql, name);
  return name;
}
