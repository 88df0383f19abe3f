import { addMember, removeMember, resendInvitation } from "@praxisportal/contract/members/members.endpoints";
import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { changeQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { changeTenantLimits, getTenantUsage } from "@praxisportal/contract/tenants/tenants.endpoints";
import { updateUser } from "@praxisportal/contract/users/users.endpoints";
import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { platformClient } from "../../../../test/ai/ai.ts";
import { bookCall, makeProviders } from "../../../../test/ai/ai-calls.ts";
import { makeMember, queryRows, unique } from "../../../../test/factories.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { organizationWith } from "../../../../test/people.ts";
import { openSocket } from "../../../../test/portal-socket.ts";
import { withSlowWrites } from "../../../../test/slow-writes.ts";
import { tally } from "../../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { storeFile } from "../../../directory/limits/store-file.queries.ts";
import { addMonths } from "../../../directory/plan-charges/days.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe");
  operator = await platformClient(testApp);
});
afterAll(() => testApp.stop());

/** Waits until every notice of an organization is stored and mailed. Returns their kinds in order. */
const noticesOf = (organizationId: string) =>
  vi.waitFor(
    async () => {
      const open = await queryRows(
        testApp,
        `select 1 from outbox where payload ->> 'organizationId' = $1::uuid::text
         union all select 1 from notification where organization_id = $1::uuid and mail is not null`,
        [organizationId],
      );
      expect(open).toEqual([]);
      const rows = await queryRows<{ kind: string }>(
        testApp,
        "select kind from notification where organization_id = $1 order by id",
        [organizationId],
      );
      return rows.map(({ kind }) => kind);
    },
    { timeout: 15_000 },
  );

/** Adds a file that counts with this size, without its content. */
const addFile = (organizationId: string, bytes: number) =>
  queryRows(
    testApp,
    `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
     values ($1, gen_random_uuid(), 'archive', 'application/zip', $2, '\\x00')`,
    [organizationId, bytes],
  );

it("R0-78 R0-79 seats above 80 and at 100 percent cause one notice per crossing, and exactly 80 percent causes none", async () => {
  const { client, organization, member } = await organizationWith(testApp, "org_admin", 5);
  const { id } = organization;
  const invite = async () => {
    const { status } = await client.call(addMember, {
      params: { id },
      body: { role: "guest", email: `${unique("guest")}@example.org` },
    });
    expect(status).toBe(201);
  };
  const guests = await Promise.all(
    Array.from({ length: 2 }, () => makeMember(testApp, id, "guest", { password: null })),
  );
  await invite();
  expect(await noticesOf(id)).toEqual([]);

  const socket = await openSocket(testApp, client);
  await operator.call(changeTenantLimits, { params: { id }, body: { maxUsers: 6 } });
  await invite();
  expect(await socket.next("usageUpdate")).toEqual({
    type: "usage.limit_reached",
    organizationId: id,
    limit: "maxUsers",
    thresholdPercent: 80,
  });
  await invite();
  expect(await socket.next("usageUpdate")).toEqual({
    type: "usage.limit_reached",
    organizationId: id,
    limit: "maxUsers",
    thresholdPercent: 100,
  });
  socket.close();
  const bothKinds = ["seatsNear", "seatsReached"];
  expect(await noticesOf(id)).toEqual(bothKinds);

  // 5 of 6 seats are still above 80 percent.
  const remove = (personId = "") => client.call(removeMember, { params: { id, userId: personId } });
  await remove(guests[0]?.personId);
  await invite();
  expect(await noticesOf(id)).toEqual(bothKinds);

  await queryRows(
    testApp,
    "update membership set status = 'removed' where organization_id = $1 and status = 'pending'",
    [id],
  );
  await invite();
  expect(await noticesOf(id)).toEqual(bothKinds);
  await operator.call(updateOrganization, { params: { id }, body: { settings: { maxUsers: 2 } } });
  expect((await noticesOf(id)).toSorted()).toEqual([
    "seatsNear",
    "seatsNear",
    "seatsReached",
    "seatsReached",
  ]);

  const mails = [...(await mailsOf(testApp, "seatsNear")), ...(await mailsOf(testApp, "seatsReached"))];
  expect(mails.filter((mail) => mail.includes(organization.name))).toHaveLength(4);
  expect(mails.every((mail) => mail.includes(`<${member.email}>`))).toBe(true);
}, 60_000);

