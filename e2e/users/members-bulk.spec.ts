import type { Page } from "@playwright/test";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { readMail, readMailedPath } from "../support/mailbox.ts";
import type { PeopleFactory } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { openAddPerson } from "../support/add-person.ts";
import { chooseEntry } from "../journeys/choose-entry.ts";

const addCall = /\/api\/v1\/organizations\/[0-9a-f-]{36}\/members$/;

async function openOrganization(page: Page, people: PeopleFactory, maxUsers = 60) {
  const organization = await people.createOrganization({ maxUsers });
  const admin = await people.createMember(organization, "org_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  await signIn(page, admin, "/organization/users");
  await expect(heading(page, "Team-Aktivität")).toBeVisible();
  return organization;
}

/** Returns `count` unique addresses. */
function addressesOf(count: number): string[] {
  const mark = Date.now().toString(36) + String(Math.random()).slice(2, 8);
  return Array.from({ length: count }, (_, index) => `team${index + 1}.${mark}@example.org`);
}

const row = (page: Page, name: string) => page.getByRole("row", { name });
const results = (page: Page) => page.getByRole("list", { name: "Ergebnis je Person" });

test("R0-54 R3-85 R3-86 R3-87 five people are invited by keyboard in four steps, each with role and message", async ({
  page,
  people,
  portal,
}) => {
  const organization = await openOrganization(page, people);
  const addresses = addressesOf(5);
  const bodies: { email: string; role: string; message: string }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && addCall.test(request.url())) bodies.push(request.postDataJSON());
  });
  const keys = new KeyboardDriver(page);
  // Step one opens the dialog.
  await keys.activate(page.getByRole("button", { name: "Person hinzufügen" }));
  await chooseEntry(keys, page.getByRole("menuitem", { name: "Nur Zugang anlegen" }));
  // Step two selects the other method.
  await keys.tabTo(page.getByRole("radio", { name: "Per E-Mail einladen" }), "Shift+Tab");
  await keys.press("ArrowRight");
  // Step three pastes the addresses as a list. Role and message are optional.
  await keys.tabTo(page.getByLabel("E-Mail-Adressen"));
  await page.keyboard.insertText(addresses.join("\n"));
  await keys.tabTo(page.getByLabel("Rolle für alle"));
  await keys.type("Mitarbei");
  await keys.tabTo(page.getByLabel("Persönliche Nachricht"));
  await keys.type("Willkommen im Team!");
  // Step four sends the invitations.
  await keys.activate(page.getByRole("button", { name: "5 Einladungen senden" }));
  await expect(page.getByText("5 Einladungen sind unterwegs")).toBeVisible();
  await expect(results(page).getByText("Erledigt")).toHaveCount(5);
  for (const address of addresses) await expect(results(page)).toContainText(address);
  expect(bodies.map(({ email }) => email).toSorted()).toEqual(addresses.toSorted());
  expect(bodies.every(({ role, message }) => role === "editor" && message === "Willkommen im Team!")).toBe(
    true,
  );
  // Other people's addresses are not stored in the browser.
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    addresses[0],
  );
  await keys.activate(page.getByRole("button", { name: "Schließen" }).last());
  for (const address of addresses) {
    await expect(row(page, address)).toContainText("Eingeladen");
    await expect(row(page, address)).toContainText("Mitarbeit mit Schreibrecht");
  }

  // Invitations are resent and revoked in the list.
  const [first = "", second = ""] = addresses;
  const link = await readMailedPath(portal, first, "invitation");
  expect(await readMail(portal, first)).toContain("Willkommen im Team!");
  await row(page, first)
    .getByRole("button", { name: /^Aktionen für/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Einladung erneut senden" }).press("Enter");
  await expect.poll(() => readMailedPath(portal, first, "invitation")).not.toBe(link);
  await row(page, second)
    .getByRole("button", { name: /^Aktionen für/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Einladung zurückziehen" }).press("Enter");
  await expect(page.getByRole("alertdialog")).toContainText(organization.name);
  await page.getByRole("alertdialog").getByRole("button", { name: "Einladung zurückziehen" }).press("Enter");
  await expect(row(page, second)).toHaveCount(0);

  // The history distinguishes the invitations sent together from the resent invitation.
  await page.goto("/organization?tab=operations");
  const operations = page.getByRole("table", { name: "Vorgänge" });
  await expect(operations.getByText("Gemeinsam eingeladen")).toHaveCount(5);
  await expect(operations.getByText("Erneut eingeladen")).toHaveCount(1);
});

test("R5-42 each line without a valid address is reported with its number, and nothing is sent", async ({
  page,
  people,
}) => {
  await openOrganization(page, people);
  let sentCount = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && addCall.test(request.url())) sentCount += 1;
  });
  await openAddPerson(page, "Mehrere einladen");
  await page.getByRole("button", { name: "Einladungen senden" }).click();
  await expect(page.getByText("Geben Sie mindestens eine E-Mail-Adresse ein.")).toBeVisible();
  const field = page.getByLabel("E-Mail-Adressen");
  await field.fill("gut@example.org\n\nkein-at-zeichen\nGut@example.org\nohne@ende");
  await expect(page.getByText("1 gültige Adresse, 2 ungültig")).toBeVisible();
  await page.getByRole("button", { name: "1 Einladung senden" }).click();
  await expect(field).toHaveAccessibleDescription(/Zeile 3 „kein-at-zeichen“, Zeile 5 „ohne@ende“/);
  await expect(field).not.toHaveAccessibleDescription(/gut@example/);
  await expect(field).toBeFocused();
  expect(sentCount).toBe(0);
});

