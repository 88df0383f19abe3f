import { authorize, statusOf } from "../support/applications.ts";
import { berlinDay, dayKeys, germanDay } from "../support/berlin-day.ts";
import { openAs } from "../support/open-as.ts";
import { password } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { storeOwnedWebhook } from "../support/webhooks.ts";
import { Journey } from "./journey.ts";

test("J2 a practice manager plans an offboarding, carries it out early and prints the record", async ({
  page,
  people,
  portal,
  browser,
}, testInfo) => {
  const organization = await people.createOrganization({ maxUsers: 5 });
  const manager = await people.createMember(organization, "practice_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  const person = await people.createMember(organization, "editor", {
    firstName: "Lia",
    lastName: "Muster-Abschied",
  });
  await people.createMember(organization, "org_admin", { firstName: "Nora", lastName: "Muster-Nachfolge" });
  // The member created the webhooks while they were an administrator.
  await storeOwnedWebhook(portal, organization.id, person.id, "Laborsystem");
  await storeOwnedWebhook(portal, organization.id, person.id, "Kalender");
  const { accessToken } = await authorize(portal, person, organization, "Terminbuch");
  const ownPage = await openAs(browser, portal, person);
  const elsewhere = await people.createOrganization();
  await people.addMembership(elsewhere, person, "viewer");
  await signIn(page, manager);

  const journey = new Journey("J2", testInfo);
  const keys = journey.on(page);
  await keys.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await keys.type("Muster-Abschied");
  await expect(page.getByRole("option").first()).toContainText("Muster-Abschied");
  await keys.press("Enter");
  await keys.activate(page.getByRole("link", { name: "Eintritt & Austritt" }));
  await expect(page.getByText("Kein Austritt geplant")).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Austritt planen" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 Sitzung");
  await expect(dialog).toContainText("Zugriffsschlüssel: Terminbuch");
  await expect(dialog).toContainText("Die Person arbeitet auch in einer anderen Praxis.");
  await expect(dialog.getByRole("radio", { name: "Zu einem bestimmten Zeitpunkt" })).toBeFocused();
  await keys.tabTo(dialog.getByLabel("Tag", { exact: true }));
  // No day is preset, so confirming too early cannot end access.
  await expect(dialog.getByLabel("Tag", { exact: true })).toHaveValue("");
  await keys.press("Enter");
  await expect(dialog).toContainText("Bitte wählen Sie den Tag, an dem der Zugang endet");
  await keys.type(dayKeys(14));
  await expect(dialog.getByLabel("Tag", { exact: true })).toHaveValue(berlinDay(14));
  await keys.tabTo(dialog.getByLabel("Uhrzeit"));
  await keys.type("1730");
  await expect(dialog.getByLabel("Uhrzeit")).toHaveValue("17:30");
  await keys.tabTo(dialog.getByLabel("Wer übernimmt?"));
  await keys.type("Muster-Nach");
  await expect(dialog).toContainText("Webhook „Laborsystem“");
  const choiceFor = (name: string) => dialog.getByRole("radiogroup", { name: `Webhook „${name}“` });
  await expect(choiceFor("Laborsystem").getByRole("radio", { name: "Übergeben" })).toBeChecked();
  await keys.tabTo(choiceFor("Kalender").getByRole("radio", { name: "Übergeben" }));
  await keys.press("ArrowUp");
  const keep = choiceFor("Kalender").getByRole("radio", { name: "Ohne Verantwortliche weiterlaufen lassen" });
  await expect(keep).toBeChecked();
  await keys.activate(dialog.getByRole("button", { name: "Austritt planen" }));

  const card = page.getByRole("region", { name: "Austritt", exact: true });
  await expect(card).toContainText(`${germanDay(14)}, 17:30`);
  await expect(card).toContainText("Nora Muster-Nachfolge");
  await keys.tabTo(card.getByRole("checkbox", { name: "An die fortdauernde Schweigepflicht erinnert" }));
  await keys.press("Space");
  await expect(card).toContainText("1 von 6 erledigt");
  // Access would last until the planned time; here it is ended at once.
  await expect(ownPage.getByRole("button", { name: /^Menü von/ })).toBeVisible();
  await keys.activate(card.getByRole("button", { name: "Austritt ändern" }), "Shift+Tab");
  await expect(dialog.getByLabel("Uhrzeit")).toHaveValue("17:30");
  await keys.tabTo(dialog.getByRole("radio", { name: "Zu einem bestimmten Zeitpunkt" }));
  await keys.press("ArrowDown");
  await keys.activate(dialog.getByRole("button", { name: "Jetzt beenden" }));
  await expect(heading(ownPage, "Anmelden")).toBeVisible();
  await expect(ownPage.getByText("Ihr Zugang wurde blockiert oder beendet.")).toBeVisible();
  expect(await statusOf(portal, accessToken)).toBe(401);

  // The button has disappeared, but the focus is not lost.
  await expect(heading(page, /Lia Muster-Abschied/)).toBeFocused();
  const record = page.getByRole("region", { name: "Austrittsprotokoll" });
  await expect(record).toContainText("Ausgeführt");
  await expect(record).toContainText("1 Sitzung");
  await expect(record).toContainText("Zugriffsschlüssel: Terminbuch");
  await expect(record.getByRole("button", { name: "Protokoll drucken" })).toBeVisible();
  const sheet = page.locator("[data-print-sheet]");
  for (const text of [
    "Austrittsprotokoll",
    "Lia Muster-Abschied",
    "Webhooks übergeben: Laborsystem",
    "Webhooks, die ohne Verantwortliche weiterlaufen: Kalender",
    "Die Schweigepflicht gilt auch nach dem Austritt unbefristet weiter",
    `Ada Demo-Leitung, ${germanDay()}`,
  ])
    await expect(sheet).toContainText(text);
  await expect(page.getByText("Deaktiviert").first()).toBeVisible();
  // The seat is free again.
  await keys.openPage("Ein- & Austritte");
  await expect(page.getByText("2 von 5 Plätzen belegt")).toBeVisible();

  // The other organization is not affected.
  const ownKeys = journey.on(ownPage);
  await ownKeys.tabTo(ownPage.getByLabel("Benutzername oder E-Mail-Adresse"));
  await ownKeys.type(person.email);
  await ownKeys.tabTo(ownPage.getByLabel("Passwort", { exact: true }));
  await ownKeys.type(password);
  await ownKeys.press("Enter");
  await expect(heading(ownPage, "Übersicht")).toBeVisible();
  await expect(ownPage.getByText(elsewhere.name).first()).toBeVisible();
  journey.finish();
  await ownPage.context().close();
});
