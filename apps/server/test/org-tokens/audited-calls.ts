import { makeApplication, tokenRequestBody } from "../application.ts";
import { makeMember, makeOrganization, queryRows } from "../factories.ts";
import { TestClient } from "../test-client.ts";
import type { TestApp } from "../test-app.ts";

type Callers = {
  /** Returns an administrator of an organization. */
  signedIn: () => Promise<{
    client: TestClient;
    member: { email: string | null; organizationId: string };
    organizationId: string;
  }>;
  operator: () => Promise<TestClient>;
};

/** Returns one successful example of each audited call about tokens. */
export function orgTokenExamples(testApp: () => TestApp, { signedIn, operator }: Callers) {
  /** Signs in an administrator who has a token. */
  async function withToken() {
    const { client, member, organizationId } = await signedIn();
    const { pair } = await makeApplication(testApp(), member);
    return { client, organizationId, pair };
  }

  return {
    "orgTokens.authenticate": async () => {
      const { member } = await signedIn();
      return { client: new TestClient(testApp()), body: tokenRequestBody(member) };
    },
    "orgTokens.switchOrganization": async () => {
      const { client, organizationId } = await signedIn();
      return { client, body: { organizationId } };
    },
    "orgTokens.revoke": async () => {
      const { client, organizationId, pair } = await withToken();
      const { applicationId } = pair;
      return { client, body: { organizationId, applicationId, reason: "Ausgetauscht" } };
    },
    "orgTokens.revokeAll": async () => ({ client: (await withToken()).client }),
    "orgTokens.revokeOne": async () => {
      const { client, pair } = await withToken();
      return { client, params: { id: pair.tokenId } };
    },
    "orgTokens.export": async () => ({ client: await operator(), query: { format: "json" } }),
    "orgTokens.revokeOrganization": async () => {
      const { organizationId } = await withToken();
      return { client: await operator(), body: { organizationId, reason: "Gerät verloren" } };
    },
    "orgTokens.cleanUp": async () => {
      await makeApplication(
        testApp(),
        await makeMember(testApp(), (await makeOrganization(testApp())).id, "viewer"),
      );
      await queryRows(testApp(), "update org_token set refresh_expires_at = now()");
      return { client: await operator() };
    },
  };
}
