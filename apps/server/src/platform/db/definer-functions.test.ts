import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeMember, makeOrganization } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { createRoles } from "./roles.ts";

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

type DefinerFunction = { name: string; owner: string; config: string[] | null; granted: string[] };

/** Functions of the tables' owner that create and remove partitions. Only background work may call them. */
const partitionFunctions = [
  "create_history_partitions",
  "remove_expired_audit_entries",
  "remove_expired_usage_events",
];

function ownerOf(name: string): string {
  if (partitionFunctions.includes(name)) return "portal_owner";
  return name === "search_members" ? "portal_search" : "portal_reader";
}

let testApp: TestApp;
let app: pg.Client;
beforeAll(async () => {
  testApp = await createTestApp();
  app = await connectTo(testApp.urls.app);
});
afterAll(async () => {
  await app.end();
  await testApp.stop();
});

describe("functions that read before an organization is bound", () => {
  it("see R1-01 belong to a role that cannot sign in, fix their search path and are executable only by two roles", async () => {
    const { rows } = await app.query<DefinerFunction>(`
      select p.proname as name, pg_get_userbyid(p.proowner)::text as owner, p.proconfig as config,
        (select array_agg(case when a.grantee = 0 then 'PUBLIC' else pg_get_userbyid(a.grantee)::text end order by 1)
          from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a) as granted
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`);
    expect(rows.map((row) => row.name)).toEqual(
      expect.arrayContaining([
        "find_caller",
        "find_login_candidates",
        "find_organization_by_code",
        "search_members",
        "sync_member_rows",
      ]),
    );
    for (const row of rows) {
      const owner = ownerOf(row.name);
      expect(row.owner, row.name).toBe(owner);
      // Without pg_temp at the end, the caller's temporary schema would be searched first.
      expect(row.config?.[0], row.name).toBe("search_path=pg_catalog, public, pg_temp");
      const roles = [
        ...(partitionFunctions.includes(row.name) ? [] : ["portal_app"]),
        "portal_platform",
        owner,
      ];
      expect(
        row.granted.filter((role) => !roles.includes(role)),
        row.name,
      ).toEqual([]);
    }
  });

  it("see R1-01 do not let their owner change anything", async () => {
    const { rows } = await app.query<{ table: string }>(`
      select c.relname as "table" from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (has_table_privilege('portal_reader', c.oid, 'insert')
          or has_table_privilege('portal_reader', c.oid, 'update')
          or has_table_privilege('portal_reader', c.oid, 'delete')
          or has_table_privilege('portal_reader', c.oid, 'truncate'))`);
    expect(rows).toEqual([]);
    const { rows: create } = await app.query<{ allowed: boolean }>(
      "select has_schema_privilege('portal_reader', 'public', 'create') as allowed",
    );
    expect(create).toEqual([{ allowed: false }]);
  });

  it("see R1-01 cannot be tricked by tables in the temporary schema of the caller", async () => {
    const real = await makeOrganization(testApp, { practiceCode: "ECHT-2026", name: "Praxis Echt" });
    const member = await makeMember(testApp, real.id, "viewer", { username: "echt_1" });
    const forged = randomUUID();
    // In test databases every role may create temporary tables. The regular setup also revokes this right.
    await app.query(`
      create temp table organization (like public.organization including defaults);
      create temp table membership (like public.membership including defaults);
      create temp table person (like public.person including defaults);
      grant all on organization, membership, person to public`);
    await app.query(
      `insert into pg_temp.organization (organization_id, name, practice_code, status, country, time_zone, currency)
       values ($1, 'Falsch', 'ECHT-2026', 'active', 'DE', 'Europe/Berlin', 'EUR')`,
      [forged],
    );
    await app.query(
      `insert into pg_temp.person (id, first_name, last_name, email, platform_role)
       values ($1, 'Falsch', 'Falsch', 'falsch@example.org', 'super_admin')`,
      [forged],
    );
    const organizations = await app.query("select * from find_organization_by_code('echt-2026')");
    expect(organizations.rows).toEqual([{ organization_id: real.id, name: "Praxis Echt" }]);
    const candidates = await app.query(
      "select person_id from find_login_candidates('falsch@example.org', 'echt_1', null)",
    );
    expect(candidates.rows).toEqual([{ person_id: member.personId }]);
    await app.query("discard temp");
  });

  it("see R1-01 find_caller returns nothing without a session token", async () => {
    const { rows } = await app.query("select * from find_caller($1, $2)", [
      Buffer.alloc(32, 1),
      Buffer.alloc(32, 2),
    ]);
    expect(rows).toEqual([]);
  });

  it("see R1-01 can be called only by the portal's roles after the setup", async () => {
    const [admin, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => connectTo(inject("cluster").adminUrl)),
    );
    if (admin === undefined) throw new Error("no connection");
    const name = `portal_rights_${process.pid}`;
    const passwords = { owner: "owner-test", app: "app-test", platform: "platform-test" };
    try {
      await createRoles(admin, name, passwords);
      // Later and concurrent runs update existing roles to the same state.
      await Promise.all([admin, ...others].map((client) => createRoles(client, name, passwords)));
      const { rows } = await admin.query(
        `select has_database_privilege('portal_app', $1, 'temp') as temp,
          has_database_privilege('portal_app', $1, 'create') as create,
          has_database_privilege('portal_reader', $1, 'connect') as reader`,
        [name],
      );
      expect(rows).toEqual([{ temp: false, create: false, reader: false }]);
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await Promise.all([admin, ...others].map((client) => client.end()));
    }
  });
});
