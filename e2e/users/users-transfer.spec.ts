import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, selectOrganization, signIn, test } from "../support/test.ts";

test("R7u-21 R6-07 a transfer to another organization by keyboard is shown in the history and can be undone", async ({
  page,
  people,
}) => {
  const sourceOrganization = await people.createOrganization();
  const targetOrganization = await people.createOrganization();
  const admin = await people.createMember(sourceOrganization, "org_admin");
  await people.addMembership(targetOrganization, admin, "org_admin");
  const person = await people.createMember(sourceOrganization, "editor", {
    firstName: "Lia",
    lastName: "Muster-Wechsel",
  });
  await signIn(page, admin);
  await selectOrganization(page, sourceOrganization);
  await page.goto(`/users/${person.id}?tab=history`);
  await expect(page.getByText("Kein Wechsel")).toBeVisible();
  const keys = new KeyboardDriver(page);
  await keys.activate(page.getByRole("button", { name: "In andere Praxis übertragen" }));
  const dialog = page.getByRole("dialog", { name: "Lia Muster-Wechsel in eine andere Praxis übertragen" });
  await expect(dialog.getByRole("region", { name: "Fällt weg" })).toBeVisible();
  await expect(dialog).toContainText("Daten: Ändert Daten in angebundenen Programmen.");
  const role = dialog.getByRole("combobox", { name: "Rolle" });
  await expect(role).toHaveValue("viewer");
  await role.selectOption("editor");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Änderungen verwerfen?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await role.selectOption("viewer");
  await keys.activate(dialog.getByRole("button", { name: "Übertragen" }));
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  // The former organization still sees the transfer and can undo it.
  await expect(page.getByText(`${sourceOrganization.name} → ${targetOrganization.name}`)).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Rückgängig machen" }));
  await expect(heading(page, "Lia Muster-Wechsel")).toBeVisible();
  await expect(page.getByText(/rückgängig gemacht Heute/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Rückgängig machen" })).toBeHidden();
});

test("see R7u-21 an administrator of one organization sees why a transfer is not possible", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "editor");
  await signIn(page, await people.createMember(organization, "org_admin"), `/users/${person.id}?tab=history`);
  const history = page.getByRole("region", { name: "Praxen & Verlauf" });
  await expect(history).toContainText("Übertragen nicht möglich: Sie verwalten keine weitere Praxis.");
  await expect(history.getByRole("button")).toHaveCount(0);
});

test("R3-84 R9-37 the operations of an organization show actor, action, target and time; the licenses show the seat holders", async ({
  page,
  people,
}) => {
  const sourceOrganization = await people.createOrganization();
  const targetOrganization = await people.createOrganization();
  const admin = await people.createMember(sourceOrganization, "org_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  await people.addMembership(targetOrganization, admin, "org_admin");
  await people.createMember(sourceOrganization, "editor", { firstName: "Lia", lastName: "Muster-Wechsel" });
  await signIn(page, admin);
  await selectOrganization(page, sourceOrganization);
  await page.goto("/organization?tab=licences");
  const seats = page.getByRole("table", { name: "Alle Mitarbeitenden mit einem Platz, nach Namen" });
  await expect(seats.getByRole("rowheader")).toHaveText(["Demo-Leitung, Ada", "Muster-Wechsel, Lia"]);
  await seats.getByRole("link", { name: "Muster-Wechsel, Lia" }).press("Enter");
  await page.getByRole("link", { name: "Praxen & Verlauf" }).press("Enter");
  await pressButton(page, "In andere Praxis übertragen");
  await pressButton(page, "Übertragen");
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  await page.goto("/organization?tab=operations");
  const row = page.getByRole("row", { name: "Praxis gewechselt" });
  await expect(row).toContainText("Lia Muster-Wechsel");
  await expect(row).toContainText("Ada Demo-Leitung");
  await expect(row).toContainText("möglich bis");
  await pressButton(page, "Wechsel von Lia Muster-Wechsel rückgängig machen");
  await expect(page.getByRole("rowheader")).toHaveText(["Wechsel rückgängig gemacht", "Praxis gewechselt"]);
  await expect(row).toContainText("Zurückgenommen");
  await expect(row.getByRole("button")).toHaveCount(0);
});
