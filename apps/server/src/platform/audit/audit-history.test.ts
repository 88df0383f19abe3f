import type { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { organizationBuilder } from "../db/builder.ts";
import type { OrganizationDb } from "../db/handles.ts";
import { readHistory } from "./audit-history.queries.ts";

let testApp: TestApp;
let organizationId: string;
const entriesPerOrganization = 3_000;

beforeAll(async () => {
  testApp = await createTestApp();
  const organizations = [];
  for (let index = 0; index < 8; index += 1) organizations.push((await makeOrganization(testApp)).id);
  organizationId = organizations[3] ?? "";
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  // Sign-ins with an occasional new user. Partitions are ranges of ids, and ids that begin with f belong to the last
  // one.
  await owner.query(
    `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
     select organization, n, overlay(gen_random_uuid()::text placing 'f' from 1)::uuid, now() - interval '1 year' + n * interval '1 minute',
       case when n % 500 = 0 then 'user.created' else 'auth.login' end, 'success',
       jsonb_build_object('actor', jsonb_build_object('name', md5(n::text)), 'target', jsonb_build_object('name', md5(n::text))), '', ''
     from unnest($1::uuid[]) organization, generate_series(1, $2::int) n`,
    [organizations, entriesPerOrganization],
  );
  await owner.query(
    `insert into audit_name (organization_id, digest, person_id, salt, display)
     select organization, decode(md5(n::text), 'hex'), gen_random_uuid(), '', 'Name ' || n
     from unnest($1::uuid[]) organization, generate_series(1, $2::int) n`,
    [organizations, entriesPerOrganization],
  );
  await owner.query("analyze audit_entry; analyze audit_name");
  await owner.end();
});
afterAll(() => testApp.stop());

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Returns the plan of the statement as the application's role runs it, under row-level security. */
async function planOf(query: Parameters<typeof readHistory>[1]): Promise<Plan[]> {
  const app = new pg.Client({ connectionString: testApp.urls.app });
  await app.connect();
  const explaining = {
    organizationId,
    async read(build: Parameters<OrganizationDb["read"]>[0]) {
      const { sql, parameters } = (build(organizationBuilder) as { compile(): CompiledQuery }).compile();
      await app.query("begin");
      await app.query("select set_config('app.organization_id', $1, true)", [organizationId]);
      const { rows } = await app.query(`explain (analyze, format json) ${sql}`, [...parameters]);
      await app.query("rollback");
      return rows as never;
    },
  };
  try {
    const rows = await readHistory(explaining as never, query);
    const [{ Plan: plan }] = (rows[0] as unknown as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"];
    return nodesOf(plan);
  } finally {
    await app.end();
  }
}

describe("reading an organization's history", () => {
  it.each([undefined, { side: "older", seq: "2500" }, { side: "newer", seq: "500" }] as const)(
    "see R9-33 uses only indexes and skips the entries in between, from %o",
    async (cursor) => {
      const plan = await planOf({
        actions: ["user.created", "user.updated", "user.deleted"],
        outcomes: ["success"],
        keeps: 100,
        limit: 3,
        cursor,
      });
      const tables = plan.filter((node) => node["Relation Name"] !== undefined);
      expect(tables.map((node) => node["Relation Name"])).toEqual(
        expect.arrayContaining([expect.stringMatching(/^audit_entry_/), "audit_name"]),
      );
      // The planner may read an empty partition in any way.
      const filled = tables.filter(
        (node) => node["Actual Rows"] > 0 || (node["Rows Removed by Filter"] ?? 0) > 0,
      );
      expect(filled.filter((node) => !node["Node Type"].startsWith("Index"))).toEqual([]);
      // The query needs six of 3,000 entries and must not read the sign-ins between them.
      for (const node of tables) expect(node["Actual Rows"]).toBeLessThanOrEqual(6);
    },
  );

  it("see R9-33 returns the same page by the application's own statement", async () => {
    const db = testApp.app.identityDb.organization(organizationId);
    const page = await readHistory(db, {
      actions: ["user.created"],
      outcomes: ["success"],
      keeps: 4,
      limit: 2,
      cursor: { side: "older", seq: "3000" },
    });
    expect(page.map(({ seq, position, total, actor_name }) => [seq, position, total, actor_name])).toEqual([
      ["2500", 2, 4, "Name 2500"],
      ["2000", 3, 4, "Name 2000"],
    ]);
  });
});
