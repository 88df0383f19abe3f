import pg from "pg";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** Tables of the audit log and of what follows from an entry. */
const derived = ["audit_chain", "audit_entry", "audit_name", "outbox", "migration"];

/**
 * Audited calls that change none of the other tables: they only hand out data, sign in elsewhere, or send something.
 */
const callsWithoutChange: readonly string[] = [
  "users.export",
  "evidence.download",
  "orgTokens.export",
  "audit.export",
  "audit.exportPlatform",
  "billing.export",
  "payments.debitFile",
  "legacy.signOut",
  "passwordReset.initiate",
  "userSecurity.sendResetLink",
  "webhooks.replay",
  "backgroundWork.retryMessages",
  "backgroundWork.discardMessages",
];

/** Counts the entries of each chain, of one action if given. */
export async function countByChain(testApp: TestApp, action?: string): Promise<Map<string, number>> {
  const rows = await queryRows<{ chain: string; count: number }>(
    testApp,
    `select organization_id as chain, count(*)::int as count from audit_entry
     where $1::text is null or action = $1 group by 1`,
    [action ?? null],
  );
  return new Map(rows.map((row) => [row.chain, row.count]));
}

/** Makes the database record which transaction changes rows of which table from now on. */
export async function noteTransactions(testApp: TestApp): Promise<void> {
  const owner = new pg.Client(testApp.urls.owner);
  await owner.connect();
  await owner.query(`
    create table noted_change (transaction_id text, table_name text, primary key (transaction_id, table_name));
    grant select on noted_change to public;
    create function note_change() returns trigger language plpgsql security definer as $$ begin
      insert into public.noted_change values (pg_current_xact_id()::xid::text, tg_table_name)
        on conflict do nothing;
      return null;
    end $$;`);
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> 'noted_change' and not relname = any($1)`,
    [derived],
  );
  const triggers = rows.map(
    ({ name }) => `create trigger note_change after insert or update or delete on "${name}"
      for each row execute function note_change()`,
  );
  await owner.query(triggers.join(";"));
  await owner.end();
}

/**
 * Returns whether the transaction that wrote the newest entry of an action also changed another table. For a call that
 * changes nothing, whether it did not.
 */
export async function isWrittenWithChange(testApp: TestApp, call: string, action: string): Promise<boolean> {
  const changedTables = await queryRows(
    testApp,
    `select table_name from noted_change where transaction_id = (
       select xmin::text from audit_entry where action = $1 order by id desc limit 1)`,
    [action],
  );
  return changedTables.length > 0 === !callsWithoutChange.includes(call);
}
