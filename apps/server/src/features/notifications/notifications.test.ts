import { randomUUID } from "node:crypto";
import { removeMember } from "@praxisportal/contract/members/members.endpoints";
import * as endpoints from "@praxisportal/contract/notifications/notifications.endpoints";
import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";
import { deleteUser, setUserRole, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinOrganization, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { cleanupJob } from "../../platform/jobs/cleanup.ts";
import { Notifier } from "./notifier.ts";

type Organization = Awaited<ReturnType<typeof organizationWith>>;

let testApp: TestApp;
let organization: Organization;
let notifier: Notifier;
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await organizationWith(testApp);
  notifier = new Notifier({ clock: testApp.clock });
});
afterAll(() => testApp.stop());

/** Raises one notification of each kind for a person, as a feature does. Returns their ids. */
async function raise(personId: string, kinds: readonly string[], organizationId: string | null = null) {
  const raisedNotifications = kinds.map((kind) => ({
    personId,
    organizationId,
    type: "info" as const,
    kind,
    messages: { de: `${kind} auf Deutsch`, en: kind, fr: kind, it: kind },
  }));
  await testApp.app.identityDb.write(async (tx) => notifier.store(tx, raisedNotifications));
  const storedRows = await queryRows<{ id: string }>(
    testApp,
    "select id from notification where person_id = $1 order by id desc limit $2",
    [personId, kinds.length],
  );
  return storedRows.map(({ id }) => id).toReversed();
}

async function signInMember(member: Parameters<TestClient["signIn"]>[0]): Promise<TestClient> {
  const client = new TestClient(testApp);
  await client.signIn(member);
  return client;
}

async function signInViewer() {
  const member = await makeMember(testApp, organization.organization.id, "viewer");
  return { member, client: await signInMember(member) };
}

/** Creates a person who signs in at another organization and is also a member of this one. */
async function memberInTwoOrganizations() {
  const otherOrganization = await makeOrganization(testApp);
  const member = await makeMember(testApp, otherOrganization.id, "viewer");
  await joinOrganization(testApp, organization.organization.id, member.personId, "viewer");
  return { member, other: otherOrganization };
}

async function listOf(client: TestClient): Promise<StoredNotification[]> {
  return (await client.call(endpoints.listNotifications)).result.data;
}
const kindsOf = async (client: TestClient) => (await listOf(client)).map(({ kind }) => kind);

const rowsOf = (personId: string) =>
  queryRows<{ kind: string }>(testApp, "select kind from notification where person_id = $1 order by id", [
    personId,
  ]).then((rows) => rows.map(({ kind }) => kind));

describe("the list of notifications", () => {
  it("R0-31 contains only the caller's own notifications, newest first", async () => {
    const [ownViewer, otherViewer] = [await signInViewer(), await signInViewer()];
    await raise(ownViewer.member.personId, ["first"], organization.organization.id);
    await raise(otherViewer.member.personId, ["foreign"], organization.organization.id);
    await raise(ownViewer.member.personId, ["second"]);
    expect(await listOf(ownViewer.client)).toEqual([
      expect.objectContaining({ kind: "second", organizationId: null, read: false }),
      {
        id: expect.any(String),
        organizationId: organization.organization.id,
        type: "info",
        kind: "first",
        messages: { de: "first auf Deutsch", en: "first", fr: "first", it: "first" },
        route: null,
        userId: null,
        createdAt: expect.any(String),
        read: false,
      },
    ]);
    expect(await kindsOf(otherViewer.client)).toEqual(["foreign"]);
  });

  it("R0-31 is read page by page and stays complete while new notifications arrive", async () => {
    const { member, client } = await signInViewer();
    const kinds = ["a", "b", "c", "d", "e"];
    await raise(member.personId, kinds);
    const first = (await client.call(endpoints.listNotifications, { query: { limit: 2 } })).result;
    await raise(member.personId, ["f"]);
    const notifications = [...first.data];
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = await client.call(endpoints.listNotifications, { query: { limit: 2, cursor } });
      notifications.push(...page.result.data);
      cursor = page.result.nextCursor;
    }
    expect(notifications.map(({ kind }) => kind)).toEqual(kinds.toReversed());
  });

  it("R0-31 contains a notification raised by a change with the page to open, stored in the same transaction", async () => {
    const { member } = await signInViewer();
    const second = await makeMember(testApp, organization.organization.id, "org_admin");
    await organization.client.call(setUserRole, {
      params: { id: member.personId },
      body: { type: "editor" },
    });
    expect((await listOf(await signInMember(second)))[0]).toMatchObject({
      kind: "memberRoleChanged",
      userId: member.personId,
      route: "users",
      organizationId: organization.organization.id,
    });
    const failedWrite = testApp.app.identityDb.write(async (tx) => {
      notifier.store(tx, [
        { personId: member.personId, organizationId: null, type: "info", kind: "x", messages: texts },
      ]);
      throw new Error("the change fails");
    });
    await expect(failedWrite).rejects.toThrow("the change fails");
    expect(await rowsOf(member.personId)).toEqual([]);
  });

  it("N02 does not let a person mark or delete notifications of another", async () => {
    const [ownViewer, otherViewer] = [await signInViewer(), await signInViewer()];
    const [id = ""] = await raise(ownViewer.member.personId, ["mine"]);
    const params = { notificationId: id };
    const { client } = otherViewer;
    expect((await client.call(endpoints.updateNotification, { params, body: { read: true } })).status).toBe(
      404,
    );
    expect((await client.call(endpoints.deleteNotification, { params })).status).toBe(404);
    await client.call(endpoints.readAllNotifications, { body: { upTo: id } });
    expect(await listOf(ownViewer.client)).toMatchObject([{ id, read: false }]);
    const unknownNotification = { params: { notificationId: randomUUID() }, body: { read: true } };
    expect((await client.call(endpoints.updateNotification, unknownNotification)).status).toBe(404);
  });
});