it("see R0-78 an expired invitation that is sent again takes a seat and causes the same notices", async () => {
  const invitationCalls = [
    (client: TestClient, params: { id: string; userId: string }) => client.call(resendInvitation, { params }),
    (client: TestClient, { userId }: { userId: string }) =>
      client.call(updateUser, { params: { id: userId }, body: { email: `${unique("guest")}@example.org` } }),
  ];
  for (const invite of invitationCalls) {
    const { client, organization } = await organizationWith(testApp, "org_admin", 2);
    const { id } = organization;
    const addition = await client.call(addMember, {
      params: { id },
      body: { role: "guest", email: `${unique("guest")}@example.org` },
    });
    expect((await noticesOf(id)).toSorted()).toEqual(["seatsNear", "seatsReached"]);
    await queryRows(
      testApp,
      "update invitation set expires_at = now() - interval '1 s' where organization_id = $1",
      [id],
    );
    expect((await invite(client, { id, userId: addition.result.id })).status).toBeLessThan(300);
    expect((await noticesOf(id)).toSorted()).toEqual([
      "seatsNear",
      "seatsNear",
      "seatsReached",
      "seatsReached",
    ]);
  }
});

it("R0-78 R0-79 storage above 80 and at 100 percent, by a changed limit, plan or file, causes one notice per crossing", async () => {
  const { organization, member } = await organizationWith(testApp);
  const { id } = organization;
  const choose = async (plan: "basic" | "professional") => {
    const body = { billing: { plan } };
    expect((await operator.call(updateOrganization, { params: { id }, body })).status).toBe(200);
    return noticesOf(id);
  };
  const limit = async (storageGB: number | null) => {
    await operator.call(changeTenantLimits, { params: { id }, body: { storageGB } });
    return noticesOf(id);
  };
  const store = (bytes: number) => addFile(id, bytes);
  await choose("professional");
  await store(8_000_000_000);
  // Exactly 80 percent of 10 GB.
  expect(await choose("basic")).toEqual([]);
  expect(await limit(9)).toEqual(["storageNear"]);
  expect(await limit(8)).toEqual(["storageNear", "storageReached"]);
  expect(await limit(8)).toEqual(["storageNear", "storageReached"]);
  expect(await limit(null)).toEqual(["storageNear", "storageReached"]);
  await choose("professional");
  await store(1);
  expect(await choose("basic")).toEqual(["storageNear", "storageReached", "storageNear"]);
  const mails = [...(await mailsOf(testApp, "storageNear")), ...(await mailsOf(testApp, "storageReached"))];
  const ownMails = mails.filter((mail) => mail.includes(organization.name));
  expect(ownMails.map((mail) => mail.includes(`<${member.email}>`))).toEqual([true, true, true]);

  await crossedByFiles();
}, 60_000);

/** Crosses both storage thresholds by adding files. */
async function crossedByFiles() {
  const { client, organization } = await organizationWith(testApp);
  const { id } = organization;
  await operator.call(changeTenantLimits, { params: { id }, body: { storageGB: 1 } });
  const socket = await openSocket(testApp, client);
  const fill = (bytes: number) => addFile(id, bytes);
  const store = async () => {
    const file = { kind: "evidence", contentType: "application/zip", content: Buffer.alloc(100) } as const;
    await testApp.app.identityDb.write((tx) => storeFile(tx, id, file));
    return noticesOf(id);
  };
  await fill(799_999_900);
  expect(await store()).toEqual([]);
  expect(await store()).toEqual(["storageNear"]);
  expect(await store()).toEqual(["storageNear"]);
  await fill(199_999_700);
  expect(await store()).toEqual(["storageNear", "storageReached"]);
  await queryRows(testApp, "delete from stored_file where organization_id = $1", [id]);
  await fill(800_000_000);
  expect(await store()).toEqual(["storageNear", "storageReached", "storageNear"]);
  for (const thresholdPercent of [80, 100, 80])
    expect(await socket.next("usageUpdate")).toEqual({
      type: "usage.limit_reached",
      organizationId: id,
      limit: "storageGB",
      thresholdPercent,
    });
  socket.close();
}

