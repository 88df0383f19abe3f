import { printFaults } from "../support/faults/print-faults.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("see R0-282 a review offers reasons with one click, leads back to its list and prints every decision", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { lastName: "Demo-Leitung" });
  for (const lastName of ["Muster-Amsel", "Muster-Gelb", "Muster-Cassis"])
    await people.createMember(organization, "viewer", { firstName: "Lia", lastName });
  await signIn(page, owner, "/reviews");
  await pressButton(page, "Überprüfung beginnen");
  const list = page.getByRole("navigation", { name: "Personen" });
  const choose = (name: string) => list.getByRole("button", { name: new RegExp(name) }).press("Enter");
  const decisionField = page.getByRole("radiogroup", { name: "Was soll gelten?" });
  const reason = page.getByRole("textbox", { name: "Begründung" });

  await choose("Muster-Gelb");
  await expect(page.getByRole("heading", { name: "Lia Muster-Gelb" })).toBeVisible();
  // The keys also work while the heading has the focus, as after opening the page.
  await heading(page, "Rechte-Überprüfung").focus();
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: /^Einschränken/ })).toBeChecked();

  // The text beside the disabled button leads to the first person without a decision.
  await expect(page.getByRole("button", { name: "Überprüfung abschließen" })).toBeDisabled();
  await pressButton(page, "Noch 4 Personen offen");
  await expect(page.getByRole("region", { name: "Lia Muster-Amsel" })).toBeFocused();

  await choose("Muster-Amsel");
  await pressButton(page, "Speichern und weiter");
  await expect(decisionField).toBeFocused();
  await expect(decisionField).toHaveAttribute("aria-invalid", "true");
  await expect(decisionField).toHaveAccessibleDescription("Bitte wählen Sie, was gelten soll");
  await page.keyboard.press("1");
  await expect(decisionField).not.toHaveAttribute("aria-invalid");
  await pressButton(page, "Aufgaben unverändert");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue("Aufgaben unverändert");
  await reason.fill("Arbeitet am Empfang");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("button", { name: /Muster-Amsel/ })).toContainText("Behalten");

  await choose("Muster-Gelb");
  await page.getByRole("radio", { name: /^Behalten/ }).check();
  await pressButton(page, "Arbeitet am Empfang");
  await expect(reason).toHaveValue("Arbeitet am Empfang");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("button", { name: /Muster-Gelb/ })).toContainText("Behalten");

  await choose("Muster-Cassis");
  await page.getByRole("radio", { name: /^Beenden/ }).check();
  await expect(page.getByRole("button", { name: "Arbeitet am Empfang" })).toHaveCount(0);
  await pressButton(page, "Arbeitet nicht mehr hier");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("button", { name: /Muster-Cassis/ })).toContainText("Beenden");
  await choose("Muster-Amsel");
  await pressButton(page, "Zur Personenliste");
  await expect(list.getByRole("button", { name: /Muster-Amsel/ })).toBeFocused();

  const screen = page.viewportSize();
  expect(await printFaults(page)).toEqual([]);
  const row = (name: string) => page.getByRole("table", { name: "Personen" }).getByRole("row", { name });
  await expect(row("Muster-Amsel")).toContainText(/Behalten\s*Arbeitet am Empfang/);
  await expect(row("Muster-Gelb")).toContainText(/Behalten\s*Arbeitet am Empfang/);
  await expect(row("Muster-Cassis")).toContainText(/Beenden\s*Arbeitet nicht mehr hier/);
  await expect(row("Demo-Leitung")).toContainText("noch offen");
  await expect(page.getByText("Noch eine Person offen")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Lia Muster-Amsel" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  if (screen !== null) await page.setViewportSize(screen);

  await pressButton(page, "Noch eine Person offen");
  await expect(page.getByRole("region", { name: /Demo-Leitung/ })).toBeFocused();
  await page.getByRole("radio", { name: /^Behalten/ }).check();
  await pressButton(page, "Aufgaben unverändert");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("button", { name: /Demo-Leitung/ })).toContainText("Behalten");
  await expect(page.getByText(/^Noch .* offen$/)).toHaveCount(0);
  await pressButton(page, "Überprüfung abschließen");
  await page.getByRole("link", { name: "Austritt planen: Lia Muster-Cassis" }).press("Enter");
  // The open dialog hides the heading of the page from screen readers.
  await expect(page.getByRole("dialog", { name: "Austritt von Lia Muster-Cassis planen" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(heading(page, "Lia Muster-Cassis")).toBeVisible();
  await page.getByRole("link", { name: "Person", exact: true }).press("Enter");
  await page.getByRole("main").getByRole("link", { name: "Rechte-Überprüfung" }).press("Enter");
  await expect(heading(page, "Rechte-Überprüfung")).toBeVisible();
  await expect(page).toHaveURL(/\/reviews$/);

  // The completed review prints every decision, and whether it was carried out.
  const past = page.getByRole("button", { name: "3 behalten · 0 einschränken · 1 beenden" });
  await expect(past).toHaveAttribute("aria-expanded", "true");
  const decisionOf = (name: string) => page.getByRole("listitem").filter({ hasText: name }).last();
  await expect(decisionOf("Muster-Cassis")).toBeVisible();
  expect(await printFaults(page)).toEqual([]);
  await expect(past).toBeHidden();
  await expect(page.getByText("3 behalten · 0 einschränken · 1 beenden").last()).toBeVisible();
  await expect(decisionOf("Muster-Amsel")).toContainText(/Behalten\s*Arbeitet am Empfang/);
  await expect(decisionOf("Muster-Gelb")).toContainText(/Behalten\s*Arbeitet am Empfang/);
  await expect(decisionOf("Demo-Leitung")).toContainText(/Behalten\s*Aufgaben unverändert/);
  await expect(decisionOf("Muster-Cassis")).toContainText(/Beenden\s*Arbeitet nicht mehr hier\s*Noch zu tun/);
  for (const name of ["Muster-Amsel", "Muster-Gelb", "Demo-Leitung", "Muster-Cassis"])
    await expect(decisionOf(name)).toBeVisible();
});
