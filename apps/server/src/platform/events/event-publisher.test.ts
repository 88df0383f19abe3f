import { removeMember } from "@praxisportal/contract/members/members.endpoints";
import { suspendTenant } from "@praxisportal/contract/tenants/tenants.endpoints";
import { blockUser, resetConnections } from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe, setUserRole } from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
} from "../../../test/factories.ts";
import { type KeptRow, keepOutboxRows } from "../../../test/keep-outbox-rows.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { disableCallerExpiry, warmUpCache } from "../../../test/warm-caller.ts";
import type { DomainEvent } from "./change.ts";
import { eventsTopic } from "./event-row.ts";

let testApp: TestApp;
let owner: pg.Client;
let written: (text: string) => Promise<KeptRow[]>;
beforeAll(async () => {
  testApp = await createTestApp();
  disableCallerExpiry(testApp);
  owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  written = await keepOutboxRows(testApp);
});
afterAll(async () => {
  await owner.end();
  await testApp.stop();
});

const system = { type: "system", id: null } as const;

/** Returns the events of each row that mentions an organization or person, in the order they were written. */
async function rowsAbout(id: string): Promise<DomainEvent[][]> {
  const rows = (await written(id)).filter(({ topic }) => topic === eventsTopic);
  return rows.map(({ payload }) => payload["events"] as DomainEvent[]);
}

describe("a recorded change", () => {
  it("R0-04 writes the audit entry, the event and its sequence number in one transaction", async () => {
    const { id } = await makeOrganization(testApp);
    const record = (shouldFail: boolean) =>
      testApp.app.identityDb.write(async (tx) => {
        tx.record({
          organizationId: id,
          action: "user.unlocked",
          actor: system,
          target: { type: "user", id },
        });
        if (shouldFail) throw new Error("stop");
      });
    await expect(record(true)).rejects.toThrow("stop");
    await record(false);
    const [entry, ...more] = await auditEntries(testApp, id, "user.unlocked");
    expect(more).toEqual([]);
    expect(await rowsAbout(id)).toEqual([
      [
        {
          type: "user.unlocked",
          organizationId: id,
          seq: entry?.record.seq,
          ids: { userId: id },
          personId: id,
        },
      ],
    ]);
  });

  it("R0-04 writes an audit entry but no event if the action failed", async () => {
    const { id } = await makeOrganization(testApp);
    await testApp.app.identityDb.write(async (tx) => {
      const target = { type: "user", id } as const;
      tx.record({ organizationId: id, action: "user.unlocked", outcome: "failed", actor: system, target });
    });
    expect(await auditEntries(testApp, id, "user.unlocked")).toHaveLength(1);
    expect(await rowsAbout(id)).toEqual([]);
  });

  it("R0-05 has the position of its entry in the audit chain of its organization, even with parallel writers", async () => {
    const { id } = await makeOrganization(testApp);
    await Promise.all(
      Array.from({ length: 40 }, (_unused, index) =>
        testApp.app.identityDb.write(async (tx) => {
          const ids = { departmentId: crypto.randomUUID() };
          tx.record({ organizationId: id, action: "department.created", actor: system, ids });
          if (index % 2 === 0)
            tx.record({ organizationId: id, action: "department.deleted", actor: system, ids });
        }),
      ),
    );
    const events = (await rowsAbout(id)).flat();
    const { rows: entries } = await owner.query<{ seq: string; action: string }>(
      "select seq, action from audit_entry where organization_id = $1 order by seq",
      [id],
    );
    expect(entries).toHaveLength(60);
    // The rows were written in this order, because the head of the chain is locked until the commit.
    expect(events.map(({ seq, type }) => [seq, type])).toEqual(
      entries.map(({ seq, action }) => [Number(seq), action]),
    );
  });

  it("R0-08 shares one outbox row with the other changes of its transaction, published after the commit", async () => {
    const { client, organization } = await organizationWith(testApp);
    const socket = await openSocket(testApp, client);
    const receivedEvents: unknown[] = [];
    testApp.app.live.subscribe(({ data }) => receivedEvents.push(data));
    const ids = { departmentId: organization.id, siteId: organization.id };
    const entry = { organizationId: organization.id, actor: system, ids };
    // A change whose commit fails is not published.
    await owner.query(`
      create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create constraint trigger refuse_commit after insert on outbox deferrable initially deferred
        for each row when (new.payload::text like '%site.updated%') execute function refuse_commit()`);
    const refusal = testApp.app.identityDb.write(async (tx) =>
      tx.record({ ...entry, action: "site.updated" }),
    );
    await expect(refusal).rejects.toThrow("refused");
    await owner.query("drop trigger refuse_commit on outbox");
    await testApp.app.identityDb.write(async (tx) => {
      for (const action of ["department.created", "site.created"] as const) tx.record({ ...entry, action });
      await tx.identity.selectFrom("person").select("id").limit(1).execute();
      expect(receivedEvents).toEqual([]);
    });
    expect(receivedEvents).toMatchObject([{ type: "department.created" }, { type: "site.created" }]);
    const [row, ...others] = (await rowsAbout(organization.id)).filter((events) =>
      events.some(({ type }) => type === "site.created"),
    );
    expect(row).toMatchObject([{ type: "department.created" }, { type: "site.created" }]);
    expect(others).toEqual([]);
    // The outbox row repeats both updates, and the page gets each once.
    await vi.waitFor(async () => {
      const { rows } = await owner.query("select from outbox where topic = $1", [eventsTopic]);
      expect(rows).toEqual([]);
    }, 30_000);
    expect(await socket.next("organizationUpdate")).toMatchObject({ type: "department.created" });
    expect(await socket.next("organizationUpdate")).toMatchObject({ type: "site.created" });
    expect(receivedEvents).toHaveLength(2);
    socket.close();
  });

  it("R0-08 writes no outbox row if no cache, open page or webhook needs the event", async () => {
    const { id } = await makeOrganization(testApp);
    const member = await makeMember(testApp, id, "viewer");
    await new TestClient(testApp).signIn(member);
    expect(await auditEntries(testApp, id, "auth.login")).toHaveLength(1);
    expect(await rowsAbout(id)).toEqual([]);
    expect(await rowsAbout(member.personId)).toEqual([]);
  });
});

