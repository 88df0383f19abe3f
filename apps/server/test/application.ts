import { authenticateOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { OrgTokenPair } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { testPassword } from "./factories.ts";
import type { TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

/**
 * Returns the request body that an application sends to sign in on a person's behalf. `overrides` replace its fields.
 */
export const tokenRequestBody = (
  person: { email: string | null; organizationId: string },
  overrides: Record<string, unknown> = {},
) => ({
  email: person.email,
  password: testPassword,
  organizationId: person.organizationId,
  applicationId: "kasse-am-empfang",
  applicationType: "desktop",
  applicationName: "Kasse am Empfang",
  ...overrides,
});

/**
 * Creates an application client with a token issued for a person. The client sends the access token with every request.
 */
export async function makeApplication(
  testApp: TestApp,
  person: { email: string | null; organizationId: string },
  overrides: Record<string, unknown> = {},
): Promise<{ client: TestClient; pair: OrgTokenPair }> {
  const client = new TestClient(testApp);
  const { result } = await client.call(authenticateOrgToken, { body: tokenRequestBody(person, overrides) });
  client.accessToken = result.accessToken;
  return { client, pair: result };
}
