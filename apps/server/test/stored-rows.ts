import type pg from "pg";

export type StoredRow = { table: string; row: Record<string, unknown> };

/** Returns all rows of all tables. */
export async function rowsOf(client: pg.ClientBase): Promise<StoredRow[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> 'migration' order by 1`,
  );
  const storedRows: StoredRow[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${name}" t`,
    );
    for (const { row } of rows) storedRows.push({ table: name, row });
  }
  return storedRows;
}

/** Tables renamed by migration 0030. */
const tables: Readonly<Record<string, string>> = {
  practice_visit: "organization_visit",
  rescue_code: "recovery_code",
};

/** Columns renamed by migration 0030 in every table that has them. */
const columns: Readonly<Record<string, string>> = {
  // cspell:disable-next-line
  hindered_at: "blocked_at",
  is_only: "singleton",
  kept: "saved_membership",
  parent_retires_at: "previous_retires_at",
  practice_id: "organization_id",
  status_before: "previous_status",
  told_at: "notified_at",
  tries: "attempts",
};

/** Returns a row with the names of migration 0030, which also drops a column. */
export function withCurrentNames({ table, row }: StoredRow): StoredRow {
  const entries = Object.entries(row).filter(([column]) => column !== "suspended_from");
  return {
    table: tables[table] ?? table,
    row: Object.fromEntries(entries.map(([column, value]) => [columns[column] ?? column, value])),
  };
}
