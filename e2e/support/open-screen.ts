import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import type { People, Person } from "./people.ts";
import { pathOf, settle } from "./screens.ts";
import type { Screen, World } from "./screen.ts";
import { fillLogin, signIn } from "./test.ts";

/** Opens a screen in a new practice, signed in as its viewer. */
export async function openScreen(page: Page, people: People, screen: Screen): Promise<void> {
  const { world, viewer } = await makeWorld(people, screen);
  await screen.before?.(page);
  if (viewer === undefined) await page.goto(pathOf(screen, world));
  else if (screen.viewer === "must change") {
    // The layout with its menu appears only after the password change.
    await page.goto(pathOf(screen, world));
    await fillLogin(page, viewer.email);
  } else await signIn(page, viewer, pathOf(screen, world));
  await settle(page, screen);
}

async function makeWorld(people: People, screen: Screen): Promise<{ world: World; viewer?: Person }> {
  const practice = await people.practice();
  const colleague = await people.member(practice, "editor", {
    firstName: "Annegret",
    lastName: "Beispiel-Musterhausen",
  });
  const world = { colleagueId: colleague.id };
  switch (screen.viewer) {
    case "nobody":
      return { world };
    case "super_admin":
      return { world, viewer: await people.platformAccount("super_admin") };
    case "must change":
      return { world, viewer: await people.member(practice, "viewer", { mustChangePassword: true }) };
    case "owner": {
      const permissions = [...firstAdminGrants];
      return { world, viewer: await people.member(practice, "org_admin", { permissions }) };
    }
    default:
      return { world, viewer: await people.member(practice, screen.viewer) };
  }
}
