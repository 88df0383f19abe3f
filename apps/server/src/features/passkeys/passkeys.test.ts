import { login } from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/passkeys/passkeys.endpoints";
import {
  disableTwoFactor,
  getTwoFactor,
  stepUp,
} from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { Authenticator, type Tampering } from "../../../test/authenticator.ts";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  testPassword,
} from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { addPasskey, signInWithPasskey } from "../../../test/passkeys.ts";
import { setUpSecondFactor } from "../../../test/second-factor.ts";
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

async function signInMember(memberOrganization = organization) {
  const member = await makeMember(testApp, memberOrganization.id, "viewer");
  const client = new TestClient(testApp, "browser");
  await client.signIn(member);
  return { member, client };
}

const begin = async (client: TestClient) => (await client.call(endpoints.passkeyOptions)).result;
const listPasskeysOf = async (client: TestClient) =>
  (await client.call(endpoints.listPasskeys)).result.passkeys;
const remove = (client: TestClient, id: string) => client.call(endpoints.removePasskey, { params: { id } });
const tenMinutesLater = async (client: TestClient) => {
  testApp.clock.advance(10 * 60_000);
  await client.refresh({ extend: true });
};

describe("adding a passkey", () => {
  it("N35 requests a discoverable, user-verifying passkey and excludes the existing ones", async () => {
    const { member, client } = await signInMember();
    const first = await addPasskey(testApp, client);
    const { options } = await begin(client);
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Praxisportal" },
      user: { name: member.email, displayName: "Mia Muster-Probe" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [
        { id: first.authenticator.credentialId.toString("base64url"), transports: ["hybrid", "internal"] },
      ],
    });
    // The key stores nothing that identifies the person, except the names shown by the device.
    expect(JSON.stringify((options as { user: { id: string } }).user.id)).not.toContain(member.personId);
  });

  it("see R7n-22 returns the browser and system of the request, so that the passkey can be named after them", async () => {
    const { client } = await signInMember();
    const headers = {
      "user-agent":
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    };
    const recognized = await client.call(endpoints.passkeyOptions, { headers });
    expect(recognized.result).toMatchObject({ browser: "Chrome 140", system: "Windows" });
    const unknown = await client.call(endpoints.passkeyOptions, { headers: { "user-agent": "" } });
    expect(unknown.result).toMatchObject({ browser: null, system: null });
  });

  it("see R7n-22 is listed with its name, audited and mailed; the other sessions stay", async () => {
    const { member, client } = await signInMember();
    const otherClient = new TestClient(testApp);
    await otherClient.signIn(member);
    const bound = await addPasskey(testApp, client);
    const synced = await addPasskey(testApp, client, { synced: true });
    expect(
      (await listPasskeysOf(client)).map(({ name, synced: isSynced, lastUsedAt }) => [
        name,
        isSynced,
        lastUsedAt,
      ]),
    ).toEqual([
      [synced.name, true, null],
      [bound.name, false, null],
    ]);
    expect((await otherClient.call(getMe)).status).toBe(200);
    const entries = await auditEntries(testApp, organization.id, "user.passkey_added");
    expect(entries.filter(({ target_id: id }) => id === member.personId)).toHaveLength(2);
    await eventually(async () => {
      const mails = (await mailsOf(testApp, "passkeyAdded")).filter((mail) =>
        mail.includes(member.email ?? "-"),
      );
      expect(mails).toHaveLength(2);
    });
  });

  it("see R0-274 is the second factor of a session that must set one up", async () => {
    const strictOrganization = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
    const { member, client } = await signInMember(strictOrganization);
    expect((await client.call(getMe)).problem.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
    await addPasskey(testApp, client);
    expect((await client.call(getMe)).status).toBe(200);
    // The password alone leads to a second step from now on.
    const nextSignIn = await new TestClient(testApp).call(login, {
      body: { username: member.username, password: testPassword },
    });
    expect(nextSignIn.result).toMatchObject({ requires2FA: true });
  });

  it("N36 needs a fresh proof at the beginning and at the end", async () => {
    const { client } = await signInMember();
    const options = await begin(client);
    await tenMinutesLater(client);
    expect((await client.call(endpoints.passkeyOptions)).problem.code).toBe("STEP_UP_REQUIRED");
    const body = { ...new Authenticator(testApp).create(options), name: "Spät" };
    const late = await client.call(endpoints.addPasskey, { body });
    expect([late.status, late.problem.code]).toEqual([403, "STEP_UP_REQUIRED"]);
  });

  it.each<[string, Tampering]>([
    ["from another site", { origin: "https://praxisportal.example.net" }],
    ["from another spelling of the address", { origin: "http://127.0.0.1:8080" }],
    ["for another portal", { rpId: "example.net" }],
    ["for another challenge", { challenge: "c29tZXRoaW5nLWVsc2U" }],
    ["of another kind", { type: "webauthn.get" }],
    ["in a frame of another site", { crossOrigin: true }],
    ["without user verification", { verified: false }],
    ["without user presence", { present: false }],
    [
      "with foreign certificates",
      { attestation: { fmt: "packed", attStmt: new Map([["x5c", Buffer.from("00", "hex")]]) } },
    ],
    ["with an attestation of another format", { attestation: { fmt: "tpm", attStmt: new Map() } }],
  ])("N35 rejects a response %s", async (_what, tampering) => {
    const { client } = await signInMember();
    const body = { ...new Authenticator(testApp).create(await begin(client), tampering), name: "Falsch" };
    const response = await client.call(endpoints.addPasskey, { body });
    expect([response.status, response.problem.code]).toEqual([400, "PASSKEY_INVALID"]);
    expect(await listPasskeysOf(client)).toEqual([]);
  });

  it("N35 accepts a challenge once, from its own session, for its own purpose, within five minutes", async () => {
    const { member, client } = await signInMember();
    const add = (
      as: TestClient,
      options: Parameters<Authenticator["create"]>[0],
      key = new Authenticator(testApp),
    ) => as.call(endpoints.addPasskey, { body: { ...key.create(options), name: "Zweimal" } });
    const usedChallenge = await begin(client);
    expect((await add(client, usedChallenge)).status).toBe(201);
    expect((await add(client, usedChallenge)).problem.code).toBe("PASSKEY_INVALID");
    const otherClient = new TestClient(testApp);
    await otherClient.signIn(member);
    expect((await add(otherClient, await begin(client))).problem.code).toBe("PASSKEY_INVALID");
    const { result: forLogin } = await client.call(endpoints.passkeyLoginOptions, { body: {} });
    const user = { id: Buffer.from("x").toString("base64url") };
    const forged = { ...forLogin, options: { ...forLogin.options, user } };
    expect((await add(client, forged)).problem.code).toBe("PASSKEY_INVALID");
    // The same session and device, another purpose.
    const { result: forProof } = await client.call(endpoints.stepUpOptions);
    const { challenge } = forProof.options as { challenge: string };
    const renamed = { challengeId: forProof.challengeId, options: { ...usedChallenge.options, challenge } };
    expect((await add(client, renamed)).problem.code).toBe("PASSKEY_INVALID");
    const late = await begin(client);
    testApp.clock.advance(5 * 60_000);
    expect((await add(client, late)).problem.code).toBe("PASSKEY_INVALID");
  });

  it("N35 registers a key only once, for any user", async () => {
    const { client } = await signInMember();
    const { authenticator } = await addPasskey(testApp, client);
    const { client: otherClient } = await signInMember();
    const body = { ...authenticator.create(await begin(otherClient)), name: "Fremd" };
    const response = await otherClient.call(endpoints.addPasskey, { body });
    expect([response.status, response.problem.code]).toEqual([409, "ALREADY_EXISTS"]);
  });

  it("see R7n-22 treats malformed input as a wrong response, not as a server error", async () => {
    const { client } = await signInMember();
    for (const malformed of [{}, { id: 7 }, { id: "x", rawId: "x", response: { clientDataJSON: [] } }]) {
      const { challengeId } = await begin(client);
      const response = await client.call(endpoints.addPasskey, {
        body: { challengeId, response: malformed, name: "x" },
      });
      expect(response.problem.code).toBe("PASSKEY_INVALID");
    }
  });
});

