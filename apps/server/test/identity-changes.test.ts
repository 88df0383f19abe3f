import { auditActions } from "@praxisportal/contract/audit-actions";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteAttempts, queryRows } from "./factories.ts";
import {
  administratorKinds,
  administratorWorld,
  applyChanges,
  selfKinds,
  selfWorld,
  type World,
} from "./identity-callers.ts";
import { administratorCalls, identityActions, provenElsewhere, selfCalls } from "./identity-table.ts";
import { createTestApp, type TestApp } from "./test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const endpointOf = (name: string) => {
  const endpoint = allEndpoints.find((candidate) => candidate.name === name);
  if (endpoint === undefined) throw new Error(`there is no call ${name}`);
  return endpoint;
};

/** Returns all rows that define the identities of an organization and of the subject. */
async function identities({ organizationId, subject }: World): Promise<unknown> {
  const [row] = await queryRows<{ state: unknown }>(
    testApp,
    `select jsonb_build_object(
      'person', (select to_jsonb(p) - 'updated_at' - 'last_login_at' from person p where p.id = $2),
      'members', (select jsonb_agg(jsonb_build_array(m.person_id, m.role, m.permissions, m.status, m.username)
        order by m.person_id) from membership m where m.organization_id = $1),
      'factor', (select to_jsonb(t) - 'last_step' from two_factor t where t.person_id = $2),
      'backup', (select count(*) from backup_code b where b.person_id = $2),
      'passkeys', (select count(*) from passkey k where k.person_id = $2),
      'codes', (select count(*) from recovery_code r where r.person_id = $2),
      'links', (select count(*) from email_change e where e.person_id = $2),
      'tokens', (select count(*) from org_token o where o.person_id = $2)) as state`,
    [organizationId, subject.personId],
  );
  return row?.state;
}

/** Makes the call. A refused call must leave all identities unchanged. */
async function outcomeOf(
  name: string,
  world: World,
  request: { params?: Record<string, string>; body?: unknown },
) {
  const before = await identities(world);
  const response = await world.client.call(endpointOf(name), request);
  if (response.status < 300) return "passes";
  expect(await identities(world)).toEqual(before);
  return response.problem.code;
}

describe("N55 N57 N59 N64 changes of an identity", () => {
  it("each have a row, or another reason why their caller is proven", () => {
    const knownActions = new Set<string>(auditActions);
    expect(identityActions.filter((action) => !knownActions.has(action))).toEqual([]);
    const changing = allEndpoints.filter(
      ({ audit }) => "action" in audit && identityActions.includes(audit.action),
    );
    const rows = [
      ...Object.keys(selfCalls),
      ...Object.keys(administratorCalls),
      ...Object.keys(provenElsewhere),
    ];
    expect(changing.length).toBeGreaterThan(25);
    expect(changing.map(({ name }) => name).filter((name: string) => !rows.includes(name))).toEqual([]);
    expect(rows.filter((name) => !allEndpoints.some((endpoint) => endpoint.name === name))).toEqual([]);
  });

  describe.each(Object.entries(selfCalls))("%s", (name, { request, outcome }) => {
    it.each(selfKinds)("made by the user (%s) has the outcome of its row", async (kind) => {
      const world = await selfWorld(testApp, kind);
      const prepared = await request(world, testApp);
      await applyChanges(testApp, kind, world);
      expect(await outcomeOf(name, world, prepared)).toBe(outcome[kind]);
    });
  });

  describe.each(Object.entries(administratorCalls))("%s", (name, { request, outcome }) => {
    it.each(administratorKinds)("made by an administrator (%s) has the outcome of its row", async (kind) => {
      const world = await administratorWorld(testApp, kind);
      const prepared = await request(world, testApp);
      await applyChanges(testApp, kind, world);
      expect(await outcomeOf(name, world, prepared)).toBe(outcome[kind]);
    });
  });
});
