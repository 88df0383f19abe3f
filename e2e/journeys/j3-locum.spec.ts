import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { berlinDay, dayKeys, germanDay } from "../support/berlin-day.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, signIn, test } from "../support/test.ts";
import { Journey } from "./journey.ts";
import { chooseEntry } from "./choose-entry.ts";

test("J3 a practice manager onboards a locum for three days with a signed agreement and extends the access", async ({
  page,
  people,
}, testInfo) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "org_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
    permissions: firstAdminGrants,
  });
  await signIn(page, manager);
  // The templates arrive after one is selected.
  let confirmSelection!: () => void;
  const selection = new Promise<void>((resolve) => {
    confirmSelection = resolve;
  });
  await page.route("**/onboarding-templates", async (route) => {
    await selection;
    await route.continue();
  });

  const journey = new Journey("J3", testInfo);
  const keys = journey.on(page);
  await keys.openPage("Mitarbeitende");
  await keys.activate(page.getByRole("button", { name: "Person hinzufügen" }));
  await chooseEntry(keys, page.getByRole("menuitem", { name: "Neueintritt anlegen" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Vorname")).toBeFocused();
  await keys.type("Vera");
  await keys.tabTo(dialog.getByLabel("Nachname"));
  await keys.type("Muster-Vertretung");
  await keys.press("Enter");
  await expect(dialog.getByLabel("Vorlage")).toBeFocused();
  await keys.type("Vertretung");
  await expect(dialog.getByLabel("Vorlage")).toHaveValue("substitute");
  confirmSelection();
  await expect(dialog).toContainText("Vertretungen haben anfangs kein KI-Kontingent");
  // Every field is required.
  const endDate = dialog.getByLabel("Befristet bis");
  const agreement = dialog.getByLabel("Vertraulichkeitsvereinbarung vom");
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));
  for (const field of [endDate, agreement, dialog.getByLabel("Arztnummer (LANR)")])
    await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(endDate).toBeFocused();
  await keys.type(dayKeys(100));
  await keys.tabTo(agreement);
  await keys.type(dayKeys(-1));
  await keys.tabTo(dialog.getByRole("checkbox", { name: "Ohne LANR" }));
  await keys.press("Space");
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));
  await expect(dialog).toContainText(`zwischen ${germanDay()} und ${germanDay(90)}`);
  await expect(endDate).toBeFocused();
  await keys.type(dayKeys(2));
  await expect(endDate).toHaveValue(berlinDay(2));
  await keys.press("Enter");
  await expect(dialog).toContainText("vera_muster_vertretung");
  await expect(dialog).toContainText("Vertraulichkeitsvereinbarung unterschrieben");
  await expect(dialog).toContainText("Noch kein KI-Kontingent");
  await expect(dialog.getByRole("link", { name: "KI-Kontingent festlegen" })).toBeVisible();
  await keys.activate(dialog.getByRole("link", { name: "Person öffnen" }));

  const card = page.getByRole("region", { name: "Tätigkeit in der Praxis" });
  for (const text of ["Extern", germanDay(2), germanDay(-1), "Ohne LANR"])
    await expect(card).toContainText(text);
  await keys.activate(card.getByRole("button", { name: "Tätigkeit bearbeiten" }));
  await keys.tabTo(endDate);
  await keys.type(dayKeys(5));
  await keys.press("Enter");
  await expect(card).toContainText(germanDay(5));
  await expect(card.getByRole("button", { name: "Tätigkeit bearbeiten" })).toBeFocused();
  const personPage = page.url();
  // The extension has an entry of its own.
  await keys.openPage("Protokoll");
  await expect(page.getByRole("main")).toContainText(
    "Ada Demo-Leitung hat den befristeten Zugang von Vera Muster-Vertretung verlängert",
  );
  journey.finish();

  // The form of the person cannot change the end date, and says where to change it.
  await page.goto(personPage);
  await pressButton(page, "Bearbeiten");
  await dialog.getByLabel("Befristet bis").fill(berlinDay(300));
  await dialog.getByRole("button", { name: "Speichern" }).press("Enter");
  await expect(dialog).toContainText("ändern Sie unter „Eintritt & Austritt“");

  await page.goto(`${personPage.replace(/\?.*/, "")}?tab=ai`);
  const quota = page.getByRole("region", { name: "Persönliches Kontingent" });
  await expect(quota).toContainText(
    "Das Kontingent ist 0: Vera Muster-Vertretung kann den KI-Assistenten nicht nutzen",
  );
  await pressButton(page, "Kontingent ändern");
  await dialog.getByLabel("Einheiten im Monat").fill("5000");
  await dialog.getByRole("button", { name: "Auswirkung ansehen" }).press("Enter");
  await dialog.getByRole("button", { name: "Speichern" }).press("Enter");
  await expect(quota).toContainText("von 5.000 Einheiten");
  await expect(quota).not.toContainText("Das Kontingent ist 0");
});
