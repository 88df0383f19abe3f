import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { lockSession } from "@praxisportal/contract/workstation/workstation.endpoints";
import { acceptInvitation, addMember, removeMember } from "@praxisportal/contract/members/members.endpoints";
import {
  getOrganization,
  removeOrganization,
  restoreOrganization,
  updateOrganization,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { passkeyOptions, removePasskey } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import { planOffboarding, updateEmployment } from "@praxisportal/contract/staff/staff.endpoints";
import {
  changeTenantPlan,
  reactivateTenant,
  suspendTenant,
  withdrawNotice,
} from "@praxisportal/contract/tenants/tenants.endpoints";
import { disableTwoFactor, stepUp } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import * as security from "@praxisportal/contract/user-security/user-security.endpoints";
import {
  deleteUser,
  getMe,
  setUserRole,
  transferUser,
  undoTransfer,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
  unique,
} from "../../../../test/factories.ts";
import { mailedToken } from "../../../../test/mailbox.ts";
import { organizationWith } from "../../../../test/people.ts";
import { addPasskey, signInWithPasskey } from "../../../../test/passkeys.ts";
import { openSocket } from "../../../../test/portal-socket.ts";
import { appCode, setUpSecondFactor } from "../../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { disableCallerExpiry, warmUpCache } from "../../../../test/warm-caller.ts";
import {
  type Bus,
  organizationChangedChannel,
  personChangedChannel,
} from "../../../platform/realtime/bus.ts";
import { openBus } from "../../../platform/realtime/bus/open-bus.ts";

const newPassword = "Sonnen-Garten-83";
const minuteMs = 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  disableCallerExpiry(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

type ApiResponse = { status: number; readonly problem: { code: string } };

/** Returns the outcome of a call: its status, or the code of its error. */
const outcome = (response: ApiResponse) => (response.status < 400 ? response.status : response.problem.code);
const openOrganization = async (client: TestClient, id: string) =>
  outcome(await client.call(getOrganization, { params: { id } }));

/**
 * Returns an organization with its administrator, and an editor who also works in another organization, signed in
 * there.
 */
async function sharedColleague() {
  const { client: admin, organization: here, member: owner } = await organizationWith(testApp);
  const there = await makeOrganization(testApp);
  const member = await makeMember(testApp, there.id, "viewer");
  const username = unique("editor");
  await joinOrganization(testApp, here.id, member.personId, "editor", { username });
  const client = new TestClient(testApp);
  await client.signIn({ username: member.username, organizationId: there.id });
  return { admin, owner, here, there, client, personId: member.personId, params: { id: member.personId } };
}

/** Like {@link sharedColleague}, with an editor who works in no other organization. */
async function ownColleague(kind: "browser" | "client" = "client") {
  const { client: admin, organization: here } = await organizationWith(testApp);
  const member = await makeMember(testApp, here.id, "editor");
  const client = new TestClient(testApp, kind);
  const { sessionId } = await client.signIn(member);
  return { admin, here, client, sessionId, ...member, params: { id: member.personId } };
}

async function operator() {
  const client = new TestClient(testApp);
  await client.signIn(await makePlatformAccount(testApp, "super_admin"));
  return client;
}

type Shared = Awaited<ReturnType<typeof sharedColleague>>;
type Own = Awaited<ReturnType<typeof ownColleague>>;

/** Changes by one organization to a person who keeps working elsewhere, and what they then see of the organization. */
const changesInOneOrganization: [
  description: string,
  change: (organization: Shared) => Promise<ApiResponse>,
  after: unknown,
][] = [
  [
    "an organization deactivates them",
    ({ admin, params }) => admin.call(updateUser, { params: params, body: { status: "deactivated" } }),
    "NOT_FOUND",
  ],
  [
    "an organization blocks them",
    ({ admin, params }) => admin.call(security.blockUser, { params: params }),
    "NOT_FOUND",
  ],
  [
    "an organization removes them",
    ({ admin, here, personId }) => admin.call(removeMember, { params: { id: here.id, userId: personId } }),
    "NOT_FOUND",
  ],
  [
    "an organization offboards them at once",
    ({ admin, params }) => admin.call(planOffboarding, { params: params, body: { at: null } }),
    "NOT_FOUND",
  ],
  [
    "an organization lowers their role",
    ({ admin, params }) => admin.call(setUserRole, { params: params, body: { type: "guest" } }),
    "FORBIDDEN",
  ],
];

describe("access that ends in one of two organizations", () => {
  it.each(changesInOneOrganization)(
    "R6-50 N22 N23 ends with the next request: %s",
    async (_description, change, after) => {
      const organization = await sharedColleague();
      const { client, here, there } = organization;
      await warmUpCache(testApp, client);
      expect(await openOrganization(client, here.id)).toBe(200);
      expect(outcome(await change(organization))).toBeLessThan(300);
      expect([await openOrganization(client, here.id), await openOrganization(client, there.id)]).toEqual([
        after,
        200,
      ]);
    },
  );

  it("see R6-50 N22 ends with the next request: they are transferred, and the new organization is open at once", async () => {
    const { admin, owner, here, client, params } = await sharedColleague();
    const next = await makeOrganization(testApp);
    await joinOrganization(testApp, next.id, owner.personId, "org_admin");
    // The administrator signs in again, so that only the transfer has something to announce.
    await admin.signIn(owner);
    await warmUpCache(testApp, client);
    expect([await openOrganization(client, here.id), await openOrganization(client, next.id)]).toEqual([
      200,
      "NOT_FOUND",
    ]);
    const transfer = await admin.call(transferUser, { params: params, body: { organizationId: next.id } });
    expect(outcome(transfer)).toBe(200);
    expect([await openOrganization(client, here.id), await openOrganization(client, next.id)]).toEqual([
      "NOT_FOUND",
      200,
    ]);
  });

  it("see R6-50 N22 ends with the next request: their transfer is undone while they are signed in elsewhere", async () => {
    const { admin, owner, here, there, client, params } = await sharedColleague();
    const next = await makeOrganization(testApp);
    await joinOrganization(testApp, next.id, owner.personId, "org_admin");
    await admin.signIn(owner);
    await admin.call(transferUser, { params, body: { organizationId: next.id } });
    await warmUpCache(testApp, client);
    expect([await openOrganization(client, here.id), await openOrganization(client, next.id)]).toEqual([
      "NOT_FOUND",
      200,
    ]);
    expect(outcome(await admin.call(undoTransfer, { params }))).toBe(200);
    const after = [here, next, there].map(({ id }) => openOrganization(client, id));
    expect(await Promise.all(after)).toEqual([200, "NOT_FOUND", 200]);
  });

  it("see R6-50 N22 ends with the next request: the contract ends, until the operator withdraws the notice", async () => {
    const { here, there, client } = await sharedColleague();
    const platform = await operator();
    const now = testApp.clock.now();
    await queryRows(
      testApp,
      "update organization set notice_given_at = $2, contract_ends_at = $2 where organization_id = $1",
      [here.id, now],
    );
    await warmUpCache(testApp, client);
    expect(await openOrganization(client, here.id)).toBe(200);
    await testApp.app.jobs
      .find(({ name }) => name === "organization-erasure")
      ?.run(new AbortController().signal);
    const outcomes = async () => [
      await openOrganization(client, here.id),
      await openOrganization(client, there.id),
    ];
    expect(await outcomes()).toEqual(["ORGANIZATION_SUSPENDED", 200]);
    await warmUpCache(testApp, client);
    expect(outcome(await platform.call(withdrawNotice, { params: { id: here.id } }))).toBe(200);
    expect(await outcomes()).toEqual([200, 200]);
  });
});

describe("a second factor that is removed", () => {
  it("see R6-50 N22 takes effect with the next request: a trusted device no longer replaces the factor", async () => {
    const { id } = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
    const member = await makeMember(testApp, id, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(member);
    const { secret } = await setUpSecondFactor(testApp, client);
    await addPasskey(testApp, client);
    // As after a sign-in on a trusted device, which only an authenticator app permits.
    await queryRows(testApp, "update session set second_factor_at = null where person_id = $1", [
      member.personId,
    ]);
    testApp.app.callers.cache.forgetAll();
    await warmUpCache(testApp, client);
    expect(await openOrganization(client, id)).toBe(200);
    const body = { password: testPassword, totpCode: appCode(testApp, secret) };
    expect(outcome(await client.call(disableTwoFactor, { body }))).toBe(204);
    expect(await openOrganization(client, id)).toBe("NOT_AUTHENTICATED");
  });

  it("see R6-50 N22 N24 ends the user's other sessions with the next request: a passkey", async () => {
    const { client } = await ownColleague();
    const { id, authenticator } = await addPasskey(testApp, client);
    const otherClient = new TestClient(testApp);
    expect(outcome(await signInWithPasskey(otherClient, authenticator))).toBe(200);
    await warmUpCache(testApp, otherClient);
    expect(outcome(await client.call(removePasskey, { params: { id } }))).toBe(204);
    expect([outcome(await otherClient.call(getMe)), outcome(await client.call(getMe))]).toEqual([
      "NOT_AUTHENTICATED",
      200,
    ]);
  });
});

describe("access that begins", () => {
  it("see R6-50 begins with the next request: a block ends", async () => {
    const { admin, here, client, params } = await sharedColleague();
    await admin.call(security.blockUser, { params: params });
    await warmUpCache(testApp, client);
    expect(await openOrganization(client, here.id)).toBe("NOT_FOUND");
    expect(outcome(await admin.call(security.unblockUser, { params: params }))).toBe(200);
    expect(await openOrganization(client, here.id)).toBe(200);
  });

  it("see R6-50 begins with the next request: expired access is extended", async () => {
    const { admin, here, client, params, personId } = await sharedColleague();
    await queryRows(
      testApp,
      "update membership set valid_until = now() - interval '1 day' where organization_id = $1 and person_id = $2",
      [here.id, personId],
    );
    await warmUpCache(testApp, client);
    expect(await openOrganization(client, here.id)).toBe("NOT_FOUND");
    const day = (ahead: number) =>
      new Date(testApp.clock.now().getTime() + ahead * 24 * 60 * minuteMs).toISOString().slice(0, 10);
    const external = { validUntil: day(5), confidentialityOn: day(-1), physicianNumber: null };
    expect(outcome(await admin.call(updateEmployment, { params: params, body: { external } }))).toBe(200);
    expect(await openOrganization(client, here.id)).toBe(200);
  });

  it("see R6-50 begins with the next request: the owner of an account accepts an invitation", async () => {
    const { client: admin, organization } = await organizationWith(testApp);
    const existingMember = await makeMember(testApp, (await makeOrganization(testApp)).id, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(existingMember);
    const params = { id: organization.id };
    await admin.call(addMember, { params, body: { email: existingMember.email } });
    const token = await mailedToken(testApp, "invitation", existingMember.email ?? "");
    await warmUpCache(testApp, client);
    expect(await openOrganization(client, organization.id)).toBe("NOT_FOUND");
    expect(outcome(await client.call(acceptInvitation, { body: { token } }))).toBe(200);
    expect(await openOrganization(client, organization.id)).toBe(200);
  });

  it("see R6-50 begins with the next request: the temporary password is replaced", async () => {
    const { id } = await makeOrganization(testApp);
    const member = await makeMember(testApp, id, "viewer", { mustChangePassword: true });
    const client = new TestClient(testApp);
    await client.signIn(member);
    const change = (currentPassword: string) =>
      client.call(auth.changePassword, { body: { currentPassword, newPassword } });
    // Refused reads are not activity. The first attempt is, and drops the cached row.
    expect(outcome(await change("Falsch-1"))).toBe("PASSWORD_INCORRECT");
    await warmUpCache(testApp, client);
    expect(await openOrganization(client, id)).toBe("PASSWORD_CHANGE_REQUIRED");
    expect(outcome(await change(testPassword))).toBe(204);
    expect(await openOrganization(client, id)).toBe(200);
  });

  it.each([
    ["the required second factor is set up", setUpSecondFactor],
    ["a passkey is added as the required second factor", addPasskey],
  ] as const)("see R6-50 begins with the next request: %s", async (_description, add) => {
    const { id } = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, id, "viewer"));
    await warmUpCache(testApp, client);
    expect(await openOrganization(client, id)).toBe("TWO_FACTOR_SETUP_REQUIRED");
    await add(testApp, client);
    expect(await openOrganization(client, id)).toBe(200);
  });

  it("see R6-50 begins with the next request: an organization gets a plan after its trial", async () => {
    const { admin, here } = await ownColleague();
    const params = { id: here.id };
    await queryRows(
      testApp,
      "update organization set status = 'trial', trial_ends_at = now() - interval '1 day' where organization_id = $1",
      [here.id],
    );
    testApp.app.callers.cache.forgetAll();
    const change = async () =>
      outcome(await admin.call(updateOrganization, { params, body: { description: "neu" } }));
    expect(await change()).toBe("TRIAL_ENDED");
    await warmUpCache(testApp, admin);
    const platform = await operator();
    const body = { plan: "professional", term: "month" } as const;
    expect(outcome(await platform.call(changeTenantPlan, { params, body }))).toBe(200);
    expect(await change()).toBe(200);
  });

  it("see R6-50 begins with the next request: the user proves their identity again", async () => {
    const { client, personId } = await ownColleague();
    await queryRows(
      testApp,
      "update session set authenticated_at = authenticated_at - interval '11 minutes' where person_id = $1",
      [personId],
    );
    await warmUpCache(testApp, client);
    expect(outcome(await client.call(passkeyOptions))).toBe("STEP_UP_REQUIRED");
    expect(outcome(await client.call(stepUp, { body: { password: testPassword } }))).toBe(200);
    expect(outcome(await client.call(passkeyOptions))).toBe(200);
  });
});

/** Ways to end the session of a person who works in no other organization. */
const endings: [description: string, end: (organization: Own) => Promise<ApiResponse>][] = [
  [
    "its end by the administrator",
    ({ admin, personId, sessionId }) =>
      admin.call(security.endUserSession, { params: { id: personId, sessionId } }),
  ],
  [
    "a reset of the connections",
    ({ admin, params }) => admin.call(security.resetConnections, { params: params }),
  ],
  [
    "a password set by the administrator",
    ({ admin, params }) => admin.call(security.setUserPassword, { params: params, body: { newPassword } }),
  ],
  ["a deleted account", ({ admin, params }) => admin.call(deleteUser, { params: params })],
  [
    "a block of the only membership",
    ({ admin, params }) => admin.call(security.blockUser, { params: params }),
  ],
  ["a sign-out", ({ client }) => client.copy().call(auth.logout)],
  ["a locked screen", ({ client }) => client.copy().call(lockSession)],
];

describe("a session that ends", () => {
  it.each(endings)(
    "R6-50 N22 N24 see R4-04 is refused with the next request: %s",
    async (_description, end) => {
      const organization = await ownColleague();
      await warmUpCache(testApp, organization.client);
      expect(outcome(await end(organization))).toBeLessThan(300);
      expect(outcome(await organization.client.call(getMe))).toBe("NOT_AUTHENTICATED");
    },
  );

  it("see R7s-19 N15 is refused with the next request: its secret was retired", async () => {
    const { client } = await ownColleague("browser");
    const child = client.copy();
    await child.refresh();
    await warmUpCache(testApp, client);
    expect(outcome(await child.call(getMe))).toBe(200);
    testApp.clock.advance(11_000);
    expect(outcome(await client.call(getMe))).toBe("NOT_AUTHENTICATED");
  });

  it("see R9-14 N22 closes its sockets if a renewal comes after its idle limit", async () => {
    const { client } = await ownColleague("browser");
    const socket = await openSocket(testApp, client);
    testApp.clock.advance(31 * minuteMs);
    expect(outcome(await client.refresh())).toBe("SESSION_EXPIRED");
    expect(await socket.closed).toBe(4401);
  });
});

describe("the idle limit", () => {
  async function idleFor5Minutes() {
    const organization = await ownColleague();
    const { here, client } = organization;
    await queryRows(testApp, "update organization set session_idle_minutes = 5 where organization_id = $1", [
      here.id,
    ]);
    testApp.clock.advance(31_000);
    await warmUpCache(testApp, client);
    return organization;
  }

  it("see R9-14 counts from the last request, not from the cached one", async () => {
    const { client } = await idleFor5Minutes();
    for (let request = 0; request < 2; request += 1) {
      testApp.clock.advance(4 * minuteMs);
      expect(outcome(await client.call(getMe))).toBe(200);
    }
  });

  it("see R9-14 counts from an extension, even for the previous token", async () => {
    const { client } = await idleFor5Minutes();
    testApp.clock.advance(4 * minuteMs);
    expect(outcome(await client.copy().refresh({ extend: true }))).toBe(200);
    testApp.clock.advance(4 * minuteMs);
    expect(outcome(await client.call(getMe))).toBe(200);
  });
});

describe("the state of an organization", () => {
  it("see R6-50 R7o-07 N22 applies to the next request: suspended, reactivated, deleted, restored, archived", async () => {
    const { here, there, client } = await sharedColleague();
    const platform = await operator();
    const params = { id: here.id };
    const steps = [
      [() => platform.call(suspendTenant, { params, body: { reason: "Probe" } }), "ORGANIZATION_SUSPENDED"],
      [() => platform.call(reactivateTenant, { params }), 200],
      [() => platform.call(removeOrganization, { params, body: { name: here.name } }), "NOT_FOUND"],
      [() => platform.call(restoreOrganization, { params }), 200],
      [() => platform.call(updateOrganization, { params, body: { status: "archived" } }), "NOT_FOUND"],
    ] as const;
    for (const [change, after] of steps) {
      await warmUpCache(testApp, client);
      expect(outcome(await change())).toBeLessThan(300);
      expect([await openOrganization(client, here.id), await openOrganization(client, there.id)]).toEqual([
        after,
        200,
      ]);
    }
  });

  it("see R9-14 N23 includes session limits, which apply to the next request of every member", async () => {
    const { admin, here, client } = await ownColleague();
    const minutesRemaining = async () => {
      const { result } = await client.call(auth.checkAuth);
      if (!result.authenticated) throw new Error("not signed in");
      return Math.round((Date.parse(result.idleExpiresAt) - Date.parse(result.serverTime)) / minuteMs);
    };
    await warmUpCache(testApp, client);
    expect(await minutesRemaining()).toBe(30);
    const body = { settings: { security: { sessionIdleMinutes: 10 } } };
    expect(outcome(await admin.call(updateOrganization, { params: { id: here.id }, body }))).toBe(200);
    expect(await minutesRemaining()).toBe(10);
  });
});

describe("a change in another process", () => {
  const blockInDatabase = (personId: string) =>
    queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [personId]);

  it.each([
    [
      "a message about a person",
      (bus: Bus, personId: string) => bus.publish(personChangedChannel, { personId }),
    ],
    ["a message about an organization", (bus: Bus) => bus.publish(organizationChangedChannel, {})],
  ] as const)(
    "see R6-50 N22 N23 takes effect here as soon as it is announced: %s",
    async (_description, publish) => {
      const bus = openBus({ url: testApp.urls.app, log: testApp.app.server.log });
      await bus.start();
      const { client, personId } = await ownColleague();
      await warmUpCache(testApp, client);
      await blockInDatabase(personId);
      expect(outcome(await client.call(getMe))).toBe(200);
      publish(bus, personId);
      await expect.poll(async () => outcome(await client.call(getMe))).toBe("NOT_AUTHENTICATED");
      await bus.stop();
    },
  );

  it("see R6-50 N22 N23 is announced for people and organizations", async () => {
    const bus = openBus({ url: testApp.urls.app, log: testApp.app.server.log });
    const people: unknown[] = [];
    const organizations: unknown[] = [];
    bus.subscribe(personChangedChannel, ({ personId }) => people.push(personId));
    bus.subscribe(organizationChangedChannel, ({ organizationId }) => organizations.push(organizationId));
    await bus.start();
    const { admin, here, params, personId } = await sharedColleague();
    await admin.call(setUserRole, { params: params, body: { type: "guest" } });
    await expect.poll(() => people).toContain(personId);
    expect(organizations).toEqual([]);
    await admin.call(updateOrganization, { params: { id: here.id }, body: { description: "neu" } });
    await expect.poll(() => organizations).toEqual([here.id]);
    await bus.stop();
  });

  it("see R6-50 N22 of an organization's settings does not drop the cached users of other organizations", async () => {
    const { admin, here, client } = await sharedColleague();
    const stranger = await ownColleague();
    await warmUpCache(testApp, client);
    await warmUpCache(testApp, stranger.client);
    const body = { description: "auch neu" };
    expect(outcome(await admin.call(updateOrganization, { params: { id: here.id }, body }))).toBe(200);
    const reads = vi.spyOn(testApp.app.callers.cache, "get");
    await stranger.client.call(getMe);
    await client.call(getMe);
    expect(reads.mock.results.map(({ value }) => value !== undefined)).toEqual([true, false]);
  });

  it("see R6-50 N22 N23 takes effect after the bus connection was interrupted", async () => {
    const { client, personId } = await ownColleague();
    await warmUpCache(testApp, client);
    await blockInDatabase(personId);
    expect(outcome(await client.call(getMe))).toBe(200);
    // Only its own role may end the connection.
    const cut = await testApp.databases.app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'praxisportal bus' and datname = current_database()`,
    );
    expect(cut.rowCount).toBe(1);
    await expect
      .poll(async () => outcome(await client.call(getMe)), { timeout: 15_000 })
      .toBe("NOT_AUTHENTICATED");
  });
});
