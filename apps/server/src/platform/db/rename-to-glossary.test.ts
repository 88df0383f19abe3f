import { redeemRecoveryCode } from "@praxisportal/contract/password-reset/password-reset.endpoints";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { queryRows } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { rowsOf, type StoredRow, withCurrentNames } from "../../../test/stored-rows.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { roleUrl } from "../../../test/test-cluster.ts";
import { PasswordHasher } from "../crypto/password-hasher.ts";
import { migrate } from "./migrate.ts";
import { tenantPolicyFaults } from "./policies.ts";
import { createRoles } from "./roles.ts";

const [person, organization, device, session, other] = [1, 2, 3, 4, 5].map(
  (number) => `0190a000-0000-7000-8000-00000000000${number}`,
) as [string, string, string, string, string];
const code = "12345678";
const nextRunAt = "2026-11-23T12:00:00+00:00";

/** Fills each table that migration 0030 changes. */
const statements = (codeHash: string) => [
  `insert into person (id, email, email_verified_at, first_name, last_name, password_hash)
   values ('${person}', 'aenne@example.org', now(), 'Änne', 'Muster', 'x')`,
  `insert into organization (organization_id, name, practice_code, country, time_zone, currency, status, status_before)
   values ('${organization}', 'Praxis Alt', 'ALT-2029', 'AT', 'Europe/Vienna', 'EUR', 'active', 'trial')`,
  `insert into membership (organization_id, id, person_id, username, first_name, last_name, role, status)
   values ('${organization}', '${person}', '${person}', 'alt', 'Änne', 'Muster', 'viewer', 'active')`,
  `insert into device (id, kind, parent_retires_at) values ('${device}', 'browser', '2026-11-01')`,
  `insert into session (id, person_id, device_id, absolute_expires_at)
   values ('${session}', '${person}', '${device}', '2030-01-01')`,
  `insert into one_time_token (token_hash, purpose, expires_at, tries) values ('\\x01', 'second_step', '2030-01-01', 2)`,
  `insert into practice_visit (id, session_id, practice_id) values ('${other}', '${session}', '${organization}')`,
  `insert into ai_stream_ticket values ('\\x02', '${session}', '${organization}', '\\x03', '2030-01-01')`,
  `insert into email_change (id, person_id, old_email, practice_id) values ('${other}', '${person}', 'a@b', '${organization}')`,
  `insert into idempotency_key (person_id, key, request_hash, status, practice_id)
   values ('${person}', 'key', '\\x04', 201, '${organization}')`,
  `insert into notification (id, person_id, practice_id, type, kind, messages, created_at)
   values ('${other}', '${person}', '${organization}', 'warning', 'rescueCodeCreated', '{}', now())`,
  `insert into org_token (organization_id, id, person_id, membership_id, application_id, application_name,
     application_type, scopes, parent_retires_at, access_expires_at, refresh_expires_at)
   values ('${organization}', '${other}', '${person}', '${person}', 'kasse', 'Kasse', 'desktop', '{read}',
     '2026-11-01', '2030-01-01', '2030-01-01')`,
  `insert into org_token_secret values ('\\x05', '${organization}', '${other}', 'access', 1, '2030-01-01')`,
  `insert into rescue_code (id, person_id, practice_id, purpose, code_hash, created_by, expires_at, tries)
   values ('${other}', '${person}', '${organization}', 'password', '${codeHash}', '${person}', '2030-01-01', 1)`,
  `insert into ai_alert (organization_id, person_id, period, threshold_percent, told_at)
   values ('${organization}', '${person}', '2026-11-01', 80, '2026-11-02')`,
  `insert into transfer (organization_id, id, person_id, direction, other_organization, role_before, role_after,
     performed_by, performed_at, kept)
   values ('${organization}', '${other}', '${person}', 'out', '${other}', 'viewer', 'viewer', '${person}', now(), '{"a": 1}')`,
  `insert into staff_change (organization_id, id, kind, membership_id, person_id, state, takes_effect_at, hindered_at,
     created_by, created_at)
   values ('${organization}', '${other}', 'leaving', '${person}', '${person}', 'planned', '2030-01-01', '2026-11-02',
     '${person}', now())`,
  `insert into scheduled_job (name, cron, next_run_at)
   select name, '* * * * *', '${nextRunAt}' from unnest('{access-end,ai-lost-calls,staff-leaving}'::text[]) as name`,
  `insert into outbox (id, topic, payload) values ('${other}', 'mail', '${JSON.stringify({
    template: "rescueCodeCreated",
    personId: person,
    actorId: person,
    organizationId: organization,
  })}')`,
];

