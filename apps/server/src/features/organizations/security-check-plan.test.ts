import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/test-app.ts";
import { measureOrganizations } from "./security-check.platform-queries.ts";

const organizations = 60;
const people = 50;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let platform: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.urls.owner });
  await owner.connect();
  await owner.query(
    `insert into organization (organization_id, name, practice_code, status, country, time_zone, currency)
     select gen_random_uuid(), 'Praxis ' || n, 'P' || n, 'active', 'DE', 'Europe/Berlin', 'EUR'
     from generate_series(1, ${organizations}) n`,
  );
  await owner.query(
    `insert into person (id, first_name, last_name)
     select gen_random_uuid(), 'Mia', 'Muster-' || n from generate_series(1, ${organizations * people}) n`,
  );
  await owner.query(
    `insert into membership (organization_id, id, person_id, username, role, status, first_name, last_name)
     select o.organization_id, gen_random_uuid(), p.id, 'mia_' || p.n, 'viewer',
       case when p.n % 10 = 0 then 'pending' else 'active' end, 'Mia', p.last_name
     from (select organization_id, row_number() over () - 1 as k from organization) o
     join (select id, last_name, row_number() over () - 1 as n from person) p on p.n / ${people} = o.k`,
  );
  await owner.query(
    `insert into invitation (organization_id, id, membership_id, invited_by, expires_at)
     select organization_id, gen_random_uuid(), id, person_id, now() from membership where status = 'pending'`,
  );
  await owner.query("analyze");
  await owner.end();
  platform = new pg.Client({ connectionString: database.urls.platform });
  await platform.connect();
});
afterAll(async () => {
  await platform.end();
  await database.drop();
});

/** Returns the statement as it would be sent. */
async function statementOf(limit: number): Promise<CompiledQuery> {
  const sentQueries: CompiledQuery[] = [];
  class RecordingDriver extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async (query: CompiledQuery) => {
          sentQueries.push(query);
          return { rows: [] };
        },
        streamQuery(): never {
          throw new Error("nothing is streamed");
        },
      };
    }
  }
  const recordingDb = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const after = "00000000-0000-0000-0000-000000000000";
  await measureOrganizations({ reads: recordingDb } as never, { after, limit, now: new Date() });
  const [statement] = sentQueries;
  if (statement === undefined) throw new Error("nothing was sent");
  return statement;
}

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it("see R2.4-11 a batch reads only its own members, people and invitations, by index", async () => {
  const { sql, parameters } = await statementOf(5);
  const { rows } = await platform.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${sql}`,
    [...parameters],
  );
  const [plan] = rows;
  const tables = nodesOf(plan?.["QUERY PLAN"][0].Plan as Plan).filter((node) => node["Relation Name"]);
  const rowsRead = Object.fromEntries(
    tables.map((node) => [
      node["Relation Name"],
      [node["Node Type"] !== "Seq Scan", Math.round(node["Actual Rows"] * node["Actual Loops"])],
    ]),
  );
  expect(rowsRead).toMatchObject({
    membership: [true, 5 * people],
    person: [true, 5 * people * 0.9],
    invitation: [true, 5 * people * 0.1],
  });
});
