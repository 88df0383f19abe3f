import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { insertDraft } from "../../../test/invoices/final-invoice.ts";
import { insertDebitFile } from "../../../test/payments/debit-file.ts";
import { insertDebitInvoice } from "../../../test/payments/debit-invoice.ts";
import { createTestApp, createTestDatabase, type TestApp } from "../../../test/test-app.ts";
import { platformChainId } from "../audit/audit-record.ts";
import { roleFault } from "./connect.ts";
import { Database } from "./database.ts";
import { globalTables } from "./global-tables.ts";
import { applyTenantPolicies, tenantPolicyFaults } from "./policies.ts";

type Table = { name: string; columns: string[] };

let testApp: TestApp;
let owner: pg.Client;
let app: pg.Client;
let tables: Table[];
let organizationA: string;
let organizationB: string;

/** Creates an organization with rows in every tenant table. */
async function populate(): Promise<string> {
  const { id } = await makeOrganization(testApp);
  const { personId } = await makeMember(testApp, id, "org_admin");
  await testApp.app.platformDb.write(async (tx) => {
    tx.record({
      organizationId: id,
      action: "user.created",
      actor: { type: "user", id: personId, display: "Mia Muster-Probe" },
      personId,
    });
  });
  await queryRows(
    testApp,
    `insert into invitation (organization_id, id, membership_id, invited_by, expires_at)
     select organization_id, gen_random_uuid(), id, person_id, now() from membership where organization_id = $1`,
    [id],
  );
  await queryRows(
    testApp,
    `with made as (insert into device (id, kind) values (gen_random_uuid(), 'browser') returning id)
     insert into workstation (organization_id, id) select $1, id from made`,
    [id],
  );
  await queryRows(
    testApp,
    "insert into onboarding_template (organization_id, key, role, items, updated_at) values ($1, 'trainee', 'viewer', '[]', now())",
    [id],
  );
  await queryRows(
    testApp,
    `insert into org_token (organization_id, id, person_id, membership_id, application_id, application_name,
       application_type, scopes, access_expires_at, refresh_expires_at)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'kasse', 'Kasse', 'desktop', '{read}', now(), now())`,
    [id, personId],
  );
  await queryRows(testApp, "insert into department values ($1, gen_random_uuid(), 'Labor')", [id]);
  await queryRows(
    testApp,
    "insert into site (organization_id, id, name) values ($1, gen_random_uuid(), 'Nord')",
    [id],
  );
  await queryRows(
    testApp,
    `insert into transfer (organization_id, id, person_id, direction, other_organization, role_before, role_after,
       performed_by, performed_at)
     values ($1, gen_random_uuid(), $2, 'in', gen_random_uuid(), 'viewer', 'viewer', $2, now())`,
    [id, personId],
  );
  await queryRows(
    testApp,
    `insert into staff_change (organization_id, id, kind, membership_id, person_id, state, takes_effect_at, created_by,
       created_at)
     select organization_id, id, 'offboarding', id, person_id, 'planned', now(), person_id, now()
     from membership where organization_id = $1 limit 1`,
    [id],
  );
  await owner.query(
    `insert into evidence_folder (organization_id, id, years, language, requested_by, requested_at)
     values ($1, gen_random_uuid(), 1, 'de', $2, now())`,
    [id, personId],
  );
  await queryRows(testApp, "insert into weekly_digest values ($1, $2, '2026-11-23')", [id, personId]);
  await queryRows(
    testApp,
    `with plan as (insert into rights_review_plan (organization_id) values ($1)),
     review as (
       insert into rights_review (organization_id, id, started_by, started_at)
       values ($1, gen_random_uuid(), $2, now()) returning organization_id, id)
     insert into rights_review_decision (organization_id, review_id, person_id, decision, reason, role, permissions,
       decided_by, decided_at)
     select organization_id, id, $2, 'keep', 'Braucht sie', 'viewer', '{}', $2, now() from review`,
    [id, personId],
  );
  await queryRows(
    testApp,
    `insert into staff_check select organization_id, id, 'keys', person_id, now() from staff_change
     where organization_id = $1`,
    [id],
  );
  await queryRows(testApp, "insert into security_check values ($1, now(), 50, '[]')", [id]);
  await queryRows(
    testApp,
    `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
     values ($1, gen_random_uuid(), 'logo', 'image/png', 1, '\\x00')`,
    [id],
  );
  await queryRows(testApp, "insert into provisioning (organization_id) values ($1)", [id]);
  await queryRows(testApp, "insert into organization_erasure values ($1, now())", [id]);
  await queryRows(testApp, "insert into audit_checkpoint values ($1, 0, '', now(), '')", [id]);
  await queryRows(testApp, "insert into limit_alert values ($1, 'max_users', 80, now())", [id]);
  await queryRows(testApp, "insert into cloud_sync (organization_id) values ($1)", [id]);
  await queryRows(
    testApp,
    `insert into emergency_code (organization_id, label, code_hash, created_by, created_at)
     values ($1, 'K7QX', '-', gen_random_uuid(), now())`,
    [id],
  );
  await queryRows(
    testApp,
    "insert into planned_plan (organization_id, plan, term, starts_on) values ($1, 'basic', 'month', '2099-01-01')",
    [id],
  );
  await populateAi(id, personId);
  await populateWebhooks(id);
  await populateInvoices(id);
  return id;
}

