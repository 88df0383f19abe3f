import { verify } from "@node-rs/argon2";
import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { blockUser, unlockUser } from "@praxisportal/contract/user-security/user-security.endpoints";
import { stepUp, verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { stepUpOptions } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { updateWorkstation } from "@praxisportal/contract/workstations/workstations.endpoints";
import * as workstation from "@praxisportal/contract/workstation/workstation.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listNotifications } from "@praxisportal/contract/notifications/notifications.endpoints";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
} from "../../../test/factories.ts";
import { addPasskey, signInWithPasskey } from "../../../test/passkeys.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { enter, pin, share } from "../../../test/workstation/shared-workstation.ts";
import { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { deriveKeys } from "../../platform/crypto/sealed-secrets.ts";
import { keyedPin } from "./pin-hash.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  await deleteAttempts(testApp);
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());

type Member = Awaited<ReturnType<typeof makeMember>>;
const badPin = "905173";
const hourMs = 3_600_000;

/** Signs a member in fully at a shared workstation. */
async function signInAtDesk(member?: Member, client = new TestClient(testApp, "browser")) {
  const person = member ?? (await makeMember(testApp, organization.id, "viewer"));
  await client.signIn(person);
  await share(testApp, client, organization.id);
  await client.signIn(person);
  return { client, person };
}

/** Signs in like {@link signInAtDesk}, sets a PIN and locks the screen. */
async function setUpPin(member?: Member) {
  const desk = await signInAtDesk(member);
  expect((await desk.client.call(workstation.setPin, { body: { pin } })).status).toBe(200);
  await desk.client.call(workstation.lockSession);
  return desk;
}

async function unlock(client: TestClient, { personId }: Member): Promise<void> {
  const body = { userId: personId, password: testPassword };
  client.accessToken = (await client.call(workstation.unlockSession, { body })).result.accessToken;
}

async function pinsOf(personId: string): Promise<number> {
  const rows = await queryRows(testApp, "select 1 as one from workstation_pin where person_id = $1", [
    personId,
  ]);
  return rows.length;
}

const codeOf = (response: { status: number; problem: { code: string } }) => response.problem.code;