it("R0-78 R0-79 tokens above 80 and at 100 percent of the plan cause one notice a month; exactly 80 percent causes none", async () => {
  const { client, organization, member } = await organizationWith(testApp);
  const { id } = organization;
  const socket = await openSocket(testApp, client);
  await operator.call(changeTenantLimits, { params: { id }, body: { monthlyTokens: 100 } });
  let localDay = dateInTimeZone("Europe/Berlin", new Date());
  const use = (tokens: number) =>
    bookCall(
      testApp,
      { organizationId: id, personId: member.personId },
      { localDay, inputTokens: tokens, outputTokens: 0 },
    );
  await use(80);
  expect(await noticesOf(id)).toEqual([]);
  await use(1);
  await use(1);
  expect(await noticesOf(id)).toEqual(["aiOrganizationNear"]);
  await use(18);
  await operator.call(changeTenantLimits, { params: { id }, body: { monthlyTokens: 101 } });
  await use(1);
  expect(await noticesOf(id)).toEqual(["aiOrganizationNear", "aiOrganizationReached"]);
  // In the next month, 80 of 101 units are used, and then 81.
  localDay = addMonths(localDay, 1);
  await use(80);
  expect(await noticesOf(id)).toEqual(["aiOrganizationNear", "aiOrganizationReached"]);
  await use(1);
  expect(await noticesOf(id)).toEqual(["aiOrganizationNear", "aiOrganizationReached", "aiOrganizationNear"]);
  // Open pages receive each threshold once.
  const events = [];
  while (events.length < 3) {
    const event = (await socket.next("usageUpdate")) as { type: string };
    if (event.type === "usage.limit_reached") events.push(event);
  }
  socket.close();
  expect(events).toEqual(
    [80, 100, 80].map((thresholdPercent, index) => ({
      type: "usage.limit_reached",
      organizationId: id,
      period: `${addMonths(localDay, index < 2 ? -1 : 0).slice(0, 7)}-01`,
      thresholdPercent,
    })),
  );

  await quotasAt80Percent();
}, 60_000);

/** Uses exactly 80 percent of the organization's own AI quota, in units and in money, and of a personal budget. */
async function quotasAt80Percent() {
  const localDay = dateInTimeZone("Europe/Berlin", new Date());
  for (const { quota, kinds } of [
    { quota: () => ({ limit: 100 }), kinds: ["aiOrganizationNear"] },
    { quota: () => ({ limitMicros: 100 }), kinds: ["aiOrganizationNear"] },
    {
      quota: (userId: string) => ({ people: [{ userId, limit: 100 }] }),
      kinds: ["aiOwnBudget", "aiPersonNear"],
    },
  ]) {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    const { personId } = await makeMember(testApp, id, "viewer", { password: null });
    expect((await client.call(changeQuota, { body: quota(personId) })).status).toBe(200);
    const spend = (amount: number) =>
      bookCall(
        testApp,
        { organizationId: id, personId },
        { localDay, inputTokens: amount, outputTokens: 0, costMicros: BigInt(amount) },
      );
    await spend(80);
    expect(await noticesOf(id)).toEqual([]);
    expect(await queryRows(testApp, "select from ai_alert where organization_id = $1", [id])).toEqual([]);
    await spend(1);
    expect((await noticesOf(id)).toSorted()).toEqual(kinds);
  }
}

it("see R0-78 50 parallel writers in two portals never exceed seats and tokens, and each threshold causes one notice", async () => {
  const otherPortal = await createTestApp({}, { urls: testApp.urls, drop: async () => undefined });
  try {
    const { client, organization, member } = await organizationWith(testApp, "org_admin", 10);
    const { id } = organization;
    const second = new TestClient(otherPortal);
    second.headers = { "x-organization-id": id };
    await second.signIn(member);
    const fifty = <Result>(work: (index: number) => Promise<Result>) =>
      Promise.all(Array.from({ length: 50 }, (_, index) => work(index)));
    // An overloaded process responds with 503 before it changes anything, so the client tries again.
    const invite = async (from: TestClient): Promise<{ status: number }> => {
      const body = { role: "guest" as const, email: `${unique("guest")}@example.org` };
      const response = await from.call(addMember, { params: { id }, body });
      return response.status === 503 ? invite(from) : response;
    };
    const responses = await withSlowWrites(testApp, "membership", () =>
      fifty((index) => invite(index % 2 === 0 ? client : second)),
    );
    expect(tally(responses)).toEqual({ 201: 9, 409: 41 });

    await operator.call(changeTenantLimits, { params: { id }, body: { monthlyTokens: 1_000 } });
    const localDay = dateInTimeZone("Europe/Berlin", new Date());
    const owner = { organizationId: id, personId: member.personId };
    const outcomes = await fifty((index) =>
      bookCall(index % 2 === 0 ? testApp : otherPortal, owner, {
        localDay,
        inputTokens: 40,
        outputTokens: 0,
      }).then(
        () => "booked",
        (error: Error) => error.message,
      ),
    );
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 25 }, () => "booked"),
      ...Array.from({ length: 25 }, () => "organization_limit"),
    ]);
    const { result } = await client.call(getTenantUsage, { params: { id } });
    expect([result.currentUsers, result.tokensUsed]).toEqual([10, 1_000]);
    expect((await noticesOf(id)).toSorted()).toEqual([
      "aiOrganizationNear",
      "aiOrganizationReached",
      "seatsNear",
      "seatsReached",
    ]);
  } finally {
    await otherPortal.stop();
  }
}, 120_000);
