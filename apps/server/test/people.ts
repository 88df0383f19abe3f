import { makeMember, makeOrganization, unique } from "./factories.ts";
import type { TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

/** Creates an organization with a signed-in administrator whose client is bound to it. */
export async function organizationWith(
  testApp: TestApp,
  role: "org_admin" | "practice_admin" = "org_admin",
  maxUsers = 50,
) {
  const organization = await makeOrganization(testApp, { maxUsers });
  const member = await makeMember(testApp, organization.id, role);
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": organization.id };
  await client.signIn(member);
  return { organization, member, client };
}

/** Returns a valid body for a new person. `overrides` replace its fields. */
export const newUser = (overrides: Record<string, unknown> = {}) => ({
  username: unique("erika"),
  personalInfo: { firstName: "Erika", lastName: "Muster-Neu" },
  password: "Sonnen-Garten-83",
  ...overrides,
});