describe("own passkeys", () => {
  it("N02 can be renamed and removed only by their owner", async () => {
    const { client } = await signInMember();
    const { id } = await addPasskey(testApp, client);
    const { client: otherClient } = await signInMember();
    const rename = (as: TestClient) =>
      as.call(endpoints.renamePasskey, { params: { id }, body: { name: "Empfang rechts" } });
    expect((await rename(otherClient)).status).toBe(404);
    expect((await remove(otherClient, id)).status).toBe(404);
    expect((await rename(client)).result.name).toBe("Empfang rechts");
    expect((await listPasskeysOf(client)).map(({ name }) => name)).toEqual(["Empfang rechts"]);
    expect(await auditEntries(testApp, organization.id, "user.passkey_renamed")).toHaveLength(1);
  });

  it("N24 removing one ends the other sessions, is audited and mailed, and invalidates the key", async () => {
    const { member, client } = await signInMember();
    const { id, authenticator } = await addPasskey(testApp, client);
    const otherClient = new TestClient(testApp);
    expect((await signInWithPasskey(otherClient, authenticator)).status).toBe(200);
    expect((await remove(client, id)).status).toBe(204);
    expect((await client.call(getMe)).status).toBe(200);
    expect((await otherClient.call(getMe)).status).toBe(401);
    expect((await signInWithPasskey(otherClient, authenticator)).problem.code).toBe("PASSKEY_INVALID");
    const entries = await auditEntries(testApp, organization.id, "user.passkey_removed");
    expect(entries.at(-1)).toMatchObject({ outcome: "success", target_id: member.personId });
    await eventually(async () =>
      expect((await mailsOf(testApp, "passkeyRemoved")).join("")).toContain(member.email),
    );
  });

  it("N36 removing one needs a fresh proof, which may be by passkey", async () => {
    const { client } = await signInMember();
    const { id, authenticator } = await addPasskey(testApp, client);
    await tenMinutesLater(client);
    expect((await remove(client, id)).problem.code).toBe("STEP_UP_REQUIRED");
    const { result: options } = await client.call(endpoints.stepUpOptions);
    const passkey = authenticator.authenticate(options);
    expect((await client.call(stepUp, { body: { passkey } })).status).toBe(200);
    expect((await remove(client, id)).status).toBe(204);
    expect((await client.call(endpoints.stepUpOptions)).status).toBe(404);
  });

  it("N36 a fresh proof is one response in this session by one of the user's own passkeys", async () => {
    const { client } = await signInMember();
    const { authenticator } = await addPasskey(testApp, client);
    const { client: colleague } = await signInMember();
    const foreign = await addPasskey(testApp, colleague);
    const prove = async (
      options: { challengeId: string; options: Record<string, unknown> },
      by = authenticator,
    ) => (await client.call(stepUp, { body: { passkey: by.authenticate(options) } })).status;
    const fresh = async (as = client) => (await as.call(endpoints.stepUpOptions)).result;
    const usedProof = await fresh();
    expect(usedProof.options["allowCredentials"]).toMatchObject([
      { id: authenticator.credentialId.toString("base64url") },
    ]);
    expect(await prove(usedProof)).toBe(200);
    expect(await prove(usedProof)).toBe(400);
    expect(await prove(await fresh(colleague))).toBe(400);
    expect(await prove(await fresh(), foreign.authenticator)).toBe(400);
    const failedEntries = await auditEntries(testApp, organization.id, "auth.step_up");
    expect(failedEntries.findLast(({ outcome }) => outcome === "failed")?.record.reason).toBe(
      "passkey_invalid",
    );
  });
});

