import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import {
  getCurrentWorkstation,
  lockSession,
  setPin,
  signInWithPin,
  unlockSession,
} from "@praxisportal/contract/workstation/workstation.endpoints";
import * as endpoints from "@praxisportal/contract/passkeys/passkeys.endpoints";
import { authenticateOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import {
  disableTwoFactor,
  stepUp,
  verifyTwoFactor,
} from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { blockUser, createRecoveryCode } from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Authenticator, Tampering } from "../../../test/authenticator.ts";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  queryRows,
} from "../../../test/factories.ts";
import { tokenRequestBody } from "../../../test/application.ts";
import { addPasskey, signInWithPasskey } from "../../../test/passkeys.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

/** Returns a member with a passkey; `client` is signed in. */
async function withPasskey({ app = false, synced = false, home = organization } = {}) {
  const member = await makeMember(testApp, home.id, "viewer");
  const client = new TestClient(testApp, "browser");
  await client.signIn(member);
  const secret = app ? (await setUpSecondFactor(testApp, client)).secret : undefined;
  const { authenticator, id } = await addPasskey(testApp, client, { synced });
  return { member, client, authenticator, id, secret };
}

const begin = async (client: TestClient, body: { tempToken?: string } = {}) =>
  (await client.call(endpoints.passkeyLoginOptions, { body })).result;
const submit = (client: TestClient, body: Record<string, unknown>) =>
  client.call(endpoints.passkeyLogin, { body });

async function refusalOf(client: TestClient, authenticator: Authenticator, tampering: Tampering) {
  const { status, problem } = await submit(
    client,
    authenticator.authenticate(await begin(client), tampering),
  );
  return [status, problem.code];
}

async function lastReason() {
  const entries = await auditEntries(testApp, organization.id, "auth.login");
  return { outcome: entries.at(-1)?.outcome, reason: entries.at(-1)?.record.reason };
}