describe("a PIN", () => {
  it("see R0-251 unlocks the session of its user, and begins one after a sign-out", async () => {
    const { client, person } = await setUpPin();
    const before = client.accessToken;
    const unlocked = await enter(client, person);
    expect(unlocked.status).toBe(200);
    expect(unlocked.result.user.id).toBe(person.personId);
    expect(client.accessToken).not.toBe(before);
    expect((await client.call(getMe)).result.id).toBe(person.personId);
    const [entry] = (await auditEntries(testApp, organization.id, "auth.session_unlocked")).slice(-1);
    expect(entry).toMatchObject({ outcome: "success", actor_id: person.personId });
    expect(entry?.record.reason).toBe("pin");
    await client.call(auth.logout);
    const response = await enter(client, person);
    expect(response.status).toBe(200);
    expect(response.result.sessionId).not.toBe(unlocked.result.sessionId);
    expect((await client.call(getMe)).status).toBe(200);
    const [login] = (await auditEntries(testApp, organization.id, "auth.login")).slice(-1);
    expect(login?.record.reason).toBe("pin");
  });

  it("see R0-249 returns the user's draft key, which differs for every user and device", async () => {
    const { client, person } = await setUpPin();
    const unlocked = await enter(client, person);
    const { draftKey } = (await client.call(workstation.lockSession)).result;
    expect(Buffer.from(draftKey, "base64url")).toHaveLength(32);
    expect(unlocked.result.draftKey).toBe(draftKey);
    const colleague = await makeMember(testApp, organization.id, "viewer");
    const otherKeys = new Set([draftKey]);
    otherKeys.add((await client.signIn(colleague)).draftKey ?? "");
    otherKeys.add((await client.call(workstation.lockSession)).result.draftKey);
    expect(otherKeys.size).toBe(2);
    otherKeys.add((await new TestClient(testApp).signIn(person)).draftKey ?? "");
    expect(otherKeys.size).toBe(3);
    expect((await enter(client, person)).result.draftKey).toBe(draftKey);
  });

  it("see R0-251 is found by username if the user has no tile, and locks the session of the other user", async () => {
    const { client, person } = await setUpPin();
    const colleague = await makeMember(testApp, organization.id, "viewer");
    await client.signIn(colleague);
    const response = await client.call(workstation.signInWithPin, {
      body: { username: ` ${person.username?.toUpperCase()} `, pin },
    });
    expect(response.result.user.id).toBe(person.personId);
    const [row] = await queryRows<{ open: number }>(
      testApp,
      `select count(*)::int as open from session where person_id = $1 and ended_at is null and locked_at is null`,
      [colleague.personId],
    );
    expect(row?.open).toBe(0);
  });

  it("R0-251 must have 6 digits that are not easy to guess", async () => {
    const { client } = await signInAtDesk();
    for (const typed of ["12345", "1234567", "abcdef", "111111", "123456", "654321", "121212"]) {
      const response = await client.call(workstation.setPin, { body: { pin: typed } });
      expect([typed, response.status]).toEqual([typed, 400]);
    }
  });

  it("R0-252 is bound to its user, organization and device", async () => {
    const { client, person } = await setUpPin();
    const colleague = await makeMember(testApp, organization.id, "viewer");
    expect(codeOf(await enter(client, colleague))).toBe("PIN_INCORRECT");
    // The user has also signed in on another device of the same organization.
    const secondSignIn = await signInAtDesk(person);
    await secondSignIn.client.call(workstation.lockSession);
    expect(codeOf(await enter(secondSignIn.client, person))).toBe("PIN_INCORRECT");
    // Only another organization shares the device.
    const second = await makeOrganization(testApp);
    await joinOrganization(testApp, second.id, person.personId, "viewer");
    await enter(client, person);
    const users = { params: { id: second.id } };
    expect((await client.call(getMe)).status).toBe(200);
    const foreign = await client.call(listOrganizationUsers, users);
    expect([403, 404]).toContain(foreign.status);
    client.headers = { "x-organization-id": second.id };
    expect((await client.call(getMe)).status).toBeGreaterThanOrEqual(400);
    client.headers = {};
    // With the password, the same session has access to both organizations again.
    await client.call(workstation.lockSession);
    await unlock(client, person);
    client.headers = { "x-organization-id": second.id };
    expect((await client.call(getMe)).status).toBe(200);
    client.headers = {};
    await queryRows(testApp, "update workstation_pin set organization_id = $2 where person_id = $1", [
      person.personId,
      second.id,
    ]);
    await client.call(workstation.lockSession);
    expect(codeOf(await enter(client, person))).toBe("PIN_INCORRECT");
  });

  it("see R0-252 is rejected if its row was copied to another device or user", async () => {
    const { client, person } = await setUpPin();
    const { client: otherDesk } = await signInAtDesk();
    const { person: colleague } = await signInAtDesk(undefined, client);
    await client.call(workstation.lockSession);
    await queryRows(
      testApp,
      `insert into workstation_pin (person_id, device_id, organization_id, pin_hash, created_at)
       select $2, device_id, organization_id, pin_hash, created_at from workstation_pin where person_id = $1`,
      [person.personId, colleague.personId],
    );
    expect(await pinsOf(colleague.personId)).toBe(1);
    expect(codeOf(await enter(client, colleague))).toBe("PIN_INCORRECT");
    await signInAtDesk(person, otherDesk);
    await otherDesk.call(workstation.lockSession);
    await queryRows(
      testApp,
      `update workstation_pin set device_id = (select id from workstation where organization_id = $2
         and id <> workstation_pin.device_id order by last_seen_at desc limit 1) where person_id = $1`,
      [person.personId, organization.id],
    );
    expect(codeOf(await enter(otherDesk, person))).toBe("PIN_INCORRECT");
  });

  it("R0-253 is locked after 5 failures until the next sign-in with a password or passkey", async () => {
    const { client, person } = await setUpPin();
    const results = await Promise.all(Array.from({ length: 20 }, () => enter(client.copy(), person, badPin)));
    expect([400, 429].map((code) => results.filter(({ status }) => status === code).length)).toEqual([5, 15]);
    expect(codeOf(await enter(client, person))).toBe("PIN_LOCKED");
    testApp.clock.advance(2 * hourMs);
    expect(codeOf(await enter(client, person))).toBe("PIN_LOCKED");
    await unlock(client, person);
    const { authenticator } = await addPasskey(testApp, client);
    await client.call(workstation.lockSession);
    expect((await enter(client, person)).status).toBe(200);
    for (const signIn of [() => signInWithPasskey(client, authenticator), () => client.signIn(person)]) {
      await client.call(workstation.lockSession);
      for (let failure = 0; failure < 5; failure += 1)
        expect(codeOf(await enter(client, person, badPin))).toBe("PIN_INCORRECT");
      expect(codeOf(await enter(client, person))).toBe("PIN_LOCKED");
      await signIn();
      await client.call(workstation.lockSession);
      expect((await enter(client, person)).status).toBe(200);
    }
  });

  it("see R0-253 is locked on the device after 10 failures for several people, which a correct PIN does not reset", async () => {
    const { client, person } = await setUpPin();
    const otherPeople = await Promise.all(
      Array.from({ length: 4 }, () => makeMember(testApp, organization.id, "viewer")),
    );
    for (const otherClient of otherPeople.slice(0, 2))
      for (let index = 0; index < 4; index += 1) await enter(client, otherClient, badPin);
    expect((await enter(client, person)).status).toBe(200);
    await client.call(workstation.lockSession);
    for (const otherClient of otherPeople.slice(2))
      expect(codeOf(await enter(client, otherClient, badPin))).toBe("PIN_INCORRECT");
    expect(codeOf(await enter(client, person))).toBe("PIN_LOCKED");
    await client.signIn(otherPeople[0] as Member);
    expect((await enter(client, person)).status).toBe(200);
  });

  it("R0-254 cannot be set by a user with an administrator role, here or in another organization", async () => {
    const operator = new TestClient(testApp, "browser");
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const systemAdministrator = new TestClient(testApp, "browser");
    await systemAdministrator.signIn(await makePlatformAccount(testApp, "admin"));
    const clients = [operator, systemAdministrator];
    for (const role of ["org_admin", "practice_admin"] as const)
      clients.push((await signInAtDesk(await makeMember(testApp, organization.id, role))).client);
    for (const administrator of clients) {
      const code = codeOf(await administrator.call(workstation.setPin, { body: { pin } }));
      expect(code).toBe("PIN_NOT_FOR_ADMINISTRATORS");
      expect((await administrator.call(workstation.getOwnPin)).result.unavailable).toBe("administrator");
    }
    // Someone with a PIN who becomes an administrator elsewhere can no longer use it.
    const { client, person } = await setUpPin();
    await joinOrganization(testApp, (await makeOrganization(testApp)).id, person.personId, "practice_admin");
    expect(codeOf(await enter(client, person))).toBe("PIN_INCORRECT");
  });

  it("R0-255 begins a session that needs a password or passkey for a step-up", async () => {
    const { client, person } = await setUpPin();
    const change = { body: { pin: "739104" } };
    await enter(client, person);
    // The password was entered a moment ago, but it does not count after the PIN.
    expect(codeOf(await client.call(workstation.setPin, change))).toBe("STEP_UP_REQUIRED");
    await client.call(auth.logout);
    await enter(client, person);
    expect(codeOf(await client.call(workstation.setPin, change))).toBe("STEP_UP_REQUIRED");
    expect((await client.call(stepUp, { body: { password: testPassword } })).status).toBe(200);
    expect((await client.call(workstation.setPin, change)).status).toBe(200);
    const { authenticator } = await addPasskey(testApp, client);
    await client.call(workstation.lockSession);
    expect((await enter(client, person, "739104")).status).toBe(200);
    const again = { body: { pin: "482916" } };
    expect(codeOf(await client.call(workstation.setPin, again))).toBe("STEP_UP_REQUIRED");
    const passkey = authenticator.authenticate((await client.call(stepUpOptions)).result);
    expect((await client.call(stepUp, { body: { passkey } })).status).toBe(200);
    expect((await client.call(workstation.setPin, again)).status).toBe(200);
  });

  it("see R0-255 does not count as a second factor that was proven a moment ago", async () => {
    const { client, person } = await signInAtDesk();
    const { secret } = await setUpSecondFactor(testApp, client);
    const complete = async () => {
      const tempToken = await beginSignIn(client, person);
      const { result } = await client.call(verifyTwoFactor, {
        body: { tempToken, totpCode: appCode(testApp, secret) },
      });
      client.accessToken = result.accessToken;
    };
    await complete();
    expect((await client.call(workstation.setPin, { body: { pin } })).status).toBe(200);
    await client.call(workstation.lockSession);
    expect((await enter(client, person)).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(200);
    expect(codeOf(await client.call(workstation.setPin, { body: { pin: "739104" } }))).toBe(
      "STEP_UP_REQUIRED",
    );
  });

  it("R0-308 is useless in a stolen database without MASTER_KEY", async () => {
    const { person } = await setUpPin();
    const [row] = await queryRows<{ pin_hash: string; organization_id: string; device_id: string }>(
      testApp,
      "select pin_hash, organization_id, device_id from workstation_pin where person_id = $1",
      [person.personId],
    );
    if (row === undefined) throw new Error("no PIN was stored");
    const binding = {
      personId: person.personId,
      organizationId: row.organization_id,
      deviceId: row.device_id,
    };
    expect(row.pin_hash).toMatch(/^\$argon2id\$/);
    expect(await verify(row.pin_hash, keyedPin(deriveKeys(Buffer.alloc(32, 7)).pins, binding, pin))).toBe(
      true,
    );
    expect(await verify(row.pin_hash, pin)).toBe(false);
    expect(await verify(row.pin_hash, keyedPin(deriveKeys(Buffer.alloc(32)).pins, binding, pin))).toBe(false);
  });

  it("R0-309 works for 12 h after a full sign-in of its user on its device", async () => {
    const { client, person } = await setUpPin();
    testApp.clock.advance(12 * hourMs - 60_000);
    expect((await enter(client, person)).status).toBe(200);
    const ownPin = (await client.call(workstation.getOwnPin)).result;
    expect(ownPin).toMatchObject({ here: true, unavailable: null });
    await client.call(workstation.lockSession);
    testApp.clock.advance(120_000);
    expect(codeOf(await enter(client, person))).toBe("PIN_EXPIRED");
    // The expiry is reported only for the correct PIN.
    expect(codeOf(await enter(client, person, badPin))).toBe("PIN_INCORRECT");
    // A sign-in on another device, or by another user here, does not renew it.
    await signInAtDesk(person);
    await client.signIn(await makeMember(testApp, organization.id, "viewer"));
    expect(codeOf(await enter(client, person))).toBe("PIN_EXPIRED");
    await client.signIn(person);
    await client.call(workstation.lockSession);
    expect((await enter(client, person)).status).toBe(200);
  });

  it("R0-309 requires the second factor in that sign-in if the user has one", async () => {
    const { client, person } = await setUpPin();
    await client.signIn(person);
    await setUpSecondFactor(testApp, client);
    await client.call(workstation.lockSession);
    // The last full sign-in had no second factor, which the rules now require.
    expect(codeOf(await enter(client, person))).toBe("PIN_INCORRECT");
    await unlock(client, person);
    await client.call(workstation.lockSession);
    expect(codeOf(await enter(client, person))).toBe("PIN_INCORRECT");
  });

  it("see R0-309 is renewed by a passkey of a user without an authenticator app", async () => {
    const { client, person } = await setUpPin();
    await client.signIn(person);
    await addPasskey(testApp, client);
    await client.call(workstation.lockSession);
    expect((await enter(client, person)).status).toBe(200);
  });

  it("R0-251 can be set only on a shared workstation after a full sign-in there", async () => {
    const person = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp, "browser");
    await client.signIn(person);
    expect(codeOf(await client.call(workstation.setPin, { body: { pin } }))).toBe(
      "PIN_NEEDS_SHARED_WORKSTATION",
    );
    expect((await client.call(workstation.getOwnPin)).result.unavailable).toBe("workstation");
    await share(testApp, client, organization.id);
    expect(codeOf(await client.call(workstation.setPin, { body: { pin } }))).toBe("PIN_NEEDS_FULL_SIGN_IN");
    await client.signIn(person);
    expect((await client.call(workstation.setPin, { body: { pin } })).result).toMatchObject({ here: true });
  });

  it("see R0-310 is removed by its user on all workstations", async () => {
    const { client, person } = await setUpPin();
    await enter(client, person);
    expect((await client.call(workstation.removePin)).status).toBe(204);
    expect(await pinsOf(person.personId)).toBe(0);
    await client.call(workstation.lockSession);
    expect(codeOf(await enter(client, person))).toBe("PIN_INCORRECT");
    expect(await auditEntries(testApp, organization.id, "user.pin_removed")).toHaveLength(1);
  });
});