/** Adds a webhook with a secret and with a delivery that has one attempt. */
async function populateWebhooks(id: string): Promise<void> {
  const statements = [
    `insert into webhook (organization_id, id, name, url, event_types, api_version)
     values ($1, gen_random_uuid(), 'Labor', 'https://labor.example.org/', '{}', '2026-11-01')`,
    `insert into webhook_secret (organization_id, webhook_id, id, secret)
     select organization_id, id, gen_random_uuid(), '\\x00' from webhook where organization_id = $1`,
    `insert into webhook_delivery (organization_id, id, webhook_id, event_id, event_type, sequence, ids, occurred_at, state)
     select organization_id, gen_random_uuid(), id, gen_random_uuid(), 'site.created', 1, '{}', now(), 'failed'
     from webhook where organization_id = $1`,
    `insert into webhook_attempt (organization_id, delivery_id, number, started_at, duration_ms, trigger)
     select organization_id, id, 1, now(), 1, 'schedule' from webhook_delivery where organization_id = $1`,
  ];
  for (const text of statements) await queryRows(testApp, text, [id]);
}

/** Adds a draft with a line, and a final invoice that was collected and paid. */
async function populateInvoices(id: string): Promise<void> {
  const draft = await insertDraft(testApp, id);
  await queryRows(
    testApp,
    `insert into invoice_line (organization_id, invoice_id, position, kind, from_day, until_day, cents)
     values ($1, $2, 1, 'plan', '2026-11-01', '2026-12-01', 0)`,
    [id, draft],
  );
  const invoice = await insertDebitInvoice(testApp, id);
  const statements = [
    "insert into invoice_account (organization_id, invoice_id) values ($1, $2)",
    `insert into invoice_payment (organization_id, invoice_id, id, booked_on, amount_cents, source)
     values ($1, $2, gen_random_uuid(), '2026-11-20', 100, 'manual')`,
  ];
  for (const text of statements) await queryRows(testApp, text, [id, invoice.id]);
  await queryRows(testApp, "insert into direct_debit values ($1, $2, $3, 100, '2026-11-20')", [
    id,
    invoice.id,
    await insertDebitFile(testApp),
  ]);
}

