import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { Database } from "./database.ts";

let testApp: TestApp;
let owner: pg.Client;
let database: Database;
beforeAll(async () => {
  testApp = await createTestApp();
  owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await testApp.stop();
});

beforeEach(async () => {
  await owner.query(`create table planted (id int primary key); insert into planted values (1);
    grant select, update on planted to portal_app`);
  // There is one connection for each kind of work.
  database = new Database({ url: testApp.urls.app, maxConnections: 3, applicationName: "stale plans" });
});
afterEach(async () => {
  await database.close();
  await owner.query("drop table planted");
});

type Row = { id: number; pid: number; label?: string };
const columns = "planted.*, pg_backend_pid() as pid";
const read = sql<Row>`select ${sql.raw(columns)} from planted where id = ${1}`;
const change = sql<Row>`update planted set id = id where id = ${1} returning ${sql.raw(columns)}`;
const organization = "0190a000-0000-7000-8000-000000000001";

it.each([
  ["read", () => database.call<Row>("planted-call", `select ${columns} from planted where id = $1`, [1])],
  ["single change", () => database.changeIdentity<Row>(() => asExecutable(change))],
  ["bound read", async () => (await database.readBound<[Row]>(organization, () => [asExecutable(read)]))[0]],
  [
    "bound change",
    async () => (await database.changeBound<[Row]>(organization, () => [asExecutable(change)])).rows[0],
  ],
  ["transaction", () => database.transaction(async (trx) => (await change.execute(trx)).rows)],
])("R0-240 a %s with a stale plan succeeds on another connection", async (_title, run) => {
  const [before] = await run();
  // The database keeps the plan of a statement from its third use on.
  for (let use = 0; use < 3; use += 1) expect((await run())[0]?.pid).toBe(before?.pid);
  await owner.query("alter table planted add column label text not null default 'neu'");
  const [after] = await run();
  expect(after).toMatchObject({ id: 1, label: "neu" });
  expect(after?.pid).not.toBe(before?.pid);
  await expect
    .poll(() => owner.query("select from pg_stat_activity where pid = $1", [before?.pid]))
    .toMatchObject({ rowCount: 0 });
});

it("R0-240 any other failure is reported and does not close the connection", async () => {
  const pid = async () =>
    database.transaction(async (trx) => (await read.execute(trx)).rows.map((row) => row.pid));
  const before = await pid();
  const failing = database.transaction((trx) => sql`select 1 / ${0}::int`.execute(trx));
  await expect(failing).rejects.toThrow("division by zero");
  expect(await pid()).toEqual(before);
});

/** Returns the statement in the form that the builders of the database return. */
function asExecutable(statement: typeof read) {
  return { compile: () => statement.compile(database.unbound) };
}