describe("the next request of the same process", () => {
  it("R0-314 sees a change whose outbox row has not been handled yet", async () => {
    const { client: admin, organization } = await organizationWith(testApp);
    const member = await makeMember(testApp, organization.id, "editor");
    const blockedMember = await makeMember(testApp, organization.id, "viewer");
    const removedMember = await makeMember(testApp, organization.id, "viewer");
    const signInMember = async (user: typeof member) => {
      const signedInClient = new TestClient(testApp);
      await signedInClient.signIn(user);
      await warmUpCache(testApp, signedInClient);
      return signedInClient;
    };
    const client = await signInMember(member);
    const blockedClient = await signInMember(blockedMember);
    const removedClient = await signInMember(removedMember);
    const memberInTwoOrganizations = await makeMember(testApp, organization.id, "viewer");
    await joinOrganization(
      testApp,
      (await makeOrganization(testApp)).id,
      memberInTwoOrganizations.personId,
      "viewer",
    );
    const clientWithTwo = new TestClient(testApp);
    clientWithTwo.headers = { "x-organization-id": organization.id };
    await clientWithTwo.signIn(memberInTwoOrganizations);
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    // The rows become available in an hour, so the background work does not handle them during the test.
    await owner.query("alter table outbox disable trigger user");
    await owner.query(
      `create function postpone_row() returns trigger language plpgsql as
         'begin new.available_at := now() + interval ''1 hour''; return new; end';
       create trigger postpone_row before insert on outbox for each row execute function postpone_row()`,
    );
    try {
      const params = { id: member.personId };
      expect((await admin.call(setUserRole, { params, body: { type: "viewer" } })).status).toBe(200);
      expect((await client.call(getMe)).result.role.type).toBe("viewer");
      const { personId: id } = blockedMember;
      expect((await admin.call(blockUser, { params: { id }, body: { reason: "Probe" } })).status).toBe(200);
      expect((await blockedClient.call(getMe)).status).toBe(401);
      const membership = { id: organization.id, userId: removedMember.personId };
      expect((await admin.call(removeMember, { params: membership })).status).toBeLessThan(300);
      expect((await removedClient.call(getMe)).status).toBe(401);
      expect((await admin.call(resetConnections, { params })).status).toBe(200);
      expect((await client.call(getMe)).status).toBe(401);
      // A change to the organization also applies to members whose session continues in another organization.
      await warmUpCache(testApp, clientWithTwo);
      const suspension = { params: { id: organization.id }, body: { reason: "Probe" } };
      expect((await operator.call(suspendTenant, suspension)).status).toBe(200);
      expect((await clientWithTwo.call(getMe)).problem.code).toBe("ORGANIZATION_SUSPENDED");
    } finally {
      await owner.query("drop trigger postpone_row on outbox; alter table outbox enable trigger user");
    }
  });
});
