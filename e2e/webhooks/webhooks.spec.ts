import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { startReceiver, type WebhookReceiver } from "../../apps/server/test/webhooks/webhook-receiver.ts";
import {
  checkInvalidAddress,
  checkList,
  checkOneRendering,
  type ListUnderTest,
} from "../support/list-kit.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import {
  addWebhookByForm,
  createDepartmentEvent,
  disownWebhooks,
  storeDeliveries,
  storeOwnedWebhook,
} from "../support/webhooks.ts";

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.stop());

test("R1-17 R2.3-15 an administrator adds, changes, switches off and deletes a webhook on the screen", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/webhooks");
  await expect(page.getByText("Noch kein Webhook").filter({ visible: true })).toBeVisible();
  const secret = await addWebhookByForm(page, "Labor Nord", receiver.url);
  // The secret is shown only once.
  expect(await page.content()).not.toContain(secret);

  const row = page.getByRole("row", { name: /Labor Nord/ });
  await expect(row).toContainText(receiver.url);
  await row.getByRole("button", { name: "Aktionen für Labor Nord" }).click();
  await page.getByRole("menuitem", { name: "Bearbeiten" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Labor Süd");
  await page.getByRole("button", { name: "Kopfzeile hinzufügen" }).click();
  await page.getByLabel("Name der Kopfzeile 1").fill("X-Zugang");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByLabel("Wert der Kopfzeile 1")).toBeFocused();
  await page.keyboard.type("nur-zur-probe");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("link", { name: "Labor Süd" }).click();
  await expect(heading(page, "Labor Süd")).toBeVisible();
  await expect(page.getByText("1 eigene Kopfzeile")).toBeVisible();
  await page.getByRole("button", { name: "Aktionen für Labor Süd" }).click();
  await page.getByRole("menuitem", { name: "Ausschalten" }).click();
  await expect(page.getByText("Dieser Webhook ist ausgeschaltet")).toBeVisible();
  await page.getByRole("button", { name: "Wieder einschalten" }).click();
  await expect(page.getByText("Dieser Webhook ist ausgeschaltet")).toHaveCount(0);

  await disownWebhooks(portal, organization.id);
  await page.goto("/webhooks");
  await expect(page.getByRole("row", { name: /Labor Süd/ })).toContainText("Niemand");
  await page.getByRole("link", { name: "Labor Süd" }).click();
  await page.getByRole("button", { name: "Verantwortung übernehmen" }).click();
  await expect(page.getByText("Für diesen Webhook ist niemand verantwortlich")).toHaveCount(0);

  await page.getByRole("button", { name: "Aktionen für Labor Süd" }).click();
  await page.getByRole("menuitem", { name: "Löschen" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "„Labor Süd“ löschen?" });
  await expect(confirmation).toContainText("Die Zustellungen der letzten 30 Tage werden mit gelöscht.");
  await confirmation.getByRole("button", { name: "Löschen" }).click();
  await expect(heading(page, "Webhooks")).toBeVisible();
  await expect(page.getByText("Noch kein Webhook").filter({ visible: true })).toBeVisible();
});

test("R2.1-27 the webhooks are open to org_admin and super_admin, and the entry is in the sidebar and in the search", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  // The layout handles the shortcut.
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Seite, Person oder Befehl").fill("webh");
  await page.getByRole("option", { name: "Webhooks" }).click();
  await expect(heading(page, "Webhooks")).toBeVisible();
  await expect(page).toHaveURL(/\/webhooks$/);
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByRole("link", { name: "Webhooks" })).toHaveAttribute("aria-current", "page");
  // An operator chooses the organization first.
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, await people.createPlatformAccount("super_admin"), "/webhooks");
  await expect(heading(page, "Webhooks")).toBeVisible();
  await expect(page.getByRole("button", { name: "Webhook hinzufügen" })).toHaveCount(0);
});