/** Values that the migration changes, as text in a row. */
const values = {
  '"kind":"leaving"': '"kind":"offboarding"',
  rescueCodeCreated: "recoveryCodeCreated",
  "access-end": "access-expiry",
  "ai-lost-calls": "ai-orphaned-calls",
  "staff-leaving": "offboarding",
};

function toMigrated(stored: StoredRow): StoredRow {
  const text = Object.entries(values).reduce(
    (changed, [before, after]) => changed.replaceAll(before, after),
    JSON.stringify(withCurrentNames(stored)),
  );
  return JSON.parse(text) as StoredRow;
}

let testApp: TestApp;
let before: StoredRow[];
let after: StoredRow[];
let faults: string[];
beforeAll(async () => {
  const { adminUrl, host } = inject("cluster");
  const name = `portal_renamed_${process.pid}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await createRoles(admin, name, { owner: "owner-test", app: "app-test", platform: "platform-test" });
  const urls = {
    owner: roleUrl(host, name, "owner"),
    app: roleUrl(host, name, "app"),
    platform: roleUrl(host, name, "platform"),
  };
  await migrate(urls.owner, 29);
  const owner = new pg.Client({ connectionString: urls.owner });
  await owner.connect();
  for (const statement of statements(await new PasswordHasher().hash(code))) await owner.query(statement);
  before = await rowsOf(owner);
  await migrate(urls.owner, 30);
  after = await rowsOf(owner);
  await migrate(urls.owner, 76);
  await owner.query(
    `insert into evidence_folder (organization_id, id, years, language, requested_by, requested_at, sections)
     values ('${organization}', '${other}', 1, 'de', '${person}', now(), $1)`,
    [JSON.stringify(["rights", "joinings", "leavings"].map((id) => ({ id, total: 2 })))],
  );
  await migrate(urls.owner);
  faults = await tenantPolicyFaults(owner);
  await owner.end();
  const drop = async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  testApp = await createTestApp({}, { urls, drop });
});
afterAll(() => testApp.stop());

it("an upgrade from migration 0029 reads the same rows under the new names", () => {
  const sort = (rows: readonly StoredRow[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  const expected = before.map((stored) => toMigrated(stored));
  expect(new Set(expected.map(({ table }) => table)).size).toBeGreaterThan(20);
  const canonical = (rows: readonly StoredRow[]) =>
    sort(
      rows.map(({ table, row }) => ({
        table,
        row: Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b))),
      })),
    );
  expect(canonical(after)).toEqual(canonical(expected));
  expect(faults).toEqual([]);
});

it("an upgrade removes all names from the schema that the glossary has replaced", async () => {
  const replaced = "(practice|rescue|told|tries|parent|hindered|desk|kept)";
  const oldNames = await queryRows<{ name: string }>(
    testApp,
    `select name from (
       select attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not attisdropped
       union select relname::text from pg_class where relnamespace = 'public'::regnamespace
       union select conname::text from pg_constraint where connamespace = 'public'::regnamespace
       union select tgname::text from pg_trigger where not tgisinternal
       union select proname::text from pg_proc where pronamespace = 'public'::regnamespace
     ) names where name ~ '(^|_)${replaced}(_|$)' and name !~ 'practice_code'`,
  );
  expect(oldNames).toEqual([]);
});

it("an upgrade keeps the schedule of renamed jobs", async () => {
  const jobs = await queryRows<{ name: string; next: Date }>(
    testApp,
    `select name, next_run_at as next from scheduled_job
     where name in ('access-end', 'ai-lost-calls', 'staff-leaving', 'access-expiry', 'ai-orphaned-calls', 'offboarding')
     order by name`,
  );
  expect(jobs).toEqual(
    ["access-expiry", "ai-orphaned-calls", "offboarding"].map((name) => ({
      name,
      next: new Date(nextRunAt),
    })),
  );
});

it("an upgrade renames the statements of an evidence folder", async () => {
  expect(await queryRows(testApp, "select sections from evidence_folder")).toEqual([
    { sections: ["rights", "onboardings", "offboardings"].map((id) => ({ id, total: 2 })) },
  ]);
});

it("a mail queued before an upgrade is sent after it", async () => {
  await expect.poll(() => mailsOf(testApp, "recoveryCodeCreated"), { timeout: 20_000 }).toHaveLength(1);
});

it("a one-time code created before an upgrade sets a new password after it", async () => {
  const body = { name: "alt", organizationId: organization, code, newPassword: "Blaue-Treppe-58" };
  expect((await new TestClient(testApp).call(redeemRecoveryCode, { body })).status).toBe(204);
});
