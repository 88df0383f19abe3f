/**
 * SQL of a column with the identity of the running server, which changes when the server restarts and when a standby is
 * promoted. Only a primary can evaluate it.
 */
export const serverIdentity = `concat(pg_postmaster_start_time(), ' ',
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)) as server`;

/** The SQLSTATE for a transaction that may or may not have been committed. */
const resolutionUnknown = "08007";

/** Thrown if the server was lost after it committed a change, before the change was on disk. */
export class UnconfirmedChangeError extends Error {
  override readonly name = "UnconfirmedChangeError";
  readonly code = resolutionUnknown;

  constructor() {
    super("the database was replaced before a change was on disk");
  }
}
