import { orgTokenRevokedRetentionMs } from "@praxisportal/contract/limits";
import type { OrgTokenStatistics } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { AllTokens } from "./token-records.service.ts";
import type { TokenRow } from "./org-tokens.presenter.ts";
import {
  batchStatement,
  countStatement,
  pageStatement,
  statisticsStatement,
  type TokenFilter,
  type TokenOrder,
  type TokenRange,
} from "./token-list.queries.ts";

/** Rows per batch of an export. */
const batchSize = 1_000;

/** Returns a page of the tokens of all organizations and the total. */
async function listAllTokens(
  db: PlatformDb,
  filter: TokenFilter,
  order: TokenOrder,
  range: TokenRange,
  now: Date,
): Promise<{ rows: readonly TokenRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    pageStatement(filter, order, range, now).execute(db.reads),
    countStatement(filter, now).execute(db.reads),
  ]);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

async function readAllStatistics(db: PlatformDb, now: Date): Promise<OrgTokenStatistics> {
  const { rows } = await statisticsStatement(undefined, now).execute(db.reads);
  if (rows[0] === undefined) throw new Error("the statistics query returned no row");
  return rows[0].statistics;
}

/** Yields all records, newest first, in batches. No transaction or cursor stays open between batches. */
async function* readAllTokens(db: PlatformDb, filter: TokenFilter, now: Date): AsyncGenerator<TokenRow> {
  let after: TokenRow | undefined;
  for (;;) {
    const { rows } = await batchStatement(filter, after, batchSize, now).execute(db.reads);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < batchSize || after === undefined) return;
  }
}

/** Deletes tokens that have expired or were revoked long ago, with their values. Returns their number. */
async function deleteOldTokens(db: PlatformDb, now: Date, write: (tx: WriteTransaction) => void) {
  return db.write(async (tx, allDb) => {
    const { numDeletedRows } = await allDb
      .deleteFrom("org_token")
      .where((eb) =>
        eb.or([
          eb("refresh_expires_at", "<=", now),
          eb("revoked_at", "<=", new Date(now.getTime() - orgTokenRevokedRetentionMs)),
        ]),
      )
      .executeTakeFirstOrThrow();
    write(tx);
    return Number(numDeletedRows);
  });
}

/** Returns the queries for the tokens of all organizations. */
export function allTokens(db: PlatformDb, hasOrganization: AllTokens["hasOrganization"]): AllTokens {
  return {
    list: (...query) => listAllTokens(db, ...query),
    statistics: (now) => readAllStatistics(db, now),
    read: (filter, now) => readAllTokens(db, filter, now),
    deleteOld: (now, write) => deleteOldTokens(db, now, write),
    hasOrganization,
  };
}
