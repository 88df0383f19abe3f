import * as endpoints from "@praxisportal/contract/audit/audit.endpoints";
import { exportFileName } from "@praxisportal/contract/tenant-export/file-name.rules";
import type { AuditFile, AuditListQuery } from "@praxisportal/contract/audit/audit.schema";
import { deleteUser, setUserRole, updateUser } from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  sampleEventIds,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  unique,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { operatorDay } from "../../platform/clock/operator-day.ts";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

type Query = Partial<AuditListQuery>;

/** Creates an organization with a signed-in administrator and a second member. */
async function setUpOrganization() {
  const { id, name } = await makeOrganization(testApp);
  const admin = await makeMember(testApp, id, "org_admin", { firstName: "Ina", lastName: "Leitung" });
  const colleague = await makeMember(testApp, id, "viewer", { firstName: "Per", lastName: "Probe" });
  const client = new TestClient(testApp);
  await client.signIn(admin);
  const list = async (query: Query = {}) =>
    (await client.call(endpoints.listAudit, { params: { id }, query: query as never })).result;
  return { id, name, admin, colleague, client, list };
}

async function write(organizationId: string, draft: Partial<AuditDraft>): Promise<void> {
  await testApp.app.identityDb.write(async (tx) => {
    const ids = sampleEventIds(organizationId);
    tx.record({ organizationId, action: "user.updated", actor: { type: "system", id: null }, ids, ...draft });
  });
}

/** Runs a statement as the owner of the tables; no other role may change audit entries. */
async function asOwner(text: string, values: readonly unknown[]): Promise<void> {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  try {
    await owner.query(text, [...values]);
  } finally {
    await owner.end();
  }
}

/** Inserts entries of one organization with the given times, oldest first. */
async function writeAt(organizationId: string, times: readonly string[]): Promise<void> {
  await queryRows(
    testApp,
    `with head as (select coalesce(max(seq), 0) as seq from audit_entry where organization_id = $1)
     insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
     select $1, head.seq + n, gen_random_uuid(), at, 'site.updated', 'success',
       jsonb_build_object('actor', jsonb_build_object('type', 'system', 'id', null), 'origin', 'job'), '', ''
     from head, unnest($2::timestamptz[]) with ordinality as times (at, n)`,
    [organizationId, times],
  );
  await queryRows(
    testApp,
    `update audit_chain set head_seq = (select max(seq) from audit_entry where organization_id = $1)
     where organization_id = $1`,
    [organizationId],
  );
}

