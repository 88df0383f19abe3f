/** read_only_sql_transaction, the code of a former primary that rejoined as a standby. */
const readOnly = "25006";
/** object_not_in_prerequisite_state, which is also reported for other reasons. */
const notInState = "55000";

/**
 * Returns whether a statement failed because its server is no longer the primary. The connection must be destroyed, so
 * that the next one reaches the new primary.
 */
export function isLostPrimary(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === readOnly || (code === notInState && /recovery is in progress/.test(message ?? ""));
}
