import type { Page } from "@playwright/test";
import type { PeopleFactory } from "./people.ts";
import type { TestPortal } from "./portal.ts";
import { signIn } from "./test.ts";

/**
 * Signs in the owner of an organization whose audit log has one change per member (Person A, B, …). The first three
 * are role changes.
 */
export async function signInWithChanges(
  page: Page,
  people: PeopleFactory,
  portal: TestPortal,
  count: number,
): Promise<void> {
  const organization = await people.createOrganization({ maxUsers: 30 });
  const owner = await people.createMember(organization, "org_admin");
  const members: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const lastName = String.fromCodePoint(65 + index);
    members.push((await people.createMember(organization, "viewer", { firstName: "Person", lastName })).id);
  }
  await portal.app.identityDb.write(async (tx) => {
    for (const [index, id] of members.entries())
      tx.record({
        organizationId: organization.id,
        action: index < 3 ? "user.role_changed" : "user.updated",
        actor: { type: "system", id: null },
        target: { type: "user", id },
      });
  });
  await signIn(page, owner);
}
