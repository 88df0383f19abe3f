import type { SealingKeys } from "./sealed-secrets.ts";

/**
 * A column of sealed secrets. A secret is sealed for its row, which `context` and the value of a column identify, such
 * as `two_factor:<person_id>`.
 */
export type SealedColumn = { table: string; column: string; context: string; contextColumn: string };

/** All columns of sealed secrets, with their keys. */
export type SealedSecrets = { keys: SealingKeys; columns: readonly SealedColumn[] };
