import * as endpoints from "@praxisportal/contract/audit/audit.endpoints";
import type { AuditListQuery } from "@praxisportal/contract/audit/audit.schema";
import { deleteUser, setUserRole, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { listWorkstations } from "@praxisportal/contract/workstations/workstations.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  sampleEventIds,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

type Query = Partial<AuditListQuery>;

async function setUpOrganization() {
  const { id } = await makeOrganization(testApp);
  const admin = await makeMember(testApp, id, "org_admin", { firstName: "Ina", lastName: "Leitung" });
  const colleague = await makeMember(testApp, id, "viewer", { firstName: "Per", lastName: "Probe_Übel" });
  const client = new TestClient(testApp);
  await client.signIn(admin);
  const list = async (query: Query) =>
    (await client.call(endpoints.listAudit, { params: { id }, query: query as never })).result;
  const seqs = async (query: Query) => (await list(query)).data.map(({ seq }) => seq);
  return { id, admin, colleague, client, list, seqs };
}

async function write(organizationId: string, draft: Partial<AuditDraft>): Promise<void> {
  await testApp.app.identityDb.write(async (tx) => {
    const ids = sampleEventIds(organizationId);
    tx.record({ organizationId, action: "user.updated", actor: { type: "system", id: null }, ids, ...draft });
  });
}

describe("searching the audit log", () => {
  it("see R2.4-49 R7n-21 finds entries by the names of both parties, accounts, objects and actions", async () => {
    const { id, admin, colleague, client, list, seqs } = await setUpOrganization();
    const params = { id: colleague.personId };
    await client.call(updateUser, { params, body: { organizationData: { department: "Labor" } } });
    await client.call(setUserRole, { params, body: { type: "editor" } });
    await write(id, {
      action: "workstation.updated",
      target: { type: "workstation", id: crypto.randomUUID(), display: "Empfang links" },
    });
    await write(id, { action: "auth.login", actor: { type: "user", id: colleague.personId } });
    expect(await seqs({ search: "leitung" })).toEqual([3, 2, 1]);
    expect(await seqs({ search: " LEIT  Ina " })).toEqual([3, 2, 1]);
    expect(await seqs({ search: "übel" })).toEqual([5, 3, 2]);
    expect(await seqs({ search: "Ina Probe" })).toEqual([]);
    expect(await seqs({ search: "links" })).toEqual([4]);
    expect(await seqs({ search: colleague.username ?? "" })).toEqual([5, 3, 2]);
    // An entry is listed once even if both of its people match.
    expect(await seqs({ search: "i" })).toEqual([5, 4, 3, 2, 1]);
    expect((await list({ search: "i" })).pagination.totalEstimate).toBe(5);
    // A wildcard is a character like any other.
    expect(await seqs({ search: "probe_" })).toEqual([5, 3, 2]);
    expect(await seqs({ search: "%" })).toEqual([]);
    expect(await seqs({ search: "  " })).toEqual([5, 4, 3, 2, 1]);

    expect(await seqs({ search: "Rolle", searchActions: "user.role_changed" })).toEqual([3]);
    expect(await seqs({ search: "links", searchActions: "user.role_changed,auth.login" })).toEqual([
      5, 4, 3, 1,
    ]);
    expect(await seqs({ searchActions: "user.role_changed" })).toEqual([5, 4, 3, 2, 1]);

    expect(await seqs({ search: "probe", action: "user.*" })).toEqual([3, 2]);
    expect(await seqs({ search: "probe", actor: admin.personId })).toEqual([3, 2]);
    expect(await seqs({ search: "probe", person: colleague.personId, action: "auth.*" })).toEqual([5]);
    expect(await seqs({ search: "leitung", targetType: "user" })).toEqual([3, 2]);
    expect(await seqs({ search: "leitung", outcome: "failed" })).toEqual([]);
    expect(await seqs({ search: "leitung", to: "2020-12-31" })).toEqual([]);
    for (const query of [
      { search: "x".repeat(101) },
      { search: "x", searchActions: "user.other" },
      { search: "x", searchActions: Array.from({ length: 81 }, () => "auth.login").join(",") },
    ])
      expect((await client.call(endpoints.listAudit, { params: { id }, query })).status).toBe(400);
  });

  it("see R2.4-49 the pages of a search contain each entry once in both directions", async () => {
    const { id, colleague, seqs, list } = await setUpOrganization();
    for (let index = 0; index < 30; index += 1) {
      const party = { type: "user", id: colleague.personId } as const;
      await write(id, index % 3 === 0 ? { actor: party, target: party } : { target: party });
    }
    const query = { search: "probe", searchActions: "auth.login", limit: 7 };
    const pages: number[][] = [];
    let cursor: string | undefined;
    let back: string | null = null;
    do {
      const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.data.map(({ seq }) => seq));
      expect(page.pagination.totalEstimate).toBe(31);
      back = page.pagination.prevCursor;
      cursor = page.pagination.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages.flat()).toEqual(Array.from({ length: 31 }, (_unused, index) => 31 - index));
    expect(await seqs({ ...query, cursor: back ?? "" })).toEqual(pages.at(-2));
  });

  it("see R2.4-49 finds the entries of more than 500 people", async () => {
    const { id, colleague, seqs } = await setUpOrganization();
    await write(id, { target: { type: "user", id: colleague.personId } });
    await queryRows(
      testApp,
      `insert into audit_name (organization_id, digest, person_id, salt, display)
       select $1, decode(md5(n::text), 'hex'), gen_random_uuid(), '', 'Probe ' || n
       from generate_series(1, 501) as numbers (n)`,
      [id],
    );
    expect(await seqs({ search: "probe" })).toEqual([2]);
    expect(await seqs({ search: "probe", searchActions: "auth.login" })).toEqual([2, 1]);
  });

  it("see R2.4-49 finds applications and workstations whose entries were stored without a name", async () => {
    const { id, admin, client, seqs } = await setUpOrganization();
    const { pair } = await makeApplication(testApp, { ...admin, organizationId: id });
    await write(id, { action: "token.revoked", target: { type: "token", id: pair.tokenId } });
    expect(await seqs({ search: "kasse am", action: "token.revoked" })).toEqual([3]);
    await new TestClient(testApp, "browser").signIn(admin);
    const [workstation] = (await client.call(listWorkstations, { params: { id } })).result.data;
    await queryRows(testApp, "update workstation set label = 'Empfang rechts' where id = $1", [
      workstation?.id,
    ]);
    const target = { type: "workstation", id: workstation?.id ?? "" } as const;
    await write(id, { action: "workstation.updated", target });
    expect(await seqs({ search: "rechts" })).toEqual([5]);
  });

  it("see R2.4-49 the export contains what the search finds", async () => {
    const { id, client, colleague } = await setUpOrganization();
    await write(id, { target: { type: "user", id: colleague.personId } });
    const response = await client.fetch(`/api/tenant/organizations/${id}/audit/export?search=probe`);
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("Per Probe_Übel");
  });

  it("finds neither addresses behind usernames, nor erased names, nor entries of other organizations", async () => {
    const { id, colleague, client, seqs } = await setUpOrganization();
    const otherSetup = await setUpOrganization();
    await write(id, { target: { type: "user", id: colleague.personId } });
    expect(colleague.email).toBeTruthy();
    expect(colleague.username).toBeTruthy();
    expect(await seqs({ search: colleague.email?.slice(0, 12) ?? "" })).toEqual([]);
    expect(await otherSetup.seqs({ search: colleague.username ?? "" })).toEqual([]);
    expect(await seqs({ search: "probe" })).toEqual([2]);
    await client.call(deleteUser, { params: { id: colleague.personId } });
    expect(await seqs({ search: "probe" })).toEqual([]);
  });

  it("finds operators, organizations and actions in the platform's log", async () => {
    const operator = await makePlatformAccount(testApp, "super_admin");
    const client = new TestClient(testApp);
    await client.signIn(operator);
    const { id } = await makeOrganization(testApp, { name: "Praxis Dr. Suchmuster" });
    await write("00000000-0000-0000-0000-000000000000", {
      action: "organization.updated",
      target: { type: "organization", id },
    });
    const search = async (query: Query) =>
      (await client.call(endpoints.listPlatformAudit, { query: query as never })).result.data;
    expect((await search({ search: "suchmuster" })).map(({ target }) => target?.id)).toEqual([id]);
    const ownEntries = await search({ search: operator.email ?? "" });
    expect(ownEntries.length).toBeGreaterThan(0);
    expect(ownEntries.every(({ actor, target }) => [actor.id, target?.id].includes(operator.personId))).toBe(
      true,
    );
    const byAction = await search({ search: "qqq", searchActions: "organization.updated" });
    expect(byAction.every(({ action }) => action === "organization.updated")).toBe(true);
    expect(byAction.length).toBeGreaterThan(0);
  });
});
