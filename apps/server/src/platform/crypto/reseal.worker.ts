import type { Logger } from "pino";
import type { PlatformDb } from "../db/platform-db.ts";
import type { Job } from "../jobs/scheduler.ts";
import { findSealedWith, hasUnknownKeys, replaceSealed } from "./reseal.platform-queries.ts";
import type { SealedColumn, SealedSecrets } from "./sealed-columns.ts";
import { keyIdOf, open, seal } from "./sealed-secrets.ts";

/** Rows per statement. */
const batchSize = 500;

/** Returns whether the keys can open every stored secret. */
export async function canOpenAll(db: PlatformDb, { keys, columns }: SealedSecrets): Promise<boolean> {
  const keyIds = [keys.present, keys.previous].filter((key) => key !== undefined).map(keyIdOf);
  for (const column of columns) if (await hasUnknownKeys(db, column, keyIds)) return false;
  return true;
}

/**
 * Seals the secrets of the previous key again with the current one, so that the operator can remove the previous key.
 * An interrupted run continues where it stopped, because each secret names its key.
 */
export function resealJob(db: PlatformDb, secrets: SealedSecrets, log: Pick<Logger, "info">): Job {
  return {
    name: "reseal-secrets",
    cron: "*/5 * * * *",
    runsAtStart: true,
    async run(signal) {
      if (secrets.keys.previous === undefined) return;
      for (const column of secrets.columns) await resealColumn(column, signal);
      if (!signal.aborted) log.info("no secret needs MASTER_KEY_PREVIOUS any longer, so it can be removed");
    },
  };

  async function resealColumn(column: SealedColumn, signal: AbortSignal): Promise<void> {
    const { keys } = secrets;
    if (keys.previous === undefined) return;
    const previousId = keyIdOf(keys.previous);
    let sealedCount = 0;
    for (;;) {
      if (signal.aborted) return;
      const rows = await findSealedWith(db, column, previousId, batchSize);
      if (rows.length === 0) return;
      const replaced = rows.map(({ row, sealed }) => {
        const context = `${column.context}:${row}`;
        return { sealed, resealed: seal(keys, context, open(keys, context, sealed)) };
      });
      await replaceSealed(db, column, replaced);
      sealedCount += rows.length;
      log.info(
        { table: column.table, column: column.column, sealedCount },
        "secrets sealed with the current key",
      );
    }
  }
}
