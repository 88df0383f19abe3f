import { verifyPassword } from "@praxisportal/contract/auth/auth.endpoints";
import { stepUp } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, testPassword } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());

async function signedIn(kind: "browser" | "client") {
  const client = new TestClient(testApp, kind);
  const { sessionId } = await client.signIn(await makeMember(testApp, organization.id, "viewer"));
  return { client, sessionId };
}

const prove = (client: TestClient, password = testPassword) => client.call(stepUp, { body: { password } });

describe("a fresh proof", () => {
  it("see R7s-36 N37 gives a browser a new secret; a copy of the previous one gives no access and cannot be refreshed", async () => {
    const { client, sessionId } = await signedIn("browser");
    const copy = client.copy();
    expect((await copy.call(getMe)).status).toBe(200);
    expect((await prove(client)).status).toBe(200);
    expect(client.cookie).not.toBe(copy.cookie);
    expect([(await copy.call(getMe)).status, (await copy.refresh()).status]).toEqual([401, 401]);
    // A request in flight from another tab is not treated as theft, so the session stays open.
    expect((await client.call(verifyPassword)).result.sessionId).toBe(sessionId);
    expect((await client.refresh()).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(200);
  });

  it("see R7s-36 N37 changes nothing if it is wrong, and keeps the token of a client without a cookie", async () => {
    const { client } = await signedIn("browser");
    const before = client.cookie;
    expect((await prove(client, "Falsches-Kennwort-1")).status).toBe(400);
    expect([client.cookie, (await client.call(getMe)).status]).toEqual([before, 200]);
    const program = (await signedIn("client")).client;
    program.cookie = before;
    expect((await prove(program)).headers.get("set-cookie")).toBeNull();
    expect((await client.call(getMe)).status).toBe(200);
  });
});
