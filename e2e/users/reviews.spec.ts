import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { axeFaults } from "../support/page-faults.ts";
import { password } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("see R0-282 an administrator reviews the rights by keyboard, completes the review with a step-up and sees what is to do", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", {
    firstName: "Anna",
    lastName: "Muster-Amsel",
  });
  await people.createMember(organization, "viewer", { firstName: "Cem", lastName: "Demo-Cassis" });
  await signIn(page, owner, "/reviews");
  await expect(heading(page, "Rechte-Überprüfung")).toBeVisible();
  const keys = new KeyboardDriver(page);
  await keys.activate(page.getByRole("button", { name: "Überprüfung beginnen" }));
  // A member who has never signed in comes first.
  const cem = page.getByRole("region", { name: "Cem Demo-Cassis" });
  await expect(cem).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const complete = page.getByRole("button", { name: "Überprüfung abschließen" });
  await expect(complete).toBeDisabled();
  // A plain key chooses outside fields, and is text inside them.
  await keys.tabTo(page.getByRole("button", { name: "Nächste Person" }));
  await keys.press("3");
  await expect(cem.getByRole("radio", { name: /^Beenden/ })).toBeChecked();
  await keys.tabTo(cem.getByLabel("Begründung"));
  await keys.press("Enter");
  await expect(cem.getByText("Bitte geben Sie eine Begründung an")).toBeVisible();
  await keys.type("1 Jahr nicht mehr hier");
  await expect(cem.getByRole("radio", { name: /^Beenden/ })).toBeChecked();
  await keys.press("Enter");
  const anna = page.getByRole("region", { name: "Anna Muster-Amsel" });
  await expect(anna).toBeVisible();
  // The draft is kept while the page is closed.
  await page.reload();
  await expect(anna).toBeVisible();
  await anna.getByRole("radio", { name: /^Behalten/ }).check();
  await anna.getByLabel("Begründung").fill("Leitet die Praxis");
  await anna.getByLabel("Begründung").press("Enter");
  await expect(complete).toBeEnabled();
  await people.expireStepUps(owner);
  await keys.activate(complete, "Shift+Tab");
  const question = page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });
  await question.getByLabel("Ihr Passwort").fill(password);
  await question.getByRole("button", { name: "Bestätigen" }).click();
  await expect(page.getByText("Noch zu tun", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Austritt planen: Cem Demo-Cassis" }).click();
  await expect(heading(page, /Cem Demo-Cassis/)).toBeVisible();
  await expect(page).toHaveURL(/tab=staff/);
});