describe("signing in with a passkey", () => {
  it("see R4-02 R4-03 proves both factors at once: there is no second step, and the log records the method", async () => {
    const { member, authenticator } = await withPasskey({ app: true });
    const client = new TestClient(testApp, "browser");
    const { result } = await signInWithPasskey(client, authenticator);
    expect([result.requires2FA, result.user.id, result.restriction]).toEqual([false, member.personId, null]);
    expect((await client.call(getMe)).status).toBe(200);
    expect(await lastReason()).toEqual({ outcome: "success", reason: "passkey" });
    const [row] = await queryRows<{ proven: boolean }>(
      testApp,
      "select second_factor_at is not null as proven from session where id = $1",
      [result.sessionId],
    );
    expect(row?.proven).toBe(true);
    const { passkeys } = (await client.call(endpoints.listPasskeys)).result;
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it("N42 begins the same for all users: no key is named before the correct password", async () => {
    await withPasskey();
    const { options } = await begin(new TestClient(testApp));
    expect(Object.keys(options).toSorted()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
    expect(options["userVerification"]).toBe("required");
  });

  it("N37 see R4-10 starts in the chosen organization, remembered only as requested", async () => {
    const { member, authenticator } = await withPasskey();
    for (const [remembered, days] of [
      [{ rememberMe: true }, 7],
      [{ rememberMe: false }, 1],
      [{}, 1],
    ] as const) {
      const client = new TestClient(testApp, "browser");
      const body = authenticator.authenticate(await begin(client));
      const { result } = await submit(client, { ...body, organizationId: organization.id, ...remembered });
      expect(result.organization?.id).toBe(organization.id);
      expect(result.user.id).toBe(member.personId);
      const lengthMs = Date.parse(result.absoluteExpiresAt) - Date.parse(result.serverTime);
      expect(lengthMs / 86_400_000).toBeCloseTo(days, 1);
    }
  });

  it.each<[string, Tampering]>([
    ["from another site", { origin: "https://praxisportal.example.net" }],
    ["for another portal", { rpId: "example.net" }],
    ["for another challenge", { challenge: "c29tZXRoaW5nLWVsc2U" }],
    ["of another kind", { type: "webauthn.create" }],
    ["in a frame of another site", { crossOrigin: true }],
    ["without user verification", { verified: false }],
    ["without user presence", { present: false }],
    ["that names another person", { userHandle: Buffer.alloc(16, 1).toString("base64url") }],
    ["without a user handle", { userHandle: undefined }],
    ["signed with another key", { otherKey: true }],
  ])("N32 rejects a response %s, audits and counts it", async (_what, tampering) => {
    const { member, authenticator } = await withPasskey();
    expect(await refusalOf(new TestClient(testApp), authenticator, tampering)).toEqual([
      400,
      "PASSKEY_INVALID",
    ]);
    expect(await lastReason()).toEqual({ outcome: "failed", reason: "passkey_invalid" });
    const entries = await auditEntries(testApp, organization.id, "auth.login");
    expect(entries.at(-1)?.actor_id).toBe(member.personId);
  });

  it("N32 rejects an unknown key with the same message", async () => {
    const { authenticator } = await withPasskey();
    const refusal = await refusalOf(new TestClient(testApp), authenticator, {
      credentialId: Buffer.from("unknown"),
    });
    expect(refusal).toEqual([400, "PASSKEY_INVALID"]);
  });

  it("N32 accepts a challenge once, on the device that requested it, for its purpose, within five minutes", async () => {
    const { client, authenticator } = await withPasskey();
    const otherClient = new TestClient(testApp, "browser");
    const usedChallenge = await begin(otherClient);
    const failedResponse = authenticator.authenticate(usedChallenge, { verified: false });
    expect((await submit(otherClient, failedResponse)).status).toBe(400);
    // The only response was wrong; a correct one comes too late.
    expect((await submit(otherClient, authenticator.authenticate(usedChallenge))).problem.code).toBe(
      "PASSKEY_INVALID",
    );
    expect((await submit(otherClient, authenticator.authenticate(await begin(client)))).problem.code).toBe(
      "PASSKEY_INVALID",
    );
    const { result: forStepUp } = await client.call(endpoints.stepUpOptions);
    expect((await submit(client, authenticator.authenticate(forStepUp))).problem.code).toBe(
      "PASSKEY_INVALID",
    );
    const late = await begin(otherClient);
    testApp.clock.advance(5 * 60_000);
    expect((await submit(otherClient, authenticator.authenticate(late))).problem.code).toBe(
      "PASSKEY_INVALID",
    );
    expect((await signInWithPasskey(otherClient, authenticator)).status).toBe(200);
  });

  it("N14 signs in with one of 20 parallel copies of one response", async () => {
    const { authenticator } = await withPasskey();
    const client = new TestClient(testApp);
    const body = authenticator.authenticate(await begin(client));
    const responses = await Promise.all(Array.from({ length: 20 }, () => submit(client.copy(), body)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("N17 rejects and audits a counter that does not increase: a copy of the key is in use", async () => {
    const { authenticator } = await withPasskey();
    const client = new TestClient(testApp);
    authenticator.counter = 41;
    expect((await signInWithPasskey(client, authenticator)).status).toBe(200);
    for (const counter of [42, 7, 0]) {
      expect(await refusalOf(client, authenticator, { counter })).toEqual([400, "PASSKEY_INVALID"]);
      expect(await lastReason()).toEqual({ outcome: "denied", reason: "passkey_counter" });
    }
    expect((await signInWithPasskey(client, authenticator)).status).toBe(200);
  });

  it("N17 accepts one of two copies that show the same counter at the same moment", async () => {
    const { authenticator } = await withPasskey();
    const clients = Array.from({ length: 6 }, () => new TestClient(testApp));
    const bodies = await Promise.all(
      clients.map(async (client) => authenticator.authenticate(await begin(client), { counter: 9 })),
    );
    const responses = await Promise.all(clients.map((client, index) => submit(client, bodies[index] ?? {})));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("see R4-03 a passkey without a counter can be used repeatedly", async () => {
    const { authenticator } = await withPasskey({ synced: true });
    const client = new TestClient(testApp);
    const statuses: number[] = [];
    while (statuses.length < 3) statuses.push((await signInWithPasskey(client, authenticator)).status);
    expect(statuses).toEqual([200, 200, 200]);
  });

  it("N18 N33 wrong responses count per account: ten are checked, and codes have a separate counter", async () => {
    const { member, authenticator, secret = "" } = await withPasskey({ app: true });
    const responses = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const client = new TestClient(testApp);
        return submit(client, authenticator.authenticate(await begin(client), { otherKey: true }));
      }),
    );
    const statuses = responses.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 400),
      statuses.filter((status) => status === 429),
    ]).toEqual([Array(10).fill(400), Array(4).fill(429)]);
    const client = new TestClient(testApp);
    expect((await signInWithPasskey(client, authenticator)).problem.code).toBe("TOO_MANY_ATTEMPTS");
    const tempToken = await beginSignIn(client, member);
    const body = { tempToken, totpCode: appCode(testApp, secret) };
    expect((await client.call(verifyTwoFactor, { body })).status).toBe(200);
  });

  it("N44 limits the number of challenges per address", async () => {
    const client = new TestClient(testApp);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 400) {
      const batch = Array.from({ length: 20 }, () =>
        client.call(endpoints.passkeyLoginOptions, { body: {} }),
      );
      statuses.push(
        ...(await Promise.all(batch)).map(({ status }) => status).toSorted((left, right) => left - right),
      );
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    const lockedResponse = await client.call(endpoints.passkeyLoginOptions, { body: {} });
    expect([lockedResponse.problem.code, Number(lockedResponse.headers.get("retry-after")) > 0]).toEqual([
      "TOO_MANY_REQUESTS",
      true,
    ]);
  });

  it("N40 cannot be started by another site", async () => {
    const client = new TestClient(testApp, "browser");
    client.headers = { "sec-fetch-site": "cross-site" };
    expect((await client.call(endpoints.passkeyLoginOptions, { body: {} })).status).toBe(403);
  });
});

describe("users who may not work", () => {
  const states = {
    deactivated: ["update person set deactivated_at = now() where id = $1", "ACCOUNT_DISABLED"],
    removed: ["update membership set status = 'removed' where person_id = $1", "ACCOUNT_DISABLED"],
    suspended: [
      "update organization set status = 'suspended' where organization_id = (select organization_id from membership where person_id = $1)",
      "ORGANIZATION_SUSPENDED",
    ],
  } as const;

  it.each(Object.entries(states))(
    "N21 N43 cannot sign in with a passkey: %s",
    async (_state, [change, code]) => {
      const home = await makeOrganization(testApp);
      const { member, authenticator } = await withPasskey({ home });
      await queryRows(testApp, change, [member.personId]);
      const client = new TestClient(testApp);
      const response = await signInWithPasskey(client, authenticator);
      expect([response.status, response.problem.code]).toEqual([403, code]);
      // The reason is disclosed only after a valid proof.
      expect(await refusalOf(client, authenticator, { otherKey: true })).toEqual([400, "PASSKEY_INVALID"]);
    },
  );

  it("N21 cannot sign in with a passkey when blocked, even in a second step begun before", async () => {
    const { member, authenticator } = await withPasskey({ app: true });
    const startedClient = new TestClient(testApp);
    const tempToken = await beginSignIn(startedClient, member);
    const challenge = await begin(startedClient, { tempToken });
    const admin = new TestClient(testApp);
    await admin.signIn(await makeMember(testApp, organization.id, "org_admin"));
    await admin.call(blockUser, { params: { id: member.personId } });
    expect((await signInWithPasskey(new TestClient(testApp), authenticator)).problem.code).toBe(
      "ACCOUNT_BLOCKED",
    );
    const second = await submit(startedClient, { ...authenticator.authenticate(challenge), tempToken });
    expect([401, 403]).toContain(second.status);
  });
});

describe("a passkey as the second step", () => {
  it("R7s-12 R4-03 completes a sign-in begun with the password, once", async () => {
    const { member, authenticator } = await withPasskey({ app: true });
    const client = new TestClient(testApp, "browser");
    const { result } = await client.call(auth.login, {
      body: { email: member.email, password: member.password },
    });
    expect(result).toMatchObject({ requires2FA: true, methods: ["code", "passkey"] });
    const tempToken = result.requires2FA ? result.tempToken : "";
    const options = await begin(client, { tempToken });
    expect(options.options["allowCredentials"]).toMatchObject([
      { id: authenticator.credentialId.toString("base64url"), type: "public-key" },
    ]);
    // Copied before the browser became a known device: the refusal below is due to the used step.
    const before = client.copy();
    const response = await submit(client, { ...authenticator.authenticate(options), tempToken });
    expect(response.result.user.id).toBe(member.personId);
    expect(await lastReason()).toEqual({ outcome: "success", reason: "password+passkey" });
    const secondUse = await before.call(endpoints.passkeyLoginOptions, { body: { tempToken } });
    expect([secondUse.status, secondUse.problem.code]).toEqual([401, "SECOND_STEP_EXPIRED"]);
  });

  it("N32 must be the person's own, on the first step's device, and counts among its five attempts", async () => {
    const { member, authenticator } = await withPasskey({ app: true });
    const otherUser = await withPasskey();
    const client = new TestClient(testApp, "browser");
    const tempToken = await beginSignIn(client, member);
    const attempt = async (by: Authenticator, tampering: Tampering = {}) =>
      submit(client, { ...by.authenticate(await begin(client, { tempToken }), tampering), tempToken });
    expect((await attempt(otherUser.authenticator)).problem.code).toBe("PASSKEY_INVALID");
    // A challenge without a first step is not valid for the second one, and vice versa.
    const withoutFirstStep = { ...authenticator.authenticate(await begin(client)), tempToken };
    expect((await submit(client, withoutFirstStep)).problem.code).toBe("PASSKEY_INVALID");
    const second = authenticator.authenticate(await begin(client, { tempToken }));
    expect((await submit(client, second)).problem.code).toBe("PASSKEY_INVALID");
    const foreign = await otherUser.client.call(endpoints.passkeyLoginOptions, { body: { tempToken } });
    expect(foreign.problem.code).toBe("SECOND_STEP_EXPIRED");
    for (const counter of [3, 4, 5]) {
      const tampering = { counter, otherKey: true };
      expect((await attempt(authenticator, tampering)).problem.code).toBe("PASSKEY_INVALID");
    }
    const sixth = await client.call(endpoints.passkeyLoginOptions, { body: { tempToken } });
    expect(sixth.problem.code).toBe("SECOND_STEP_EXPIRED");
  });
});

describe("an organization that requires a second factor", () => {
  /** Returns a member whose only second factor is a passkey. */
  async function onlyPasskey() {
    const home = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
    const member = await makeMember(testApp, home.id, "viewer");
    const client = new TestClient(testApp, "browser");
    await client.signIn(member);
    await setUpSecondFactor(testApp, client);
    const { authenticator } = await addPasskey(testApp, client);
    await client.call(disableTwoFactor, { body: { password: member.password } });
    return { home, member, authenticator };
  }

  it("N32 a password alone gives an application no token if a passkey is the second factor", async () => {
    const { member } = await onlyPasskey();
    const response = await new TestClient(testApp).call(authenticateOrgToken, {
      body: tokenRequestBody(member),
    });
    expect([response.status, response.problem.code]).toEqual([403, "SECOND_FACTOR_REQUIRED"]);
  });

  it("N32 a one-time code for a lost second factor removes the passkeys, and leads to a new setup", async () => {
    const { home, member, authenticator } = await onlyPasskey();
    const admin = new TestClient(testApp);
    await admin.signIn(await makeMember(testApp, home.id, "org_admin"));
    await setUpSecondFactor(testApp, admin);
    const { result } = await admin.call(createRecoveryCode, {
      params: { id: member.personId },
      body: { purpose: "second_factor" },
    });
    const client = new TestClient(testApp);
    const tempToken = await beginSignIn(client, member);
    const signedIn = await client.call(verifyTwoFactor, { body: { tempToken, backupCode: result.code } });
    expect(signedIn.result.restriction).toBe("two_factor_setup");
    expect((await signInWithPasskey(new TestClient(testApp), authenticator)).problem.code).toBe(
      "PASSKEY_INVALID",
    );
  });
});

describe("a locked session", () => {
  async function atLockedWorkstation() {
    const user = await withPasskey();
    await user.client.call(lockSession);
    return user;
  }
  const unlockOptions = (client: TestClient, userId: string) =>
    client.call(endpoints.unlockOptions, { body: { userId } });
  const unlock = (client: TestClient, userId: string, passkey: unknown) =>
    client.call(unlockSession, { body: { userId, passkey } });

  it("N37 N39 is unlocked with a passkey of its user, with new tokens", async () => {
    const { client, member, authenticator } = await atLockedWorkstation();
    const { people } = (await client.call(getCurrentWorkstation)).result;
    expect(people.map(({ passkey }) => passkey)).toEqual([true]);
    const before = client.accessToken;
    const { result: options } = await unlockOptions(client, member.personId);
    const { result } = await unlock(client, member.personId, authenticator.authenticate(options));
    expect(result.user.id).toBe(member.personId);
    client.accessToken = result.accessToken;
    expect((await client.call(getMe)).status).toBe(200);
    client.accessToken = before;
    expect((await client.call(getMe)).status).toBe(401);
  });

  it("see R0-253 R0-255 is unlocked with a passkey, which unlocks the PIN and is a fresh proof in a PIN session", async () => {
    const member = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp, "browser");
    await client.signIn(member);
    await queryRows(
      testApp,
      `update workstation set is_shared = true, auto_lock_minutes = 5, label = 'Empfang', released_at = now()
       where id = (select device_id from session where person_id = $1 limit 1)`,
      [member.personId],
    );
    await client.signIn(member);
    expect((await client.call(setPin, { body: { pin: "482916" } })).status).toBe(200);
    const { authenticator } = await addPasskey(testApp, client);
    await client.call(lockSession);
    const enter = async (pin: string) => {
      const response = await client.call(signInWithPin, { body: { userId: member.personId, pin } });
      if (response.status === 200) client.accessToken = response.result.accessToken;
      return response.status === 200 ? 200 : response.problem.code;
    };
    for (let count = 0; count < 5; count += 1) expect(await enter("905173")).toBe("PIN_INCORRECT");
    expect(await enter("482916")).toBe("PIN_LOCKED");
    const { result: options } = await unlockOptions(client, member.personId);
    const unlockResponse = await unlock(client, member.personId, authenticator.authenticate(options));
    client.accessToken = unlockResponse.result.accessToken;
    await client.call(lockSession);
    expect(await enter("482916")).toBe(200);

    const change = async () => {
      const response = await client.call(setPin, { body: { pin: "739104" } });
      return response.status === 200 ? 200 : response.problem.code;
    };
    expect(await change()).toBe("STEP_UP_REQUIRED");
    const { result: forProof } = await client.call(endpoints.stepUpOptions);
    const proof = await client.call(stepUp, { body: { passkey: authenticator.authenticate(forProof) } });
    expect(proof.status).toBe(200);
    expect(await change()).toBe(200);
  });

  it("N39 is not offered without the device's cookie, on another device, or for a user without a locked session", async () => {
    const { client, member } = await atLockedWorkstation();
    const unlockedUser = await withPasskey();
    const requests = [
      unlockOptions(new TestClient(testApp, "browser"), member.personId),
      unlockOptions(unlockedUser.client, member.personId),
      unlockOptions(client, unlockedUser.member.personId),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it("N32 rejects foreign passkeys, responses of another workstation and replayed ones, and audits it", async () => {
    const { client, member, authenticator } = await atLockedWorkstation();
    const otherWorkstation = await atLockedWorkstation();
    const optionsOf = async (user: { client: TestClient; member: { personId: string } }) =>
      (await unlockOptions(user.client, user.member.personId)).result;
    const current = { client, member };
    const refusals = [
      otherWorkstation.authenticator.authenticate(await optionsOf(current)),
      authenticator.authenticate(await optionsOf(otherWorkstation)),
      authenticator.authenticate(await begin(client)),
      authenticator.authenticate(await optionsOf(current), { verified: false }),
    ];
    for (const proof of refusals) {
      expect((await unlock(client, member.personId, proof)).problem.code).toBe("PASSKEY_INVALID");
    }
    const failedEntries = await auditEntries(testApp, organization.id, "auth.session_unlocked");
    expect(failedEntries.at(-1)).toMatchObject({ outcome: "failed", actor_id: member.personId });
    const right = authenticator.authenticate(await optionsOf(current));
    expect((await unlock(client, member.personId, right)).status).toBe(200);
    expect((await unlock(client, member.personId, right)).status).toBe(404);
  });
});