describe("an organization that requires a second factor", () => {
  const strictOrganization = () => makeOrganization(testApp, { twoFactorPolicy: "required_all" });

  it("R4-02 a passkey counts as a second factor: the password leads to it, and the passkey alone is sufficient", async () => {
    const { member, client } = await signInMember(await strictOrganization());
    await setUpSecondFactor(testApp, client);
    const { authenticator } = await addPasskey(testApp, client);
    expect((await client.call(getTwoFactor)).result).toMatchObject({ enabled: true, required: false });
    expect((await client.call(disableTwoFactor, { body: { password: testPassword } })).status).toBe(204);
    const otherClient = new TestClient(testApp);
    const { result } = await otherClient.call(login, {
      body: { email: member.email, password: testPassword },
    });
    expect(result).toMatchObject({ requires2FA: true, methods: ["passkey"] });
    expect((await signInWithPasskey(otherClient, authenticator)).result.restriction).toBeNull();
  });

  it("see R7s-35 the last required factor cannot be removed, even if all are removed at the same moment", async () => {
    const { client } = await signInMember(await strictOrganization());
    await setUpSecondFactor(testApp, client);
    const ids: string[] = [];
    while (ids.length < 6) ids.push((await addPasskey(testApp, client)).id);
    await client.call(disableTwoFactor, { body: { password: testPassword } });
    const responses = await Promise.all(ids.map((id) => remove(client.copy(), id)));
    const refusals = responses.filter(({ status }) => status !== 204);
    expect(refusals.map(({ problem }) => problem.code)).toEqual(["TWO_FACTOR_REQUIRED"]);
    expect(await listPasskeysOf(client)).toHaveLength(1);
  });

  it("see R7s-35 the last passkey can be removed if there is an app; the app then cannot be removed", async () => {
    const { client } = await signInMember(await strictOrganization());
    await setUpSecondFactor(testApp, client);
    const { id } = await addPasskey(testApp, client);
    expect((await remove(client, id)).status).toBe(204);
    const off = await client.call(disableTwoFactor, { body: { password: testPassword } });
    expect([off.status, off.problem.code]).toEqual([409, "TWO_FACTOR_REQUIRED"]);
  });
});