describe("GET /api/tenant/organizations/{id}/audit", () => {
  it("R7n-21 shows actor, action, target, changes and origin", async () => {
    const { id, admin, colleague, client, list } = await setUpOrganization();
    await client.call(setUserRole, { params: { id: colleague.personId }, body: { type: "editor" } });
    const { data, pagination } = await list({ action: "user.role_changed" });
    expect(data).toMatchObject([
      {
        action: "user.role_changed",
        outcome: "success",
        actor: { type: "user", id: admin.personId, name: "Ina Leitung", role: "org_admin" },
        target: { type: "user", id: colleague.personId, name: "Per Probe" },
        reason: null,
        changes: { role: { before: "viewer", after: "editor" } },
        request: { method: "PUT", route: "/api/v1/users/{id}/role", ip: "127.0.0.1" },
      },
    ]);
    expect(data[0]?.request?.id).toBeTruthy();
    expect(data[0]?.request?.sessionId).toBeTruthy();
    expect(pagination).toEqual({ limit: 20, nextCursor: null, prevCursor: null, totalEstimate: 1 });
    // Newest first: the change before the sign-in. Other organizations have their own logs.
    const page = await list();
    expect(page.data.map(({ seq, action }) => [seq, action])).toEqual([
      [2, "user.role_changed"],
      [1, "auth.login"],
    ]);
    expect(page.pagination.totalEstimate).toBe(2);
    const otherSetup = await setUpOrganization();
    expect((await otherSetup.list()).data.every((entry) => entry.actor.id !== admin.personId)).toBe(true);
    expect((await otherSetup.client.call(endpoints.listAudit, { params: { id } })).status).toBe(404);
  });

  it("R7n-21 is available to administrators and users with the permission", async () => {
    const { id, colleague } = await setUpOrganization();
    const auditor = await makeMember(testApp, id, "auditor", { permissions: ["audit:read"] });
    const statusOf = async (user: { email: string | null }) => {
      const client = new TestClient(testApp);
      await client.signIn(user);
      const calls = [endpoints.listAudit, endpoints.exportAudit, endpoints.verifyAudit];
      const ownParams = { params: { id } };
      const responses = [
        (await client.call(calls[0] as typeof endpoints.listAudit, ownParams)).status,
        (await client.fetch(`/api/tenant/organizations/${id}/audit/export`)).status,
        (await client.call(endpoints.verifyAudit, ownParams)).status,
        (await client.call(endpoints.listPlatformAudit)).status,
        (await client.call(endpoints.verifyPlatformAudit)).status,
      ];
      return responses;
    };
    expect(await statusOf(colleague)).toEqual([403, 403, 403, 403, 403]);
    expect(await statusOf(auditor)).toEqual([200, 200, 200, 403, 403]);
  });

  it("R7n-21 see R2.4-49 filters by person, action, area, object, outcome and days, and all of them together", async () => {
    const { id, admin, colleague, client, list } = await setUpOrganization();
    const params = { id: colleague.personId };
    await client.call(updateUser, { params, body: { organizationData: { department: "Labor" } } });
    await client.call(setUserRole, { params, body: { type: "editor" } });
    await write(id, {
      action: "auth.login",
      outcome: "failed",
      actor: { type: "user", id: colleague.personId },
    });
    await write(id, {
      action: "workstation.updated",
      target: { type: "workstation", id: colleague.personId },
    });
    const seqs = async (query: Query) => (await list(query)).data.map(({ seq }) => seq);
    expect(await seqs({})).toEqual([5, 4, 3, 2, 1]);
    expect(await seqs({ person: colleague.personId })).toEqual([5, 4, 3, 2]);
    expect(await seqs({ person: admin.personId })).toEqual([3, 2, 1]);
    expect(await seqs({ action: "user.updated" })).toEqual([2]);
    expect(await seqs({ action: "user.*" })).toEqual([3, 2]);
    expect(await seqs({ action: "rights" })).toEqual([3]);
    expect(await seqs({ action: "auth.*", person: colleague.personId })).toEqual([4]);
    expect(await seqs({ targetType: "workstation" })).toEqual([5]);
    expect(await seqs({ targetType: "user", person: admin.personId })).toEqual([3, 2]);
    expect(await seqs({ targetId: colleague.personId })).toEqual([5, 3, 2]);
    expect(await seqs({ actor: colleague.personId })).toEqual([4]);
    expect(await seqs({ actor: admin.personId, targetId: colleague.personId })).toEqual([3, 2]);
    expect(await seqs({ actor: admin.personId, action: "user.*" })).toEqual([3, 2]);
    expect(await seqs({ outcome: "failed" })).toEqual([4]);
    expect(await seqs({ outcome: "denied" })).toEqual([]);
    expect(await seqs({ outcome: "success", action: "auth.login" })).toEqual([1]);
    expect(await seqs({ from: "2020-01-01", to: "2020-12-31" })).toEqual([]);
    expect(await seqs({ from: "2020-01-01" })).toEqual([5, 4, 3, 2, 1]);
    expect((await list({ person: colleague.personId })).pagination.totalEstimate).toBe(4);
    for (const query of [
      { action: "user.other" },
      { action: "*" },
      { person: "niemand" },
      { from: "2026-02-30" },
      { outcome: "maybe" },
      { targetType: "file" },
      { cursor: "newer" },
      { limit: 101 },
    ]) {
      const { status } = await client.call(endpoints.listAudit, { params: { id }, query });
      expect([query, status]).toEqual([query, 400]);
    }
  });

  it("see R2.4-49 R7n-21 days are those of the organization, both inclusive", async () => {
    const { id, list } = await setUpOrganization();
    await asOwner("delete from audit_entry where organization_id = $1", [id]);
    // Berlin is two hours ahead of UTC in summer and one hour in winter.
    await writeAt(id, [
      "2026-06-30T21:59:59.999Z",
      "2026-06-30T22:00:00.000Z",
      "2026-07-01T21:59:59.999Z",
      "2026-07-01T22:00:00.000Z",
      "2026-12-31T22:59:59.999Z",
      "2026-12-31T23:00:00.000Z",
    ]);
    const seqs = async (query: Query) => (await list(query)).data.map(({ seq }) => seq);
    expect(await seqs({ from: "2026-07-01", to: "2026-07-01" })).toEqual([3, 2]);
    expect(await seqs({ from: "2026-12-31", to: "2026-12-31" })).toEqual([5]);
    expect(await seqs({ from: "2027-01-01" })).toEqual([6]);
    expect(await seqs({ to: "2026-06-30" })).toEqual([1]);
  });

  it("see R2.4-49 R7n-21 cursors return each entry once in both directions, even for entries of the same instant", async () => {
    const { id, list } = await setUpOrganization();
    const tomorrow = testApp.clock.now().getTime() + 86_400_000;
    const times = Array.from({ length: 60 }, (_unused, index) =>
      new Date(tomorrow + Math.floor(index / 20) * 86_400_000).toISOString(),
    );
    await writeAt(id, times);
    for (const filter of [{}, { action: "site.*" }, { outcome: "success" as const }]) {
      const forward: number[][] = [];
      let cursor: string | undefined;
      let last: string | undefined;
      do {
        const { data, pagination } = await list({ ...filter, limit: 7, ...(cursor ? { cursor } : {}) });
        expect(pagination.prevCursor === null).toBe(forward.length === 0);
        forward.push(data.map(({ seq }) => seq));
        last = pagination.prevCursor ?? undefined;
        cursor = pagination.nextCursor ?? undefined;
      } while (cursor !== undefined);
      const expected = Array.from({ length: forward.flat().length }, (_unused, index) => 61 - index);
      expect(forward.flat()).toEqual(expected);
      expect(expected.length).toBeGreaterThanOrEqual(60);
      const backward: number[][] = [];
      while (last !== undefined) {
        const { data, pagination } = await list({ ...filter, limit: 7, cursor: last });
        backward.unshift(data.map(({ seq }) => seq));
        expect(pagination.nextCursor).not.toBeNull();
        last = pagination.prevCursor ?? undefined;
      }
      expect(backward).toEqual(forward.slice(0, -1));
    }
  });
});

