import type { OrgTokenPair } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { type PeopleFactory, password, type Person, type Organization } from "./people.ts";
import type { TestPortal } from "./portal.ts";

/** Requests tokens for an application on a person's behalf; the application's id is its name in lower case. */
export async function authorize(
  portal: TestPortal,
  person: Person,
  organization: Pick<Organization, "id">,
  name: string,
  overrides: { applicationType?: string; scope?: string } = {},
): Promise<OrgTokenPair> {
  const response = await fetch(new URL("/api/v1/org-tokens/authenticate", portal.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: person.email,
      password,
      organizationId: organization.id,
      applicationId: name.toLowerCase(),
      applicationType: "desktop",
      applicationName: name,
      ...overrides,
    }),
  });
  if (response.status !== 200) throw new Error(`${name} got no tokens: ${await response.text()}`);
  return (await response.json()) as OrgTokenPair;
}

/** Returns the status an application gets when it requests its token's user. */
export async function statusOf(portal: TestPortal, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(new URL("/api/v1/users/me", portal.url), { headers })).status;
}

/** Sets a token's expiry, to simulate the passing of time. */
export async function expireToken(
  portal: TestPortal,
  { tokenId }: OrgTokenPair,
  expiresAt: Date,
): Promise<void> {
  await portal.app.platformDb.writes
    .updateTable("org_token")
    .set({ refresh_expires_at: expiresAt })
    .where("id", "=", tokenId)
    .execute();
}

/** Creates an organization with an administrator, and a member on whose behalf applications have access. */
export async function organizationWithMember(people: PeopleFactory, name?: string) {
  const organization = await people.createOrganization(name === undefined ? {} : { name });
  const administrator = await people.createMember(organization, "org_admin", {
    firstName: "Ina",
    lastName: "Leitung",
  });
  const member = await people.createMember(organization, "viewer", { firstName: "Mara", lastName: "Probe" });
  return { organization, administrator, member };
}
