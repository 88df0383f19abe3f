import { Client } from "pg";
import { superuserUrl } from "./paths.ts";

/** Database that is updated last, so that its state shows whether all others are up to date. */
const MARKER_DATABASE = "postgres";

/** Facts about a server that has just started, read over one connection to keep starts fast. */
export interface ServerInfo {
  /** Full version, such as `18.4`. */
  version: string;
  /** Whether the collation versions differ from those the indexes were built with. */
  hasStaleCollations: boolean;
}

/** Reads {@link ServerInfo} from the server. */
export async function inspectServer(password: string, port: number): Promise<ServerInfo> {
  return await withClient(password, port, MARKER_DATABASE, async (client) => {
    const { rows } = await client.query<{ version: string; stale: boolean }>(`
      select split_part(current_setting('server_version'), ' ', 1) as version, exists (
        select from pg_collation
        where collversion is not null and collversion is distinct from pg_collation_actual_version(oid)
      ) as stale`);
    return { version: rows[0]?.version ?? "", hasStaleCollations: rows[0]?.stale === true };
  });
}

/**
 * Rebuilds indexes if the collations of the running system have changed.
 *
 * A newer ICU (with a new release) or C library (after a move to another machine) may sort differently, and an index in
 * the old order silently misses rows. PostgreSQL records the version of each collation. If a version differs, every
 * database is reindexed, and the recorded version is updated last, so that an interrupted run is repeated.
 */
export async function refreshCollations(
  password: string,
  port: number,
  onStep: (text: string) => void,
): Promise<void> {
  const otherDatabases = await withClient(password, port, MARKER_DATABASE, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datallowconn and datname <> $1 order by datname",
      [MARKER_DATABASE],
    );
    return rows.map((row) => row.datname);
  });
  for (const name of [...otherDatabases, MARKER_DATABASE]) {
    onStep(`The sorting rules of this system have changed: rebuilding the indexes of ${name}`);
    await withClient(password, port, name, refreshDatabase);
  }
}

async function refreshDatabase(client: Client): Promise<void> {
  const current = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  await client.query(`reindex database ${current.rows[0]?.name ?? ""}`);
  await client.query(`alter database ${current.rows[0]?.name ?? ""} refresh collation version`);
  await client.query(`
    do $$
    declare stale regcollation;
    begin
      for stale in
        select oid::regcollation from pg_collation
        where collversion is not null and collversion is distinct from pg_collation_actual_version(oid)
      loop
        execute format('alter collation %s refresh version', stale);
      end loop;
    end $$`);
}

async function withClient<T>(
  password: string,
  port: number,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: superuserUrl(password, port, database) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