describe("exporting the log", () => {
  it("see R2.4-49 contains every matching entry; spreadsheets open it and interpret nothing as a formula", async () => {
    const { id, name: organizationName, client } = await setUpOrganization();
    const fileName = exportFileName("audit", organizationName, operatorDay(testApp.clock.now()));
    const target = { type: "user", id: (await makeMember(testApp, id, "viewer")).personId } as const;
    for (let index = 0; index < 3; index += 1) {
      await write(id, { target: { ...target, display: '=HYPERLINK("x")' }, reason: "Größe; Änderung" });
    }
    const path = `/api/tenant/organizations/${id}/audit/export`;
    const text = async (query: string) => {
      const response = await client.fetch(path + query, { headers: { "accept-language": "de" } });
      expect(response.headers.get("cache-control")).toContain("no-store");
      const name = `${fileName}.${query.includes("json") ? "json" : "csv"}`;
      expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    };
    const lines = (await text("?action=user.*")).split("\r\n");
    expect(lines[0]).toMatch(/^\u{feff}seq;id;time;action;outcome;actorType;/u);
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain(`;"'=HYPERLINK(""x"")";"Größe; Änderung";`);
    const json = JSON.parse(await text("?format=json&action=user.*")) as AuditFile;
    expect(json.checkpoint).toBe(null);
    expect(json.entries.map(({ seq }) => seq)).toEqual([4, 3, 2]);
    // Both exports are audited.
    const { result } = await client.call(endpoints.listAudit, {
      params: { id },
      query: { action: "audit.exported" },
    });
    expect(result.data.map(({ reason }) => reason)).toEqual(["json", "csv"]);
  });

  it("see R2.4-49 continues beyond one batch", async () => {
    const { id, client } = await setUpOrganization();
    await writeAt(
      id,
      Array.from({ length: 2_500 }, () => "2026-05-05T10:00:00Z"),
    );
    const response = await client.fetch(
      `/api/tenant/organizations/${id}/audit/export?format=json&action=site.updated`,
    );
    const { entries } = (await response.json()) as AuditFile;
    expect(entries.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 2_500 }, (_unused, index) => 2_501 - index),
    );
  });
});

