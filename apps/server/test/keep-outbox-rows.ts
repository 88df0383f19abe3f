import pg from "pg";
import type { TestApp } from "./test-app.ts";

/** Row of the outbox as it was written. */
export type KeptRow = { id: string; topic: string; payload: Readonly<Record<string, unknown>> };

/**
 * Keeps a copy of every row of the outbox from now on, because the background work deletes rows as soon as it has
 * handled them. Returns a function that reads the copies that mention `text`, in the order of writing.
 */
export async function keepOutboxRows(testApp: TestApp): Promise<(text: string) => Promise<KeptRow[]>> {
  await asOwner(
    testApp,
    `create table kept_row (position bigserial, id uuid, topic text, payload jsonb);
     create function keep_row() returns trigger language plpgsql security definer as
       'begin insert into kept_row (id, topic, payload) values (new.id, new.topic, new.payload); return new; end';
     create trigger keep_row after insert on outbox for each row execute function keep_row()`,
  );
  return (text) =>
    asOwner<KeptRow>(
      testApp,
      "select id, topic, payload from kept_row where payload::text like $1 order by position",
      [`%${text}%`],
    );
}

/**
 * Keeps new messages of a topic from being handled. Returns a function that makes them due and no longer holds new
 * ones.
 */
export async function holdMessages(testApp: TestApp, topic: string): Promise<() => Promise<void>> {
  await asOwner(
    testApp,
    `create function hold_row() returns trigger language plpgsql as
       'begin new.available_at := ''infinity''; return new; end';
     create trigger hold_row before insert on outbox for each row when (new.topic = '${topic}')
       execute function hold_row()`,
  );
  return async () => {
    await asOwner(testApp, "drop trigger hold_row on outbox; drop function hold_row()");
    await asOwner(testApp, "update outbox set available_at = now() where topic = $1", [topic]);
  };
}

async function asOwner<Row extends pg.QueryResultRow>(
  testApp: TestApp,
  statement: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  try {
    return (await owner.query<Row>(statement, values && [...values])).rows;
  } finally {
    await owner.end();
  }
}