test("R8-23 R3-86 R3-87 every address has its own result: invited, already a member, or no seat left", async ({
  page,
  people,
  portal,
}) => {
  const organization = await openOrganization(page, people, 4);
  const existingMember = await people.createMember(organization, "viewer");
  const addresses = addressesOf(3);
  await page.reload();
  await openAddPerson(page, "Mehrere einladen");
  await expect(page.getByText("2 Plätze sind frei.")).toBeVisible();
  // The calls run in parallel. The member's call is decided while seats are free.
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  await page.route(addCall, async (route) => {
    const { email } = route.request().postDataJSON() as { email: string };
    if (email !== existingMember.email) {
      await decided;
      return route.continue();
    }
    await route.fulfill({ response: await route.fetch() });
    decide();
  });
  await page.getByLabel("E-Mail-Adressen").fill([existingMember.email, ...addresses].join("\n"));
  await page.getByRole("button", { name: "4 Einladungen senden" }).click();
  await expect(page.getByText("Nicht alle konnten eingeladen werden")).toBeVisible();
  await expect(page.getByText("Bei 2 von 4 hat es nicht geklappt.")).toBeVisible();
  await expect(results(page).getByText("Erledigt")).toHaveCount(2);
  const resultOf = (email: string) => results(page).getByRole("listitem").filter({ hasText: email });
  await expect(resultOf(existingMember.email)).toContainText("Nicht möglich");
  await expect(resultOf(existingMember.email)).toContainText("bereits vergeben");
  const noSeat = "Die Höchstzahl der Mitarbeitenden ist erreicht (4 von 4)";
  const outcome = new RegExp("Erledigt|Nicht möglich");
  for (const address of addresses) await expect(resultOf(address)).toContainText(outcome);
  await expect(results(page).getByRole("listitem").filter({ hasText: noSeat })).toContainText(
    new RegExp(addresses.join("|")),
  );
  // Without a choice, the invited people may only read; without a message, the e-mail has none.
  const invited = page.getByRole("row").filter({ hasText: "Eingeladen" });
  await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).last().click();
  await expect(invited).toHaveCount(2);
  await expect(invited.filter({ hasText: "Nur lesen" })).toHaveCount(2);
  const name = await invited.first().getByRole("rowheader").innerText();
  const address = addresses.find((candidate) => name.includes(candidate)) ?? "";
  await readMailedPath(portal, address, "invitation");
  expect(await readMail(portal, address)).not.toContain("Nachricht:");
});

test("see R8-23 R9-34 R9-35 after a lost connection the remaining invitations are sent, and no one is invited twice", async ({
  page,
  people,
}) => {
  await openOrganization(page, people);
  const addresses = addressesOf(7);
  const keys = new Map<string, string>();
  await page.route(addCall, async (route) => {
    const request = route.request();
    const { email } = request.postDataJSON() as { email: string };
    const key = request.headers()["idempotency-key"] ?? "";
    expect(keys.get(email) ?? key).toBe(key);
    keys.set(email, key);
    if (keys.size <= 5) return route.continue();
    // The request arrives, but its response is lost.
    await route.fetch();
    return route.abort();
  });
  await openAddPerson(page, "Mehrere einladen");
  await page.getByLabel("E-Mail-Adressen").fill(addresses.join("\n"));
  await page.getByRole("button", { name: "7 Einladungen senden" }).click();
  await expect(page.getByText("Der Vorgang wurde unterbrochen")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("5 von 7 erledigt, 2 stehen noch aus.")).toBeVisible();
  await page.unroute(addCall);
  await page.getByRole("button", { name: "Rest fortsetzen" }).click();
  await expect(page.getByText("7 Einladungen sind unterwegs")).toBeVisible();
  await page.getByRole("button", { name: "Schließen" }).last().click();
  for (const address of addresses) await expect(row(page, address)).toHaveCount(1);
});
