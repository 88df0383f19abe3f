import { Socket } from "node:net";
import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { acceptInvitation, addMember } from "@praxisportal/contract/members/members.endpoints";
import * as reset from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { completeSetup } from "@praxisportal/contract/setup/setup.endpoints";
import * as security from "@praxisportal/contract/user-security/user-security.endpoints";
import { createUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeMember, makeOrganization, queryRows, testPassword } from "../../../test/factories.ts";
import { mailedToken } from "../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { PasswordHasher } from "../crypto/password-hasher.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** A call that sets a password. `context` has names of the person and the organization. */
type Call = {
  endpoint: Endpoint;
  client: TestClient;
  params?: Record<string, string>;
  body: object;
  context: readonly string[];
};
const personalInfo = { firstName: "Erika", lastName: "Muster-Neu" };

async function organizationWith() {
  const organization = await makeOrganization(testApp, { name: "Praxis Lindenallee" });
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organization.id, "org_admin"));
  const colleague = await makeMember(testApp, organization.id, "viewer");
  return { organization, client, colleague, params: { id: colleague.personId } };
}

/** All calls that set a password, by description. */
const places: Readonly<Record<string, (password: string) => Promise<Call>>> = {
  "the creation of a user": async (password) => ({
    endpoint: createUser,
    client: (await organizationWith()).client,
    body: { username: "erika_neu", personalInfo, password },
    context: ["Muster-Neu", "Praxis Lindenallee"],
  }),
  "the user's own change": async (newPassword) => ({
    endpoint: auth.changePassword,
    client: (await organizationWith()).client,
    body: { currentPassword: testPassword, newPassword },
    context: ["Muster-Probe", "Praxis Lindenallee"],
  }),
  "an accepted invitation": async (password) => {
    const { organization, client } = await organizationWith();
    const email = `${organization.id}@example.org`;
    await client.call(addMember, { params: { id: organization.id }, body: { email } });
    const token = await mailedToken(testApp, "invitation", email);
    const context = ["Praxis Lindenallee"];
    return {
      endpoint: acceptInvitation,
      client: new TestClient(testApp),
      body: { token, password },
      context,
    };
  },
  "the first administrator": async (password) => {
    const link = await testApp.app.setup.makeLink(testApp.config.publicUrl);
    const body = {
      token: link?.split("/").at(-1),
      administrator: { ...personalInfo, username: "betrieb", password },
      organization: { name: "Praxis Erstbezug", country: "DE" },
      member: { ...personalInfo, username: "leitung", password: "Sonnen-Garten-83" },
    };
    return { endpoint: completeSetup, client: new TestClient(testApp), body, context: ["Muster-Neu"] };
  },
  "a mailed link": async (newPassword) => {
    const { colleague } = await organizationWith();
    const client = new TestClient(testApp);
    await client.call(reset.initiateReset, { body: { email: colleague.email } });
    const token = await mailedToken(testApp, "passwordReset", colleague.email ?? "");
    const context = ["Muster-Probe", "Praxis Lindenallee"];
    return { endpoint: reset.confirmReset, client, body: { token, newPassword }, context };
  },
  "a one-time code": async (newPassword) => {
    const { client, colleague, params } = await organizationWith();
    const code = (await client.call(security.createRecoveryCode, { params, body: { purpose: "password" } }))
      .result.code;
    const body = { name: colleague.email, code, newPassword };
    const context = ["Muster-Probe", "Praxis Lindenallee"];
    return { endpoint: reset.redeemRecoveryCode, client: new TestClient(testApp), body, context };
  },
  "an administrator": async (newPassword) => {
    const { client, params } = await organizationWith();
    const context = ["Muster-Probe", "Praxis Lindenallee"];
    return { endpoint: security.setUserPassword, client, params, body: { newPassword }, context };
  },
};

/** Addresses and sockets of this machine, where the portal and its database run. */
const ownTargets = /^(?:localhost|127\.0\.0\.1|::1|\/.*)$/;

/** Returns the host or socket that a call of `Socket.connect` opens. */
function targetOf(parameters: unknown[]): string {
  const [options, host] = parameters.flat() as [unknown, unknown];
  if (typeof options !== "object" || options === null)
    return String(typeof host === "string" ? host : options);
  const { path, host: named } = options as { path?: string; host?: string };
  return path ?? named ?? "localhost";
}

/** 128 characters of several scripts, with spaces even at the ends, and a character outside the basic plane. */
const longest = `  Größe 🩺 9 Ζωή ${"ß".repeat(110)}  `;
const hasher = new PasswordHasher();

async function storedHashes(): Promise<string[]> {
  const rows = await queryRows<{ hash: string }>(
    testApp,
    "select password_hash as hash from person where password_hash is not null",
  );
  return rows.map(({ hash }) => hash);
}

describe.each(Object.entries(places))("a password set by %s", (_name, place) => {
  it("R5-34 see R5-33 is rejected offline if it is leaked or a word of its context, and may have 128 characters of any kind", async () => {
    const { client, endpoint, context, ...known } = await place("Passwort123!");
    const connections = vi.spyOn(Socket.prototype, "connect");
    const refusal = await client.call(endpoint, known);
    const targets = connections.mock.calls.map(targetOf);
    connections.mockRestore();
    expect(targets.filter((target) => !ownTargets.test(target))).toEqual([]);
    expect([refusal.status, refusal.problem.errors?.map((issue) => issue.code)]).toEqual([
      400,
      ["passwordBreached"],
    ]);
    for (const word of context) {
      const body = JSON.parse(JSON.stringify(known.body).replace("Passwort123!", `${word}2026`)) as object;
      const { status, problem } = await client.call(endpoint, { ...known, body });
      expect([word, status, problem.errors?.map((issue) => issue.code)]).toEqual([
        word,
        400,
        ["passwordContext"],
      ]);
    }
    const { context: _context, ...fresh } = await place(longest);
    const before = await storedHashes();
    expect((await fresh.client.call(fresh.endpoint, fresh)).status).toBeLessThan(300);
    const stored = (await storedHashes()).filter((hash) => !before.includes(hash));
    // The setup also stores the password of the first member.
    const matches = await Promise.all(stored.map((hash) => hasher.verify(hash, longest)));
    expect(matches.filter(Boolean)).toHaveLength(1);
  });
});
