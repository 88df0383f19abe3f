import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  queryRows,
} from "../../../../test/factories.ts";
import { createKillKit, type KillKit } from "../../../../test/kills/kill-kit.ts";
import { makeFullOrganization } from "../../../../test/tenant-export/full-organization.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { verifyChain } from "../../../platform/audit/audit-verifier.ts";

const erasureLock = 4204;
/** Members of the organization, one of whom also works elsewhere. */
const members = 154;
/** Tables in whose second batch the other process is killed, and the end, with the numbers of rows erased by then. */
const places = {
  ai_usage_event: { ai_usage_event: 500 },
  membership: { ai_usage_event: 2500, membership: 100 },
  organization: { ai_usage_event: 2500, membership: members, person: members - 1 },
};

let testApp: TestApp;
let kit: KillKit;
beforeAll(async () => {
  testApp = await createTestApp();
  kit = await createKillKit(testApp);
  // The other process waits in a transaction of the erasure, after its change.
  await kit.owner.query(`
    create function hold_erasure() returns trigger language plpgsql security definer as $$ begin
      if is_other()
        and (tg_table_name = 'organization' or exists (select from organization_erasure where counts ? tg_table_name))
      then perform pg_advisory_xact_lock(${erasureLock}); end if;
      return null; end $$`);
}, 120_000);
afterAll(async () => {
  await kit.stop();
  await testApp.stop();
});

/** Counts the rows of an organization by table, where it has any. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const tables = await queryRows<{ name: string }>(
    testApp,
    `select table_name as name from information_schema.columns join information_schema.tables using (table_name)
     where column_name = 'organization_id' and table_type = 'BASE TABLE' and columns.table_schema = 'public'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await queryRows<{ n: number }>(
      testApp,
      `select count(*)::int as n from ${name} where organization_id = $1`,
      [organizationId],
    );
    if (row !== undefined && row.n > 0) counts[name] = row.n;
  }
  return counts;
}

async function progressOf(organizationId: string): Promise<Record<string, number>> {
  const [row] = await queryRows<{ counts: Record<string, number> }>(
    testApp,
    "select counts from organization_erasure where organization_id = $1",
    [organizationId],
  );
  return row?.counts ?? {};
}

/** Adds members with an account each. */
async function addMembers(organizationId: string, count: number): Promise<void> {
  await kit.owner.query(
    `with added as (
       insert into person (id, first_name, last_name)
       select gen_random_uuid(), 'Mia', 'Muster-Viele' from generate_series(1, $2::int)
       returning id, first_name, last_name)
     insert into membership (organization_id, id, person_id, role, status, first_name, last_name)
     select $1, gen_random_uuid(), id, 'viewer', 'active', first_name, last_name from added`,
    [organizationId, count],
  );
}

/** Starts the portal as another process, and kills it while it erases at a place. */
async function killAt(place: string, duringErasure: () => Promise<void>): Promise<void> {
  await queryRows(testApp, "delete from scheduled_job where name = 'organization-erasure'");
  const event = place === "organization" ? "update of erased_at" : "delete";
  await kit.owner.query(
    `create trigger hold_erasure after ${event} on ${place} for each statement execute function hold_erasure()`,
  );
  await kit.hold(erasureLock);
  const { child } = await kit.start();
  await kit.waiters(erasureLock, 1);
  await duringErasure();
  await kit.kill(child);
  await kit.release(erasureLock);
  await kit.waiters(erasureLock, 0);
  await kit.owner.query(`drop trigger hold_erasure on ${place}`);
}

it(
  "R0-107 an erasure killed in any batch has counted the erased rows, and another process erases the rest",
  { timeout: 180_000 },
  async () => {
    const { id, owner: administrator } = await makeFullOrganization(testApp);
    await addMembers(id, 150);
    const otherOrganization = await makeOrganization(testApp);
    const neighbor = await makeMember(testApp, otherOrganization.id, "org_admin");
    await joinOrganization(testApp, otherOrganization.id, administrator.personId, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(neighbor);
    await queryRows(
      testApp,
      "update organization set status = 'deleted', deleted_at = now() - interval '31 days' where organization_id = $1",
      [id],
    );
    const before = await rowsOf(id);
    const otherRows = await rowsOf(otherOrganization.id);
    const names = () =>
      queryRows(testApp, "select from audit_name where organization_id = $1 and display is not null", [id]);
    expect((await names()).length).toBeGreaterThan(0);

    expect(before["membership"]).toBe(members);

    for (const [place, erased] of Object.entries(places)) {
      await killAt(place, async () => {
        // The open transaction does not block another organization.
        const params = { id: otherOrganization.id };
        const update = await client.call(updateOrganization, { params, body: { name: `Neben ${place}` } });
        expect(update.status).toBe(200);
      });
      const [rows, counts] = [await rowsOf(id), await progressOf(id)];
      const erasedRows = Object.fromEntries(
        Object.entries(before)
          .map(([table, n]) => [table, n - (rows[table] ?? 0)] as const)
          .filter(([table, n]) => n > 0 && table in counts),
      );
      const { person, audit_name: _names, ...counted } = counts;
      expect([place, counted]).toEqual([place, erasedRows]);
      expect(person ?? 0).toBeLessThanOrEqual(counted["membership"] ?? 0);
      expect(counts).toMatchObject(erased);
    }

    const job = testApp.app.jobs.find(({ name }) => name === "organization-erasure");
    await Promise.all([job?.run(new AbortController().signal), job?.run(new AbortController().signal)]);
    expect(Object.keys(await rowsOf(id)).toSorted()).toEqual([
      "audit_chain",
      "audit_entry",
      "audit_name",
      // Final invoices are kept.
      "invoice",
      "invoice_account",
      "invoice_line",
      "invoice_payment",
      "organization",
      "organization_erasure",
      "organization_size",
    ]);
    expect(await names()).toEqual([]);
    expect(await progressOf(id)).toMatchObject(places.organization);
    expect(
      await queryRows(testApp, "select from person where last_name in ('Muster-Viele', 'Ohne-Mail')"),
    ).toEqual([]);
    // The person who also works elsewhere keeps their account, and the other organization all its rows.
    expect(
      await queryRows(testApp, "select last_name from person where id = $1", [administrator.personId]),
    ).toEqual([{ last_name: "Muster-Leitung" }]);
    const { audit_name: _names, ...kept } = otherRows;
    const changes = Object.keys(places).length;
    expect(await rowsOf(otherOrganization.id)).toMatchObject({
      ...kept,
      audit_entry: (kept["audit_entry"] ?? 0) + changes,
    });
    for (const chain of [id, platformChainId]) {
      const erasureEntries = await auditEntries(testApp, chain, "organization.erased");
      expect(erasureEntries.map(({ record }) => record.changes)).toEqual([{ people: [members - 1, 0] }]);
      expect(await verifyChain(testApp.app.platformDb.reads, chain)).toMatchObject({ intact: true });
    }
  },
);