const texts = { de: "x", en: "x", fr: "x", it: "x" };

describe("read marks", () => {
  it("R0-34 made on one device reach the other devices and the list", async () => {
    const { member, client: here } = await signInViewer();
    const secondClient = await signInMember(member);
    const socket = await openSocket(testApp, secondClient);
    const [first = "", second = "", third = ""] = await raise(member.personId, ["1", "2", "3"]);
    for (const id of [first, second, third]) {
      expect(await socket.next("notification")).toMatchObject({ id, read: false });
    }
    const readUpdate = await here.call(endpoints.updateNotification, {
      params: { notificationId: first },
      body: { read: true },
    });
    expect(readUpdate.result).toMatchObject({ id: first, read: true });
    expect(await socket.next("notification")).toEqual({
      type: "notification.marked",
      change: "read",
      id: first,
    });
    // Up to the second: the third may have arrived after the list was shown.
    await here.call(endpoints.readAllNotifications, { body: { upTo: second } });
    expect(await socket.next("notification")).toEqual({
      type: "notification.marked",
      change: "readAll",
      id: second,
    });
    const marks = async () => (await listOf(secondClient)).map(({ kind, read: isRead }) => [kind, isRead]);
    expect(await marks()).toEqual([
      ["3", false],
      ["2", true],
      ["1", true],
    ]);
    await here.call(endpoints.updateNotification, {
      params: { notificationId: first },
      body: { read: false },
    });
    expect(await socket.next("notification")).toEqual({
      type: "notification.marked",
      change: "unread",
      id: first,
    });
    await here.call(endpoints.deleteNotification, { params: { notificationId: second } });
    expect(await socket.next("notification")).toEqual({
      type: "notification.deleted",
      change: "deleted",
      id: second,
    });
    expect(await marks()).toEqual([
      ["3", false],
      ["1", false],
    ]);
    socket.close();
  });
});

describe("the end of a notification", () => {
  it("R0-35 see R9-17 the server deletes it after 30 days and does not list it before that", async () => {
    const { member, client } = await signInViewer();
    await raise(member.personId, ["old", "young"]);
    const age = (kind: string, days: number) =>
      queryRows(
        testApp,
        `update notification set created_at = now() - make_interval(days => $3::int, secs => $4::int)
         where person_id = $1 and kind = $2`,
        [member.personId, kind, days, kind === "old" ? 60 : -3_600],
      );
    await age("old", 30);
    await age("young", 30);
    expect(await kindsOf(client)).toEqual(["young"]);
    expect(await rowsOf(member.personId)).toEqual(["old", "young"]);
    const isScheduled = "select from scheduled_job where name = 'cleanup' and cron = '17 * * * *'";
    expect(await queryRows(testApp, isScheduled)).toHaveLength(1);
    await cleanupJob(testApp.app.platformDb, testApp.app.deletions).run(AbortSignal.timeout(10_000));
    expect(await rowsOf(member.personId)).toEqual(["young"]);
  });

  it.each(["removed", "deactivated"] as const)(
    "R0-312 a notification of a membership that was %s disappears and does not return with a new one",
    async (how) => {
      const { member, other } = await memberInTwoOrganizations();
      await raise(member.personId, ["of the ended"], organization.organization.id);
      await raise(member.personId, ["of the other"], other.id);
      await raise(member.personId, ["of none"]);
      const client = await signInMember(member);
      expect(await kindsOf(client)).toHaveLength(3);
      const { id } = organization.organization;
      const endChange =
        how === "removed"
          ? await organization.client.call(removeMember, {
              params: { id, userId: member.personId },
            })
          : await organization.client.call(updateUser, {
              params: { id: member.personId },
              body: { status: "deactivated" },
            });
      expect(endChange.status).toBeLessThan(300);
      expect(await kindsOf(await signInMember(member))).toEqual(["of none", "of the other"]);
      expect(await rowsOf(member.personId)).toEqual(["of the other", "of none"]);
    },
  );

  it("R0-312 a notification of an expired membership is neither listed nor marked", async () => {
    const { member } = await memberInTwoOrganizations();
    const [id = ""] = await raise(member.personId, ["of the ended"], organization.organization.id);
    await queryRows(
      testApp,
      "update membership set valid_until = now() - interval '1 day' where person_id = $1 and organization_id = $2",
      [member.personId, organization.organization.id],
    );
    const client = await signInMember(member);
    expect(await kindsOf(client)).toEqual([]);
    const params = { notificationId: id };
    expect((await client.call(endpoints.deleteNotification, { params })).status).toBe(404);
  });

  it("is erased with its person", async () => {
    const { member } = await signInViewer();
    await raise(member.personId, ["mine"]);
    const { status } = await organization.client.call(deleteUser, { params: { id: member.personId } });
    expect(status).toBe(204);
    expect(await rowsOf(member.personId)).toEqual([]);
  });
});