describe("verifying the chain", () => {
  const verify = async (client: TestClient, id: string) =>
    (await client.call(endpoints.verifyAudit, { params: { id } })).result;

  it("R7n-23 reports since when the chain is unaltered, or which entry was altered", async () => {
    const { id, client, list } = await setUpOrganization();
    for (let index = 0; index < 4; index += 1) await write(id, {});
    const { data } = await list();
    const intact = await verify(client, id);
    expect(intact).toMatchObject({ intact: true, entries: 5, since: data.at(-1)?.time, broken: null });
    expect(intact.head).toMatch(/^[0-9a-f]{64}$/);
    // A second verification returns the same head. Another entry changes it.
    expect((await verify(client, id)).head).toBe(intact.head);
    await write(id, {});
    expect((await verify(client, id)).head).not.toBe(intact.head);
    const verifyAfter = async (text: string, values: unknown[] = []) => {
      await asOwner(text, [id, ...values]);
      return verify(client, id);
    };
    const changedText = await verifyAfter(
      `update audit_entry set record = record || '{"reason": "anders"}' where organization_id = $1 and seq = 3`,
    );
    expect(changedText).toMatchObject({ intact: false, entries: 2, broken: { seq: 3, fault: "changed" } });
    expect(changedText.broken?.time).toBe(data.find(({ seq }) => seq === 3)?.time);
    const missingEntry = await verifyAfter("delete from audit_entry where organization_id = $1 and seq = 3");
    expect(missingEntry).toMatchObject({ intact: false, entries: 2, broken: { seq: 3, fault: "missing" } });
    const cut = await verifyAfter("delete from audit_entry where organization_id = $1 and seq > 2");
    expect(cut).toMatchObject({ intact: false, entries: 2, broken: { seq: 3, fault: "end", time: null } });
    const renamedParty = await verifyAfter(
      "update audit_name set display = 'Jemand Anders' where organization_id = $1 and display = 'Ina Leitung'",
    );
    expect(renamedParty).toMatchObject({ intact: false, entries: 0, broken: { seq: 1, fault: "name" } });
  });

  it("see R7n-23 the operator reads, exports and verifies the log of the platform itself", async () => {
    const operator = await makePlatformAccount(testApp, "super_admin");
    const client = new TestClient(testApp);
    await client.signIn({ username: operator.username });
    const { result } = await client.call(endpoints.listPlatformAudit, { query: { action: "auth.login" } });
    expect(result.data[0]).toMatchObject({ action: "auth.login", actor: { id: operator.personId } });
    expect(result.data[0]?.actor.name).toBeTruthy();
    const file = await client.fetch("/api/tenant/audit/export?format=json&action=auth.login");
    expect(((await file.json()) as AuditFile).entries).toHaveLength(result.pagination.totalEstimate);
    const check = (await client.call(endpoints.verifyPlatformAudit)).result;
    expect(check).toMatchObject({ intact: true, broken: null });
    expect(check.entries).toBeGreaterThan(1);
  });
});

describe("erasing a person", () => {
  it("see R7n-23 N30 removes the person's names from the logs of all organizations and keeps every chain valid", async () => {
    const home = await setUpOrganization();
    const elsewhere = await setUpOrganization();
    const name = { firstName: "Amsel", lastName: unique("Vogelsang") };
    const { personId, email } = await makeMember(testApp, home.id, "viewer", name);
    // The member worked elsewhere before and was named there too, including as an actor.
    await joinOrganization(testApp, elsewhere.id, personId, "viewer");
    const memberClient = new TestClient(testApp);
    await memberClient.signIn({ email });
    const actor = { type: "user", id: personId } as const;
    await write(elsewhere.id, { actor });
    await write(home.id, { target: { ...actor, display: "Amsel Früher" } });
    await queryRows(
      testApp,
      "update membership set status = 'removed' where organization_id = $1 and person_id = $2",
      [elsewhere.id, personId],
    );
    const rowsOf = () =>
      queryRows(testApp, "select display from audit_name where person_id = $1", [personId]);
    expect((await rowsOf()).filter(({ display }) => display !== null).length).toBeGreaterThanOrEqual(3);

    expect((await home.client.call(deleteUser, { params: { id: personId } })).status).toBe(204);

    expect((await rowsOf()).filter(({ display }) => display !== null)).toEqual([]);
    for (const { client, id, list } of [home, elsewhere]) {
      const { data } = await list({ person: personId });
      expect(data.length).toBeGreaterThan(0);
      expect(JSON.stringify(data)).not.toMatch(/Amsel|Vogelsang/);
      const { result } = await client.call(endpoints.verifyAudit, { params: { id } });
      expect(result.intact).toBe(true);
    }
    expect((await home.list({ action: "user.deleted" })).data).toMatchObject([
      { actor: { name: "Ina Leitung" }, target: { id: personId, name: null } },
    ]);
    // All other users keep their names.
    expect((await home.list({ person: home.admin.personId })).data[0]?.actor.name).toBe("Ina Leitung");
  });

  it("see R7n-23 no database role of the portal can change a name or an entry", async () => {
    const { id } = await setUpOrganization();
    for (const text of [
      "update audit_name set display = 'x'",
      "update audit_entry set action = 'x'",
      "delete from audit_entry",
      "delete from audit_name",
    ]) {
      await expect(
        testApp.app.identityDb.organization(id).write(async (db) => {
          await db.executeQuery({ sql: text, parameters: [], query: { kind: "RawNode" } } as never);
        }),
      ).rejects.toMatchObject({ code: "42501" });
    }
  });
});
