import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import type { PeopleFactory, Person } from "../people.ts";
import { pathOf, settle } from "./screens.ts";
import type { Screen, ScreenContext } from "./screen.ts";
import { fillLogin, signIn } from "../test.ts";

/** Opens a screen in a new organization, signed in as its viewer. */
export async function openScreen(page: Page, people: PeopleFactory, screen: Screen): Promise<void> {
  const { screenContext, viewer } = await createScreenContext(people, screen);
  await screen.before?.(page);
  if (viewer === undefined) await page.goto(pathOf(screen, screenContext));
  else if (screen.viewer === "must change") {
    // The layout with its menu appears only after the password change.
    await page.goto(pathOf(screen, screenContext));
    await fillLogin(page, viewer.email);
  } else await signIn(page, viewer, pathOf(screen, screenContext));
  await settle(page, screen);
}

async function createScreenContext(
  people: PeopleFactory,
  screen: Screen,
): Promise<{ screenContext: ScreenContext; viewer?: Person }> {
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "editor", {
    firstName: "Annegret",
    lastName: "Beispiel-Musterhausen",
  });
  const screenContext = { colleagueId: colleague.id, organizationId: organization.id };
  switch (screen.viewer) {
    case "anonymous":
      return { screenContext };
    case "super_admin":
      return { screenContext, viewer: await people.createPlatformAccount("super_admin") };
    case "must change":
      return {
        screenContext,
        viewer: await people.createMember(organization, "viewer", { mustChangePassword: true }),
      };
    case "owner": {
      const permissions = [...firstAdminGrants];
      return { screenContext, viewer: await people.createMember(organization, "org_admin", { permissions }) };
    }
    default:
      return { screenContext, viewer: await people.createMember(organization, screen.viewer) };
  }
}