test("R2.1-27 the webhooks are closed to practice_admin", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "practice_admin"));
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByRole("link", { name: "Arbeitsplätze" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Webhooks" })).toHaveCount(0);
  await page.goto("/webhooks");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("R0-143 the editor offers the public event types by subject, and no others", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/webhooks");
  await page.getByRole("button", { name: "Webhook hinzufügen" }).first().click();
  const events = page.getByRole("group", { name: "Ereignisse" });
  const departments = events.getByRole("group", { name: "Abteilungen" });
  await expect(departments.getByRole("checkbox")).toHaveCount(5);
  const types = Object.values(domainEvents).filter(({ isPublic }) => isPublic);
  const subjects = new Set(types.map(({ name }) => name.slice(0, name.indexOf("."))));
  // There is one checkbox for each type and one for each subject.
  await expect(events.getByRole("checkbox")).toHaveCount(types.length + subjects.size);
  for (const { name } of types) await expect(events.getByText(name, { exact: true })).toHaveCount(1);
  await expect(departments).toContainText("department.renamed");
  await expect(events.getByRole("group", { name: "Konten" })).toContainText("user.role_changed");
  await expect(events.getByText("auth.signed_in")).toHaveCount(0);
  await expect(events.getByText("webhook.created")).toHaveCount(0);
  await departments.getByRole("checkbox", { name: "Abteilungen", exact: true }).check();
  await expect(events).toContainText("4 gewählt");
  await departments.getByRole("checkbox", { name: /^Abteilung gelöscht/ }).uncheck();
  await expect(events).toContainText("3 gewählt");
  // The form requires an event, and refuses an address inside the network at its field.
  await departments.getByRole("checkbox", { name: "Abteilungen zusammengeführt" }).uncheck();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Labor");
  await dialog.getByLabel("Adresse", { exact: true }).fill("https://192.168.0.1/eingang");
  await dialog.getByRole("button", { name: "Webhook hinzufügen" }).click();
  await expect(dialog.getByLabel("Adresse", { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("R0-142 the list shows the health of each webhook and its last delivery", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/webhooks");
  await addWebhookByForm(page, "Labor Nord", receiver.url);
  const row = page.getByRole("row", { name: /Labor Nord/ });
  await expect(row).toContainText("Noch ungenutzt");
  await createDepartmentEvent(portal, organization.id);
  await expect.poll(() => receiver.received.length).toBe(1);
  // The page polls the server.
  await expect(row).toContainText("In Ordnung", { timeout: 15_000 });
  await expect(row).toContainText("200");
  await expect(row).toContainText(/100\s%/);
  receiver.respondWithStatus(503);
  await createDepartmentEvent(portal, organization.id);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
  await expect(row).toContainText("Kommt nicht an", { timeout: 15_000 });
  await expect(row).toContainText("503");
  await expect(row).toContainText(/50\s%/);
  const states = [
    [{ probe_at: new Date(Date.now() + 3_600_000) }, "Angehalten"],
    [{ enabled: false, disabled_at: new Date(), disabled_reason: "failing" }, "Abgeschaltet"],
    [{ disabled_reason: "manual" }, "Ausgeschaltet"],
  ] as const;
  for (const [columns, text] of states) {
    await portal.app.platformDb.writes
      .updateTable("webhook")
      .set(columns)
      .where("organization_id", "=", organization.id)
      .execute();
    await page.reload();
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  }
});

test("R0-144 the delivery log shows request and response, and sends a delivery again", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/webhooks");
  await addWebhookByForm(page, "Labor Nord", receiver.url);
  await createDepartmentEvent(portal, organization.id);
  await expect.poll(() => receiver.received.length).toBe(1);
  await page.getByRole("link", { name: "Labor Nord" }).click();
  const row = page.getByRole("row", { name: /Abteilung angelegt/ });
  await expect(row).toContainText("Zugestellt", { timeout: 15_000 });
  await row.getByRole("button", { name: /department\.created/ }).click();
  const request = page.getByRole("region", { name: "Anfrage" });
  await expect(request).toContainText(`POST ${receiver.url}`);
  await expect(request).toContainText("webhook-signature: ");
  await expect(request).toContainText('"type": "department.created"');
  expect(await request.innerText()).not.toContain(receiver.received[0]?.headers["webhook-signature"]);
  await expect(page.getByRole("region", { name: "Antwort" })).toHaveText(/^200\s+ok$/);

  await page.getByRole("button", { name: "Erneut senden", exact: true }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first, second] = receiver.received;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  await expect(page.getByText("2. Versuch, von Hand")).toBeVisible({ timeout: 15_000 });
});

test("R2.3-14 R0-18 the webhooks pass the list kit's tests and are rendered once", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin");
  for (const letter of ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"])
    await storeOwnedWebhook(portal, organization.id, owner.id, `Labor ${letter}`);
  await portal.app.platformDb.writes
    .updateTable("webhook")
    .set({ enabled: false, disabled_reason: "manual" })
    .where("organization_id", "=", organization.id)
    .where("name", "in", ["Labor A", "Labor B"])
    .execute();
  const list: ListUnderTest = {
    path: "/webhooks",
    title: "Webhooks",
    label: "Webhooks",
    failure: { calls: /\/api\/.+\/webhooks(?:\?|$)/, title: "Die Webhooks konnten nicht geladen werden" },
    total: 11,
    search: { label: "Webhook suchen", text: "Labor C", rows: 1 },
    filter: { chip: "Status", option: "Ausgeschaltet", param: "state=off", rows: 2 },
    sort: {
      column: "Status",
      field: "state",
      first: "Ausgeschaltet",
      last: "Noch ungenutzt",
    },
    column: "Verantwortlich",
    exportedAs: "webhooks.csv",
  };
  await signIn(page, owner);
  await checkList(page, list);
  await checkInvalidAddress(page, list);
  await checkOneRendering(page, list);
});

test("R0-25 switching a webhook off can be undone, unless someone has changed it since", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin");
  await storeOwnedWebhook(portal, organization.id, owner.id, "Labor Nord");
  await signIn(page, owner, "/webhooks");
  const row = page.getByRole("row", { name: /Labor Nord/ });
  const toasts = page.getByRole("region", { name: "Meldungen" });
  const switchOff = async () => {
    await row.getByRole("button", { name: "Aktionen für Labor Nord" }).click();
    await page.getByRole("menuitem", { name: "Ausschalten" }).click();
    await expect(toasts).toContainText("„Labor Nord“ ist ausgeschaltet");
    await expect(row).toContainText("Ausgeschaltet");
  };
  await switchOff();
  await toasts.getByRole("button", { name: "Rückgängig machen" }).click();
  await expect(toasts).toContainText("Die Änderung wurde rückgängig gemacht");
  await expect(row).toContainText("Noch ungenutzt");

  await switchOff();
  await portal.app.platformDb.writes
    .updateTable("webhook")
    .set((eb) => ({ name: "Labor Süd", version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization.id)
    .execute();
  await toasts.getByRole("button", { name: "Rückgängig machen" }).click();
  await expect(toasts).toContainText("Die Änderung konnte nicht rückgängig gemacht werden");
  await expect(page.getByRole("row", { name: /Labor Süd/ })).toContainText("Ausgeschaltet");
});

test("R0-17 R2.3-14 see R0-18 the deliveries pass the list kit's tests and are rendered once", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/webhooks");
  await addWebhookByForm(page, "Labor Nord", receiver.url);
  await storeDeliveries(portal, organization.id, [
    ...Array.from({ length: 9 }, () => "succeeded" as const),
    ...Array.from({ length: 3 }, () => "failed" as const),
  ]);
  await page.getByRole("link", { name: "Labor Nord" }).click();
  await expect(heading(page, "Labor Nord")).toBeVisible();
  const list: ListUnderTest = {
    path: new URL(page.url()).pathname,
    title: "Labor Nord",
    label: "Zustellungen",
    failure: {
      calls: /\/api\/.+\/deliveries(?:\?|$)/,
      title: "Die Zustellungen konnten nicht geladen werden",
    },
    total: 12,
    search: { label: "Zustellungen durchsuchen", text: "503", rows: 3 },
    filter: { chip: "Ergebnis", option: "Erfolglos", param: "state=failed", rows: 3 },
    sort: { column: "Zeitpunkt", field: "createdAt", first: "Erfolglos", last: "Zugestellt" },
    column: "Versuche",
    exportedAs: "webhook-deliveries.csv",
  };
  await checkList(page, list, { hasCursors: true });
  await checkOneRendering(page, list);
});

test("see R0-136 a test shows the request and the response, and a replaced secret stays valid for a while", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/webhooks");
  const secret = await addWebhookByForm(page, "Labor Nord", receiver.url);
  receiver.respondWithStatus(404);
  await page.getByRole("link", { name: "Labor Nord" }).click();
  await page.getByRole("button", { name: "Test senden" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Test senden" }).click();
  await expect(dialog.getByText("Nicht angekommen")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Anfrage" })).toContainText("webhook.test");
  await expect(dialog.getByRole("region", { name: "Antwort" })).toContainText("404");
  await dialog.getByRole("button", { name: "Schließen" }).last().click();

  await page.getByRole("button", { name: "Aktionen für Labor Nord" }).click();
  await page.getByRole("menuitem", { name: "Schlüssel wechseln" }).click();
  await page.getByLabel("Der bisherige Schlüssel gilt noch").selectOption("7 Tage");
  await page.getByRole("alertdialog").getByRole("button", { name: "Schlüssel wechseln" }).click();
  const revealed = page.getByRole("dialog").locator("code");
  await expect(revealed).toHaveText(/^whsec_/);
  expect(await revealed.innerText()).not.toBe(secret);
  await page.getByRole("checkbox", { name: "Ich habe den Schlüssel hinterlegt" }).check();
  await page.getByRole("button", { name: "Fertig" }).click();
  await expect(page.getByText("Zwei Schlüssel gelten")).toBeVisible();
});
