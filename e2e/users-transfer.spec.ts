import { Keys } from "./support/keys.ts";
import { expect, heading, signIn, test } from "./support/test.ts";

test("R7u-18 R7u-21 R7u-22 R6-07 somebody is moved to another practice with the keyboard, seen in her history, and back", async ({
  page,
  people,
}) => {
  const here = await people.practice();
  const there = await people.practice();
  const admin = await people.member(here, "org_admin");
  await people.join(there, admin, "org_admin");
  const person = await people.member(here, "editor", { firstName: "Lia", lastName: "Muster-Wechsel" });
  await signIn(page, admin);
  await page.evaluate(
    (selected) => sessionStorage.setItem("selectedOrganization", selected),
    JSON.stringify({ id: here.id, name: here.name }),
  );
  await page.goto(`/users/${person.id}?tab=history`);
  await expect(page.getByText("Kein Wechsel")).toBeVisible();
  const keys = new Keys(page);
  await keys.activate(page.getByRole("button", { name: "In andere Praxis übertragen" }));
  const dialog = page.getByRole("dialog", { name: "Lia Muster-Wechsel in eine andere Praxis übertragen" });
  await expect(dialog).toContainText(`Fällt weg in ${here.name}`);
  await expect(dialog).toContainText("data:edit");
  await expect(dialog.getByRole("combobox", { name: "Rolle" })).toHaveValue("viewer");
  await keys.activate(dialog.getByRole("button", { name: "Übertragen" }));
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  // The practice she left still knows where she went, and takes it back.
  await expect(page.getByText(`${here.name} → ${there.name}`)).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Rückgängig machen" }));
  await expect(heading(page, "Lia Muster-Wechsel")).toBeVisible();
  await expect(page.getByText(/rückgängig gemacht Heute/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Rückgängig machen" })).toBeHidden();
});