describe("a renamed workstation", () => {
  it("see R0-310 keeps its PINs while it stays shared", async () => {
    const { client, person } = await setUpPin();
    await queryRows(
      testApp,
      "update workstation set label = 'Empfang neu', is_shared = true where organization_id = $1",
      [organization.id],
    );
    expect(await pinsOf(person.personId)).toBe(1);
    expect((await enter(client, person)).status).toBe(200);
  });
});

describe("a stored PIN", () => {
  const changes: readonly (readonly [
    string,
    (desk: { client: TestClient; person: Member }) => Promise<unknown>,
  ])[] = [
    [
      "a password change",
      async ({ person }) => {
        const elsewhere = new TestClient(testApp);
        await elsewhere.signIn(person);
        return elsewhere.call(auth.changePassword, {
          body: { currentPassword: testPassword, newPassword: "Sonnen-Garten-83" },
        });
      },
    ],
    [
      "a role change",
      ({ person }) =>
        queryRows(testApp, "update membership set role = 'editor' where person_id = $1", [person.personId]),
    ],
    [
      "a block",
      async ({ person }) => {
        const admin = new TestClient(testApp);
        await admin.signIn(await makeMember(testApp, organization.id, "org_admin"));
        admin.headers = { "x-organization-id": organization.id };
        return admin.call(blockUser, { params: { id: person.personId }, body: { reason: "Probe" } });
      },
    ],
    ...["removed", "deactivated"].map((status): (typeof changes)[number] => [
      `the end of the membership, which is ${status}`,
      ({ person: { personId } }) =>
        queryRows(testApp, "update membership set status = $2 where person_id = $1", [personId, status]),
    ]),
    [
      "a withdrawn release",
      async ({ client, person }) => {
        const admin = new TestClient(testApp);
        await admin.signIn(await makeMember(testApp, organization.id, "org_admin"));
        const [row] = await queryRows<{ device_id: string }>(
          testApp,
          "select device_id from workstation_pin where person_id = $1",
          [person.personId],
        );
        await client.call(workstation.getCurrentWorkstation);
        return admin.call(updateWorkstation, {
          params: { id: organization.id, workstationId: row?.device_id ?? "" },
          body: { shared: false },
        });
      },
    ],
    [
      "the removal of the workstation",
      ({ person }) =>
        queryRows(
          testApp,
          "delete from workstation where id = (select device_id from workstation_pin where person_id = $1)",
          [person.personId],
        ),
    ],
  ];

  it.each(changes)("R0-310 ends with %s", async (_name, change) => {
    const desk = await setUpPin();
    expect(await pinsOf(desk.person.personId)).toBe(1);
    await change(desk);
    expect(await pinsOf(desk.person.personId)).toBe(0);
  });
});