/** Adds an open call, one settled at 100 percent of the limit, and the settings of organization and person. */
async function populateAi(id: string, personId: string): Promise<void> {
  const statements = [
    `insert into ai_provider (key, name, wire, enabled) values ('probe', 'Probe', 'openai', true)
     on conflict do nothing`,
    "insert into ai_policy (organization_id, limit_tokens) values ($1, 20)",
    "insert into ai_approval (organization_id, provider_key, approved) values ($1, 'probe', true)",
    "insert into ai_person_limit (organization_id, person_id) values ($1, $2)",
    `insert into ai_instruction_confirmation (organization_id, person_id, version, confirmed_at)
     values ($1, $2, 1, now())`,
    `insert into ai_template (organization_id, id, person_id, name, text)
     values ($1, gen_random_uuid(), $2, 'Kurzbrief', 'Fasse zusammen:')`,
    `select ai_reserve($1, json_agg(json_build_object('id', id, 'person_id', $2::uuid, 'provider_key', 'probe',
       'model', 'probe-1', 'kind', 'chat', 'period', '2026-11-01', 'hold_tokens', 10, 'hold_micro', 0,
       'input_tokens', 0, 'audio_seconds', 0, 'currency', 'EUR')), '1 hour')
     from (values (gen_random_uuid()), (gen_random_uuid())) as calls (id)`,
    `select ai_settle($1, (select json_agg(json_build_object('id', id, 'outcome', 'done', 'local_day', '2026-11-21',
       'budget_tokens', 20, 'input_tokens', 0, 'output_tokens', 20, 'cached_tokens', 0, 'reasoning_tokens', 0,
       'audio_seconds', 0, 'cost_micro', 0, 'is_estimated', false))
     from (select id from ai_call where organization_id = $1 limit 1) as one))`,
  ];
  for (const text of statements) {
    const values = [id, personId].slice(0, text.includes("$2") ? 2 : text.includes("$1") ? 1 : 0);
    await queryRows(testApp, text, values);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

beforeAll(async () => {
  testApp = await createTestApp();
  owner = await connect(testApp.urls.owner);
  organizationA = await populate();
  organizationB = await populate();
  app = await connect(testApp.urls.app);
  const { rows } = await owner.query<Table>(
    `
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relname <> all($1)
    group by c.relname
    having bool_or(a.attname = 'organization_id')
    order by c.relname`,
    [globalTables],
  );
  tables = rows;
});
afterAll(async () => {
  await owner.end();
  await app.end();
  await testApp.stop();
});

/** Runs one statement as portal_app in its own transaction and rolls back. */
async function asApp(bound: string | undefined, text: string, values: unknown[] = []) {
  await app.query("begin");
  try {
    if (bound !== undefined) await app.query("select set_config('app.organization_id', $1, true)", [bound]);
    const { rowCount, rows } = await app.query<Record<string, unknown>>(text, values);
    return { rowCount: rowCount ?? 0, rows, code: undefined };
  } catch (error) {
    return { rowCount: 0, rows: [], code: (error as { code?: string }).code };
  } finally {
    await app.query("rollback");
  }
}

const insufficientPrivilege = "42501";

describe("row-level security of every tenant table", () => {
  it("see R1-01 is tested with rows of both organizations in every tenant table", async () => {
    expect(tables.map((table) => table.name)).toEqual(
      expect.arrayContaining(["organization", "membership", "audit_entry", "audit_chain", "audit_name"]),
    );
    for (const { name } of tables) {
      for (const organization of [organizationA, organizationB]) {
        const { rowCount } = await owner.query(`select from "${name}" where organization_id = $1`, [
          organization,
        ]);
        expect(rowCount, `${name} has no row of the organization: fill it in populate()`).toBeGreaterThan(0);
      }
    }
  });

  it("see R1-01 allows no read, insert or change without a bound organization", async () => {
    for (const { name, columns } of tables) {
      const list = columns.map((column) => `"${column}"`).join(", ");
      for (const bound of [undefined, ""]) {
        expect((await asApp(bound, `select from "${name}"`)).rowCount, `select ${name}`).toBe(0);
        const update = await asApp(bound, `update "${name}" set organization_id = organization_id`);
        expect(update.rowCount, `update ${name}`).toBe(0);
        const removal = await asApp(bound, `delete from "${name}"`);
        expect(removal.rowCount, `delete ${name}`).toBe(0);
        const row = await rowOf(name, organizationA);
        const insert = await asApp(
          bound,
          `insert into "${name}" (${list}) select ${list} from jsonb_populate_record(null::"${name}", $1)`,
          [row],
        );
        expect(insert.code, `insert ${name}`).toBe(insufficientPrivilege);
      }
    }
  });

  it("see R1-01 keeps a request of one organization from the rows of another", async () => {
    for (const { name, columns } of tables) {
      const list = columns.map((column) => `"${column}"`).join(", ");
      const ownRows = await asApp(organizationA, `select organization_id from "${name}"`);
      expect(ownRows.rowCount, name).toBeGreaterThan(0);
      expect(
        ownRows.rows.every((row) => row["organization_id"] === organizationA),
        name,
      ).toBe(true);
      for (const text of [
        `select from "${name}" where organization_id = $1`,
        `update "${name}" set organization_id = organization_id where organization_id = $1`,
        `delete from "${name}" where organization_id = $1`,
      ]) {
        expect((await asApp(organizationA, text, [organizationB])).rowCount, text).toBe(0);
      }
      const row = await rowOf(name, organizationB);
      const insert = await asApp(
        organizationA,
        `insert into "${name}" (${list}) select ${list} from jsonb_populate_record(null::"${name}", $1)`,
        [row],
      );
      // The row is a copy of an existing one, so without the policy this would be a unique violation.
      expect(insert.code, `insert ${name}`).toBe(insufficientPrivilege);
      const move = await asApp(
        organizationA,
        `update "${name}" set organization_id = $1 where organization_id = $2`,
        [organizationB, organizationA],
      );
      expect(move.code, `move ${name}`).toBe(insufficientPrivilege);
    }
  });

  async function rowOf(table: string, organization: string): Promise<string> {
    const { rows } = await owner.query<{ row: unknown }>(
      `select to_jsonb(t) as row from "${table}" t where organization_id = $1 limit 1`,
      [organization],
    );
    return JSON.stringify(rows[0]?.row);
  }

  it("see R1-01 rejects a bound value that is not the id of an organization", async () => {
    for (const { name } of tables) {
      expect((await asApp("' or true --", `select from "${name}"`)).rowCount, name).toBe(0);
      expect((await asApp(platformChainId, `select from "${name}"`)).rowCount, name).toBe(0);
    }
  });
});

describe("rights of the database roles", () => {
  it("see R7n-22 do not let the application change, delete or truncate audit entries or their names", async () => {
    for (const table of ["audit_entry", "audit_name"]) {
      for (const text of [
        `update ${table} set organization_id = organization_id`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        expect((await asApp(organizationA, text)).code, text).toBe(insufficientPrivilege);
      }
    }
    expect((await asApp(organizationA, "delete from audit_chain")).code).toBe(insufficientPrivilege);
  });

  it("see R7n-22 do not let the platform role change audit entries either", async () => {
    const platform = await connect(testApp.urls.platform);
    for (const text of [
      "update audit_entry set seq = 0",
      "delete from audit_entry",
      "truncate audit_entry",
    ]) {
      await expect(platform.query(text), text).rejects.toMatchObject({ code: insufficientPrivilege });
    }
    await platform.end();
  });

  it("see R1-01 do not let the application read the outbox, change migrations or alter the schema", async () => {
    for (const text of [
      "select from outbox",
      "update outbox set topic = ''",
      "delete from outbox",
      "delete from migration",
      "create table public.mine (id int)",
      "alter table membership disable row level security",
      "drop policy bound_organization on membership",
      "set role portal_owner",
      "set role portal_platform",
      "set role portal_reader",
      "set role portal_search",
      "set session authorization portal_owner",
    ]) {
      expect((await asApp(organizationA, text)).code, text).toBe(insufficientPrivilege);
    }
  });

  it("see R1-01 are limited to those that the portal uses, without truncate, references and trigger", async () => {
    const { rows } = await owner.query(`
      select table_name, grantee, privilege_type from information_schema.role_table_grants
      where table_schema = 'public' and grantee in ('portal_app', 'portal_platform', 'portal_reader', 'portal_search', 'PUBLIC')
        and (privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE') or grantee = 'PUBLIC')`);
    expect(rows).toEqual([]);
  });
});

describe("roles", () => {
  it("see R1-01 the owner is subject to row-level security, and no role is a superuser", async () => {
    const { rows } = await owner.query<{
      rolname: string;
      rolsuper: boolean;
      rolbypassrls: boolean;
      rolcanlogin: boolean;
    }>(
      "select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname like 'portal%' order by 1",
    );
    expect(rows).toEqual(
      ["portal_app", "portal_owner", "portal_platform", "portal_reader", "portal_search"].map((rolname) => ({
        rolname,
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: !["portal_reader", "portal_search"].includes(rolname),
      })),
    );
    // FORCE applies to the owner, so without its policies and those of its roles it sees no rows.
    await owner.query("begin");
    for (const policy of ["owner_all", "reader_all", "search_all"]) {
      await owner.query(`drop policy ${policy} on membership`);
    }
    const { rowCount } = await owner.query("select from membership");
    await owner.query("rollback");
    expect(rowCount).toBe(0);
  });

  async function faultOf(url: string): Promise<string | undefined> {
    const database = new Database({ url, maxConnections: 1, applicationName: "test" });
    try {
      return await roleFault(database, "app");
    } finally {
      await database.close();
    }
  }

  it("see R1-01 a role that bypasses row-level security is refused", async () => {
    expect(await faultOf(testApp.urls.app)).toBeUndefined();
    expect(await faultOf(testApp.urls.owner)).toContain("owns tables");
    expect(await faultOf(testApp.urls.platform)).toContain("sees every organization");
    const admin = new URL(inject("cluster").adminUrl);
    admin.pathname = new URL(testApp.urls.app).pathname;
    expect(await faultOf(admin.href)).toContain("superuser");
  });

  it("see R1-01 a role that may become the owner is refused, even if it does not inherit from it", async () => {
    const adminUrl = new URL(inject("cluster").adminUrl);
    adminUrl.pathname = new URL(testApp.urls.app).pathname;
    const admin = await connect(adminUrl.href);
    const name = `portal_probe_${process.pid}`;
    try {
      await admin.query(`create role ${name} login noinherit password 'probe'`);
      await admin.query(`grant portal_app, portal_owner to ${name}`);
      const url = new URL(testApp.urls.app);
      url.username = name;
      url.password = "probe";
      expect(await faultOf(url.href)).toContain("owns tables");
      await admin.query(`revoke portal_owner from ${name}`);
      await admin.query(`alter role ${name} inherit bypassrls`);
      expect(await faultOf(url.href)).toContain("bypasses");
      await admin.query(`alter role ${name} nobypassrls`);
      await admin.query(`grant portal_app to ${name}`);
      expect(await faultOf(url.href)).toBeUndefined();
    } finally {
      await admin.query(`drop role if exists ${name}`);
      await admin.end();
    }
  });

  it("see R1-01 the platform role is accepted for platform work, but no role above it", async () => {
    const platform = new Database({ url: testApp.urls.platform, maxConnections: 1, applicationName: "test" });
    expect(await roleFault(platform, "platform")).toBeUndefined();
    await platform.close();
    const ownerRole = new Database({ url: testApp.urls.owner, maxConnections: 1, applicationName: "test" });
    expect(await roleFault(ownerRole, "platform")).toContain("owns tables");
    await ownerRole.close();
  });
});

describe("the check of the policies", () => {
  const planted: readonly [title: string, statements: string[], fault: RegExp][] = [
    [
      "a table without row-level security",
      ["create table planted (organization_id uuid not null, note text)"],
      /planted: row-level security is not forced/,
    ],
    [
      "a table without policies",
      [
        "create table planted (organization_id uuid not null)",
        "alter table planted enable row level security, force row level security",
      ],
      /planted: policies/,
    ],
    [
      "a nullable organization_id",
      ["alter table audit_name drop constraint audit_name_pkey, alter organization_id drop not null"],
      /audit_name: organization_id may be null/,
    ],
    [
      "a missing FORCE",
      ["alter table membership no force row level security"],
      /membership: row-level security is not forced/,
    ],
    ["a missing policy", ["drop policy bound_organization on membership"], /membership: policies/],
    [
      "an additional policy that widens access",
      ["create policy more on membership for select to portal_app using (true)"],
      /membership: policies/,
    ],
    [
      "a policy that allows more reads",
      ["alter policy bound_organization on membership using (true)"],
      /membership: policies/,
    ],
    [
      "a policy that allows more writes",
      ["alter policy bound_organization on membership with check (true)"],
      /membership: policies/,
    ],
    [
      "a policy for another role",
      ["alter policy platform_all on membership to portal_platform, portal_app"],
      /membership: policies/,
    ],
    [
      "a view that reads as its owner",
      ["create view planted as select * from membership"],
      /planted: a view reads with the rights of its owner/,
    ],
  ];

  it("see R1-01 finds nothing in a migrated database", async () => {
    expect(await tenantPolicyFaults(owner)).toEqual([]);
  });

  it.each(planted)("see R1-01 finds %s", async (_title, statements, fault) => {
    await owner.query("begin");
    try {
      for (const statement of statements) await owner.query(statement);
      expect((await tenantPolicyFaults(owner)).join("; ")).toMatch(fault);
    } finally {
      await owner.query("rollback");
    }
  });

  it("see R1-01 accepts a new tenant table after its policies are applied", async () => {
    await owner.query("begin");
    try {
      await owner.query("create table planted (organization_id uuid not null)");
      await applyTenantPolicies(owner);
      expect(await tenantPolicyFaults(owner)).toEqual([]);
    } finally {
      await owner.query("rollback");
    }
  });

  it("see R1-01 leaves only the global tables without row-level security", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where a.attname = 'organization_id' and c.relkind = 'r' and not c.relrowsecurity order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(globalTables);
  });

  it("see R1-01 fails on a database without tenant tables", async () => {
    const empty = await createTestDatabase();
    const client = await connect(empty.urls.owner);
    try {
      await client.query("begin");
      await client.query("drop table membership, organization, audit_chain, audit_entry, audit_name cascade");
      const { rows } = await client.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
         where a.attname = 'organization_id' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
      );
      for (const { name } of rows) await client.query(`drop table "${name}" cascade`);
      await expect(tenantPolicyFaults(client)).rejects.toThrow("no tenant table");
    } finally {
      await client.end();
      await empty.drop();
    }
  });
});
