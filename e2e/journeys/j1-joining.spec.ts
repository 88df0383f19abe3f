import { approveAiProvider } from "../support/ai.ts";
import { germanDay, germanDayIn } from "../support/berlin-day.ts";
import { pressButton } from "../support/press-button.ts";
import { readQrCode } from "../support/qr-reader.ts";
import { AuthenticatorApp, setUpSecondFactor } from "../support/second-factor.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { Journey } from "./journey.ts";
import { chooseEntry } from "./choose-entry.ts";

const newPassword = "Neues-Kennwort-81";

test("J1 a practice manager onboards an assistant, who signs in with the printed sheet and sets up the account", async ({
  page,
  people,
  portal,
  browser,
}, testInfo) => {
  const organization = await people.createOrganization({ maxUsers: 2 });
  const manager = await people.createMember(organization, "practice_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  await portal.app.platformDb.writes
    .insertInto("site")
    .values({ organization_id: organization.id, id: crypto.randomUUID(), name: "Hauptstelle" })
    .execute();
  await signIn(page, manager, "/2fa-setup");
  await setUpSecondFactor(page);
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(heading(page, "Profil")).toBeVisible();
  await portal.app.platformDb.writes
    .updateTable("organization")
    .set({ two_factor_policy: "required_all" })
    .where("organization_id", "=", organization.id)
    .execute();

  const journey = new Journey("J1", testInfo);
  const keys = journey.on(page);
  await keys.openPage("Mitarbeitende");
  const start = page.getByRole("button", { name: "Person hinzufügen" });
  await keys.activate(page.getByRole("button", { name: "Person hinzufügen" }));
  await chooseEntry(keys, page.getByRole("menuitem", { name: "Neueintritt anlegen" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 von 2 Plätzen belegt");
  await expect(dialog.getByLabel("Vorname")).toBeFocused();
  await keys.type("Jana");
  await keys.tabTo(dialog.getByLabel("Nachname"));
  await keys.type("Muster-Eintritt");
  await expect(dialog.getByLabel("Kürzel")).toHaveValue("JME");
  await keys.press("Enter");
  await expect(dialog.getByLabel("Vorlage")).toBeFocused();
  await keys.type("MFA");
  await expect(dialog.getByLabel("Eintrittsdatum")).not.toHaveValue("");
  await keys.tabTo(dialog.getByLabel("Betriebsstätte"));
  await keys.type("Haupt");
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));

  const ready = page.getByRole("dialog", { name: "Jana Muster-Eintritt kann sich anmelden" });
  await expect(ready).toContainText("jana_muster_eintritt");
  await expect(ready).toContainText(`Das Startpasswort gilt ab sofort bis ${germanDayIn(72)}`);
  const sheet = page.locator("[data-print-sheet]");
  for (const text of ["Zugangszettel für Jana Muster-Eintritt", organization.practiceCode, "/login"])
    await expect(sheet).toContainText(text);
  const secrets = String(await sheet.textContent()).match(/(?:[A-Za-z2-9]{4}-){3}[A-Za-z2-9]{4}/g) ?? [];
  expect(secrets, "secrets on the sheet").toHaveLength(1);
  await keys.tabTo(ready.getByRole("checkbox", { name: "Zugangszettel persönlich übergeben" }));
  await keys.press("Space");
  await expect(ready).toContainText(`Ada Demo-Leitung, ${germanDay()}`);
  await keys.activate(ready.getByRole("button", { name: "Schließen" }));
  await expect(start).toBeFocused();

  // The organization is full now. The dialog says so before any input.
  await keys.press("Enter");
  await chooseEntry(keys, page.getByRole("menuitem", { name: "Neueintritt anlegen" }));
  await expect(dialog).toContainText("Höchstzahl der Mitarbeitenden erreicht (2 von 2)");
  await expect(dialog.getByRole("button", { name: "Weiter" })).toBeDisabled();
  await keys.press("Escape");
  await expect(start).toBeFocused();

  // The new member may use the AI of the organization.
  await approveAiProvider(portal, organization);
  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({ permissions: ["ai:use"] })
    .where("organization_id", "=", organization.id)
    .where("username", "=", "jana_muster_eintritt")
    .execute();

  const ownContext = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const ownPage = await ownContext.newPage();
  const ownKeys = journey.on(ownPage);
  await ownPage.goto("/login");
  await ownKeys.tabTo(ownPage.getByLabel("Benutzername oder E-Mail-Adresse"));
  await ownKeys.type("jana_muster_eintritt");
  await ownKeys.tabTo(ownPage.getByLabel("Passwort", { exact: true }));
  await ownKeys.type(secrets[0] ?? "");
  await ownKeys.press("Enter");
  await expect(heading(ownPage, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await expect(ownPage.getByLabel("Neues Passwort", { exact: true })).toBeFocused();
  await ownKeys.type(newPassword);
  await ownKeys.tabTo(ownPage.getByLabel("Neues Passwort wiederholen"));
  await ownKeys.type(newPassword);
  await ownKeys.press("Enter");
  await expect(heading(ownPage, "Zwei-Faktor-Anmeldung einrichten")).toBeVisible();
  const nextButton = ownPage.getByRole("button", { name: "Weiter", exact: true });
  await ownKeys.activate(nextButton);
  const app = AuthenticatorApp.fromUri(await readQrCode(ownPage.getByRole("img", { name: /^QR-Code/ })));
  await ownKeys.activate(nextButton);
  await expect(ownPage.getByLabel("Code aus der App", { exact: true })).toBeFocused();
  await ownKeys.type(app.code());
  const codes = ownPage.getByRole("list", { name: "Sicherungscodes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expect(ownPage.getByRole("button", { name: "Drucken" })).toBeVisible();
  await ownKeys.tabTo(ownPage.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }));
  await ownKeys.press("Space");
  await ownKeys.activate(ownPage.getByRole("button", { name: "Fertig" }));
  const instruction = ownPage.getByRole("heading", { name: "KI-Einweisung" });
  await expect(instruction).toBeFocused();
  await expect(ownPage.getByRole("main")).toContainText("schiefgegangen ist: Ada Demo-Leitung");
  await ownKeys.activate(ownPage.getByRole("button", { name: "Später" }));
  await expect(heading(ownPage, "Übersicht")).toBeVisible();
  // A postponed instruction replaces the prompt until it is confirmed.
  await ownKeys.openPage("KI-Assistent");
  await expect(instruction).toBeVisible();
  await expect(ownPage.getByRole("textbox")).toHaveCount(0);
  await ownKeys.activate(ownPage.getByRole("button", { name: "Gelesen und verstanden" }));
  await expect(ownPage.getByRole("textbox").first()).toBeVisible();
  await expect(instruction).toBeHidden();
  await ownKeys.activate(ownPage.getByRole("button", { name: "KI-Einweisung" }));
  await expect(ownPage.getByRole("dialog")).toContainText("Von Ihnen bestätigt heute");
  await ownKeys.press("Escape");
  journey.finish();
  await ownContext.close();
});
