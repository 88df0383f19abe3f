import { Keys } from "./support/keys.ts";
import { press } from "./support/press.ts";
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
  // The former practice still sees the transfer and can undo it.
  await expect(page.getByText(`${here.name} → ${there.name}`)).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Rückgängig machen" }));
  await expect(heading(page, "Lia Muster-Wechsel")).toBeVisible();
  await expect(page.getByText(/rückgängig gemacht Heute/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Rückgängig machen" })).toBeHidden();
});

test("R3-83 R3-84 R9-37 R2.4-46 the operations of a practice name who, what, whom and when, with the way back for a transfer; the licences name who takes a seat", async ({
  page,
  people,
}) => {
  const here = await people.practice();
  const there = await people.practice();
  const admin = await people.member(here, "org_admin", { firstName: "Ada", lastName: "Demo-Leitung" });
  await people.join(there, admin, "org_admin");
  await people.member(here, "editor", { firstName: "Lia", lastName: "Muster-Wechsel" });
  await signIn(page, admin);
  await page.evaluate(
    (selected) => sessionStorage.setItem("selectedOrganization", selected),
    JSON.stringify({ id: here.id, name: here.name }),
  );
  await page.goto("/organization?tab=licences");
  const seats = page.getByRole("table", { name: "Alle Mitarbeitenden mit einem Platz, nach Namen" });
  await expect(seats.getByRole("rowheader")).toHaveText(["Demo-Leitung, Ada", "Muster-Wechsel, Lia"]);
  await seats.getByRole("link", { name: "Muster-Wechsel, Lia" }).press("Enter");
  await page.getByRole("link", { name: "Praxen & Verlauf" }).press("Enter");
  await press(page, "In andere Praxis übertragen");
  await press(page, "Übertragen");
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  await page.goto("/organization?tab=operations");
  const row = page.getByRole("row", { name: "Praxis gewechselt" });
  await expect(row).toContainText("Lia Muster-Wechsel");
  await expect(row).toContainText("Ada Demo-Leitung");
  await expect(row).toContainText("möglich bis");
  await press(page, "Wechsel von Lia Muster-Wechsel rückgängig machen");
  await expect(page.getByRole("rowheader")).toHaveText(["Wechsel rückgängig gemacht", "Praxis gewechselt"]);
  await expect(row).toContainText("Rückgängig gemacht");
  await expect(row.getByRole("button")).toHaveCount(0);
});