describe("the response to a PIN", () => {
  it("N18 N42 is the same for an unknown user, a user without a PIN and a wrong PIN, even when locked (R8-73)", async () => {
    const { client, person } = await setUpPin();
    const without = await makeMember(testApp, organization.id, "viewer");
    const subjects = [
      { userId: person.personId },
      { username: person.username },
      { userId: without.personId },
      { username: without.username },
      { userId: crypto.randomUUID() },
      { username: "niemand.unbekannt" },
    ];
    const seen = new Set<string>();
    for (const subject of subjects) {
      await deleteAttempts(testApp);
      const codes: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const { problem, status } = await client.call(workstation.signInWithPin, {
          body: { ...subject, pin: badPin },
        });
        codes.push([status, problem.code, problem["attemptsLeft"]].join(" "));
      }
      seen.add(codes.join(", "));
    }
    expect([...seen]).toEqual([
      [...[4, 3, 2, 1, 0].map((left) => `400 PIN_INCORRECT ${left}`), "429 PIN_LOCKED "].join(", "),
    ]);
    const failed = (await auditEntries(testApp, organization.id, "auth.session_unlocked")).filter(
      ({ outcome }) => outcome === "failed",
    );
    expect(failed).toHaveLength(30);
  });

  it("N42 comes after one hash for an unknown user, a user without a PIN and a wrong PIN", async () => {
    const { client, person } = await setUpPin();
    const without = await makeMember(testApp, organization.id, "viewer");
    const verifying = vi.spyOn(PasswordHasher.prototype, "verify");
    const hashes: number[] = [];
    for (const body of [
      { userId: person.personId },
      { userId: without.personId },
      { username: "niemand.unbekannt" },
    ]) {
      verifying.mockClear();
      await client.call(workstation.signInWithPin, { body: { ...body, pin: badPin } });
      hashes.push(verifying.mock.calls.length);
    }
    expect(hashes).toEqual([1, 1, 1]);
  });

  it("N39 see R0-251 is 404 on a device that is unknown or not shared", async () => {
    const { person } = await setUpPin();
    expect((await enter(new TestClient(testApp, "browser"), person)).status).toBe(404);
    const ownClient = new TestClient(testApp, "browser");
    await ownClient.signIn(person);
    await ownClient.call(workstation.lockSession);
    expect((await enter(ownClient, person)).status).toBe(404);
  });

  it("N40 is 403 from another site", async () => {
    const { client, person } = await setUpPin();
    client.headers = { "sec-fetch-site": "cross-site" };
    expect((await enter(client, person)).status).toBe(403);
  });

  it("N14 leaves one session on the same device after 10 parallel correct PINs", async () => {
    const { client, person } = await setUpPin();
    const responses = await Promise.all(Array.from({ length: 10 }, () => enter(client.copy(), person)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await queryRows<{ devices: number; open: number }>(
      testApp,
      `select count(distinct device_id)::int as devices, count(*) filter (where ended_at is null)::int as open
       from session where person_id = $1`,
      [person.personId],
    );
    expect(rows).toEqual([{ devices: 1, open: 1 }]);
  });
});

describe("the tiles of a shared workstation", () => {
  it("see R0-251 show the people who work there, without administrators and security states", async () => {
    const { client, person } = await setUpPin();
    await client.signIn(await makeMember(testApp, organization.id, "org_admin"));
    await client.call(workstation.lockSession);
    const colleague = await makeMember(testApp, organization.id, "editor", {
      firstName: "Lena",
      lastName: "Beispielmann",
    });
    await client.signIn(colleague);
    await client.call(auth.logout);
    const { people } = (await client.call(workstation.getCurrentWorkstation)).result;
    expect(people.map(({ userId }) => userId)).toEqual([person.personId, colleague.personId]);
    expect(people[1]).toEqual({
      userId: colleague.personId,
      name: "Lena Beispielmann",
      initials: "LBE",
      organizationName: expect.any(String),
      role: "editor",
      department: null,
      locked: false,
      passkey: false,
    });
  });
});

describe("Ich bin gesperrt", () => {
  it("R0-311 always responds with 202 and alerts users who may unlock, at most 3 times an hour per device", async () => {
    const { client } = await setUpPin();
    const manager = new TestClient(testApp);
    await manager.signIn(await makeMember(testApp, organization.id, "practice_admin"));
    const calls = Array.from({ length: 5 }, () => client.call(workstation.raiseAlarm, { body: {} }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const alerts = async () =>
      (await manager.call(listNotifications, { query: { limit: 50 } })).result.data.filter(
        ({ kind }) => kind === "workstationAlarm",
      );
    expect(await alerts()).toHaveLength(3);
    expect((await alerts())[0]?.messages.de).toContain("Empfang");
    expect(await auditEntries(testApp, organization.id, "workstation.alarm_raised")).toHaveLength(3);
    const otherSetup = await setUpPin();
    await otherSetup.client.call(workstation.raiseAlarm, { body: {} });
    expect(await auditEntries(testApp, organization.id, "workstation.alarm_raised")).toHaveLength(4);
    for (const [index, passedMs] of [hourMs - 60_000, 61_000].entries()) {
      testApp.clock.advance(passedMs);
      await client.call(workstation.raiseAlarm, { body: {} });
      expect(await auditEntries(testApp, organization.id, "workstation.alarm_raised")).toHaveLength(
        4 + index,
      );
    }
  });

  it("R0-311 gives the same response on an unknown device, and alerts only users who may unlock", async () => {
    const { client } = await setUpPin();
    const viewer = new TestClient(testApp);
    await viewer.signIn(await makeMember(testApp, organization.id, "viewer"));
    const unknown = new TestClient(testApp, "browser");
    expect((await unknown.call(workstation.raiseAlarm, { body: {} })).status).toBe(202);
    expect((await client.call(workstation.raiseAlarm, { body: {} })).status).toBe(202);
    const { data } = (await viewer.call(listNotifications, { query: { limit: 50 } })).result;
    expect(data.filter(({ kind }) => kind === "workstationAlarm")).toEqual([]);
  });

  const minuteMs = 60_000;

  /** Locks the account of a person at the device of a client with ten wrong passwords. */
  async function lockOut(personId: string, client: TestClient): Promise<void> {
    const body = { email: `${personId}@example.org`, password: "Falsch-1" };
    await queryRows(testApp, "update person set email = $2 where id = $1", [personId, body.email]);
    await queryRows(testApp, "select sync_member_rows($1)", [personId]);
    for (let attempt = 0; attempt < 10; attempt += 1) await client.call(auth.login, { body });
    expect(codeOf(await client.call(auth.login, { body }))).toMatch(/ACCOUNT_LOCKED|TOO_MANY_ATTEMPTS/);
  }

  /** Calls for help and returns the id by which the page waits for the unlock. */
  async function callForHelp(client: TestClient, body: { userId?: string; login?: string }): Promise<string> {
    const raised = await client.call(workstation.raiseAlarm, { body });
    expect([raised.status, Object.keys(raised.result)]).toEqual([202, ["id", "expiresAt"]]);
    return raised.result.id;
  }

  const isUnlocked = async (client: TestClient, alarmId: string) =>
    (await client.call(workstation.getAlarm, { params: { alarmId } })).result.unlocked;

  async function signInManager(id = organization.id): Promise<TestClient> {
    const manager = new TestClient(testApp);
    await manager.signIn(await makeMember(testApp, id, "practice_admin"));
    return manager;
  }

  it("see R0-311 reports the unlock to the workstation, for a typed name and for a tile, and the alert links to the person", async () => {
    const { client, person } = await setUpPin();
    const manager = await signInManager();
    const newcomer = await makeMember(testApp, organization.id, "viewer", { lastName: "Beispiel-Neu" });
    for (const { personId, body } of [
      { personId: person.personId, body: { userId: person.personId } },
      { personId: person.personId, body: { login: ` ${person.username?.toUpperCase()} ` } },
      // The user has not signed in at the desk yet, so another counter applies.
      { personId: newcomer.personId, body: { login: `${newcomer.personId}@EXAMPLE.org` } },
    ]) {
      await lockOut(personId, client);
      const id = await callForHelp(client, body);
      expect(await isUnlocked(client, id)).toBe(false);
      const [alert] = (await manager.call(listNotifications, { query: { limit: 1 } })).result.data;
      expect(alert).toMatchObject({ kind: "workstationAlarm", route: "users", userId: personId });
      expect(JSON.stringify(alert?.messages)).not.toContain("Beispiel-Neu");
      await manager.call(unlockUser, { params: { id: personId } });
      expect(await isUnlocked(client, id)).toBe(true);
    }
  });

  it("see R0-311 reports no unlock on another device, after the lock's own end, or if the workstation is no longer shared", async () => {
    const { client, person } = await setUpPin();
    const otherDesk = await signInAtDesk();
    await lockOut(person.personId, client);
    const id = await callForHelp(client, { userId: person.personId });
    await (await signInManager()).call(unlockUser, { params: { id: person.personId } });
    expect(await isUnlocked(client, id)).toBe(true);
    expect(await isUnlocked(otherDesk.client, id)).toBe(false);
    expect(await isUnlocked(new TestClient(testApp, "browser"), id)).toBe(false);
    const setShared = (isShared: boolean) =>
      queryRows(testApp, "update workstation set is_shared = $2 where organization_id = $1", [
        organization.id,
        isShared,
      ]);
    await setShared(false);
    expect(await isUnlocked(client, id)).toBe(false);
    await setShared(true);
    testApp.clock.advance(14 * minuteMs);
    expect(await isUnlocked(client, id)).toBe(true);
    testApp.clock.advance(2 * minuteMs);
    expect(await isUnlocked(client, id)).toBe(false);
    // The lock of 15 minutes expires.
    await lockOut(person.personId, client);
    const ended = await callForHelp(client, { userId: person.personId });
    testApp.clock.advance(16 * minuteMs);
    expect(await isUnlocked(client, ended)).toBe(false);
  });

  it("see R0-311 gives the same response without an unlock for unknown, foreign and unlocked users and beyond the limit", async () => {
    const { client, person } = await setUpPin();
    const foreign = await makeOrganization(testApp);
    const stranger = await makeMember(testApp, foreign.id, "viewer");
    await lockOut(stranger.personId, client);
    const unknown = await callForHelp(client, { login: "niemand.unbekannt" });
    const elsewhere = await callForHelp(client, { userId: stranger.personId });
    const open = await callForHelp(client, { userId: person.personId });
    await lockOut(person.personId, client);
    const beyond = await callForHelp(client, { userId: person.personId });
    const manager = await signInManager();
    const { data } = (await manager.call(listNotifications, { query: { limit: 50 } })).result;
    expect(data.filter(({ userId }) => userId !== null)).toEqual([]);
    await (await signInManager(foreign.id)).call(unlockUser, { params: { id: stranger.personId } });
    await manager.call(unlockUser, { params: { id: person.personId } });
    for (const id of [unknown, elsewhere, open, beyond, uuidV7()])
      expect([id, await isUnlocked(client, id)]).toEqual([id, false]);
  });
});
