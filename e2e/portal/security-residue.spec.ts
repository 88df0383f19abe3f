import { shareWorkstations } from "../support/workstation.ts";
import { readMailedPath } from "../support/mailbox.ts";
import { password } from "../support/people.ts";
import { readBrowserState } from "../support/browser-state.ts";
import { expectForgotten, readHeap } from "../support/heap.ts";
import {
  expect,
  fillLogin,
  goOffline,
  heading,
  waitUntilQueueLoaded,
  signIn,
  test,
} from "../support/test.ts";

test("R3-95 after sign-out the browser contains no personal data, colleagues or tokens", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "org_admin", {
    firstName: "Kanaria",
    lastName: "Muster-Gelbvogel",
    phone: "+49 30 7654321",
  });
  const colleague = await people.createMember(organization, "viewer", {
    firstName: "Sittich",
    lastName: "Beispiel-Grünvogel",
  });
  await signIn(page, person);
  const secrets = await page.evaluate(() =>
    ["accessToken", "refreshToken"].map(
      (key) => localStorage.getItem(key) ?? sessionStorage.getItem(key) ?? "",
    ),
  );
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  // A search term is in the URL and therefore in the history; names do not get there otherwise.
  for (const path of ["/users", "/users?search=Muster", "/settings", "/dashboard"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Seite, Person oder Befehl" }).fill("Grünvogel");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  // Control: the names are in the browser now, so the search can find them.
  expect((await readBrowserState(page)).includes("Gelbvogel")).toBe(true);

  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();

  const markers = ["Kanaria", "Gelbvogel", "Sittich", "Grünvogel", "7654321", ...secrets];
  const ids = [person.id, colleague.id, person.email, colleague.email, person.username, colleague.username];
  const browserState = await readBrowserState(page);
  expect([...markers, ...ids].filter((marker) => browserState.includes(marker))).toEqual([]);
  // The device is still recognized, because its cookie is not part of a session.
  expect((await page.context().cookies()).every((cookie) => cookie.httpOnly)).toBe(true);

  for (let step = 0; step < 3; step += 1) {
    await page.goBack();
    await expect(heading(page, "Anmelden")).toBeVisible();
    const content = await page.content();
    expect(markers.filter((marker) => content.includes(marker))).toEqual([]);
  }
});

test("see R3-95 after sign-out the memory of the page contains no typed text", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person, "/profile");
  const typed = ["kanarientelefon", "Kanariensuche", "kanarienbefehl"] as const;
  await page.getByLabel("Telefon").fill(typed[0]);
  // The screen is locked and unlocked once. The input is kept for the user in between.
  await page.keyboard.press("Control+Alt+l");
  await page.getByLabel(/^Passwort von /).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Telefon")).toHaveValue(typed[0]);
  // Control: the search of the memory finds the typed text.
  expect((await readHeap(page)).includes(typed[0])).toBe(true);
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click();
  await page.getByRole("searchbox").fill(typed[1]);
  await expect(page).toHaveURL(/Kanariensuche/);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Seite, Person oder Befehl" }).fill(typed[2]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expectForgotten(page, typed);
});

/** Signs in as a separate program, outside the tested browser. Returns a function that sends requests. */
async function signInAsProgram(url: string, name: string, secret: string) {
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { accessToken?: string };
  };
  const { accessToken = "" } = await call("/api/v1/auth/login", { email: name, password: secret });
  return (path: string, body: object) => call(path, body, { authorization: `Bearer ${accessToken}` });
}

test("see R3-95 N29 after sign-out the browser keeps no link, ticket or typed password, not even in its history", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin");
  const ownerCalls = await signInAsProgram(portal.url, owner.email, password);
  const address = `kanari.${Date.now()}@example.org`;
  await ownerCalls(`/api/v1/organizations/${organization.id}/members`, { email: address, firstName: "Kim" });
  const [chosenPassword, wrongPassword, changedPassword] = [
    "Canary-Gewaehlt-83",
    "Canary-Falsch-84",
    "Canary-Wechsel-85",
  ];
  const tickets: string[] = [];
  page.on("websocket", (socket) => tickets.push(new URL(socket.url()).searchParams.get("token") ?? ""));

  const invitation = await readMailedPath(portal, address, "invitation");
  await page.goto(invitation);
  await page.getByLabel("Passwort", { exact: true }).fill(chosenPassword);
  await page.getByLabel("Passwort wiederholen").fill(chosenPassword);
  await page.keyboard.press("Enter");
  await expect(heading(page, `Willkommen in der Praxis „${organization.name}“`)).toBeVisible();
  await page.getByRole("link", { name: "Zur Anmeldung" }).click();
  await fillLogin(page, address, wrongPassword);
  await expect(page.getByRole("alert")).toContainText("Ungültige Anmeldedaten");
  await fillLogin(page, address, chosenPassword);
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect.poll(() => tickets.length).toBeGreaterThan(0);
  const tokens = await page.evaluate(() =>
    [localStorage, sessionStorage]
      .map((store) => store.getItem("accessToken"))
      .filter((token) => token !== null),
  );

  const callAsMember = await signInAsProgram(portal.url, address, chosenPassword);
  const newAddress = `neu.${address}`;
  await callAsMember("/api/v1/users/me/email", { newEmail: newAddress, password: chosenPassword });
  const confirming = await readMailedPath(portal, newAddress, "email");
  await page.goto(confirming);
  await expect(heading(page, "E-Mail-Adresse bestätigen")).toBeVisible();
  await page.goto("/change-password");
  await page.getByLabel("Aktuelles Passwort").fill(chosenPassword);
  await page.getByLabel("Neues Passwort", { exact: true }).fill(changedPassword);
  await page.getByLabel("Neues Passwort wiederholen").fill(changedPassword);
  // Control: the input is on the page now, so the search can find it.
  expect((await readBrowserState(page)).includes(changedPassword)).toBe(true);
  await page.getByRole("main").getByRole("button", { name: "Passwort ändern" }).click();
  await expect(page.getByText("Ihr Passwort ist geändert")).toBeVisible();
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();

  const links = [invitation, confirming].map((path) => path.split("/").at(-1) ?? "");
  const secrets = [chosenPassword, wrongPassword, changedPassword, ...links, ...tickets, ...tokens];
  expect(secrets.every((secret) => secret.length > 15)).toBe(true);
  const browserState = await readBrowserState(page);
  // The history is included. It contains the page of the link without the token.
  expect(browserState.includes(`${portal.url}/invitation`)).toBe(true);
  expect([...secrets, address].filter((secret) => browserState.includes(secret))).toEqual([]);
});

test("see R3-95 N38 after switching users, a workstation keeps no data of the previous user in any storage", async ({
  page,
  people,
  portal,
  browser,
  context,
}) => {
  const organization = await people.createOrganization();
  const first = await people.createMember(organization, "org_admin", {
    firstName: "Kanaria",
    lastName: "Muster-Gelbvogel",
    phone: "+49 30 7654321",
  });
  const second = await people.createMember(organization, "viewer", {
    firstName: "Amsel",
    lastName: "Beispiel-Rot",
  });
  const colleague = await people.createMember(organization, "editor", {
    firstName: "Sittich",
    lastName: "Probe-Blau",
  });
  const lockTitle = "Wer arbeitet weiter?";
  await signIn(page, second);
  await shareWorkstations(portal, organization.id);
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, lockTitle)).toBeVisible();

  // The first user gets a notification, searches, views people and starts typing.
  await page.goto("/login");
  await fillLogin(page, first.email);
  await expect(page.getByRole("button", { name: /^Menü von Kanaria/ })).toBeVisible();
  const otherContext = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  await signIn(await otherContext.newPage(), first);
  const notice = "Anmeldung auf einem neuen Gerät";
  await expect(page.getByText(notice).first()).toBeVisible();
  await otherContext.close();
  for (const path of ["/users", `/users/${colleague.id}`, "/profile?tab=security"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Probe-Blau");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/profile");
  await waitUntilQueueLoaded(page);
  const phone = page.getByLabel("Telefon");
  const save = page.getByRole("button", { name: "Speichern", exact: true });
  // The form is opened once with a connection, so that it is complete offline.
  await phone.fill("x");
  await save.click();
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await goOffline(context, portal);
  await expect(page.getByText("Offline-Modus", { exact: true })).toBeVisible();
  await phone.fill("+49 30 5554443");
  await save.click();
  await expect(page.getByText("Offline-Modus · 1 ausstehend")).toBeVisible();
  // The change stays unsent until the second user signs in.
  await page.route("**/api/v1/users/me", (route) =>
    route.request().method() === "PUT" ? route.abort("connectionfailed") : route.fallback(),
  );
  await context.setOffline(false);
  await expect(page.getByText(/Offline-Modus/)).toHaveCount(0);
  const tokens = await page.evaluate(() =>
    ["accessToken", "refreshToken"].map((key) => sessionStorage.getItem(key) ?? ""),
  );
  expect(tokens.every((token) => token.length > 20)).toBe(true);
  const personalValues = [
    first.email,
    first.username,
    "7654321",
    "5554443",
    "Sittich",
    "Probe-Blau",
    notice,
    ...tokens,
  ];
  const stateBefore = await readBrowserState(page);
  // Control: the search can find the values.
  expect([first.email, "5554443", notice, ...tokens].filter((value) => !stateBefore.includes(value))).toEqual(
    [],
  );

  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, lockTitle)).toBeVisible();
  // The lock screen shows the names of the locked sessions and no other personal data.
  const atLock = await readBrowserState(page);
  expect(personalValues.filter((value) => atLock.includes(value))).toEqual([]);

  await page.getByRole("button", { name: /Amsel Beispiel-Rot/ }).press("Enter");
  await page.getByRole("button", { name: "Mit Passwort anmelden" }).press("Enter");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Menü von Amsel Beispiel-Rot" })).toBeVisible();
  const allPersonalValues = [...personalValues, first.id, "Kanaria", "Gelbvogel"];
  const browserState = await readBrowserState(page);
  expect(allPersonalValues.filter((value) => browserState.includes(value))).toEqual([]);
  await page.getByRole("button", { name: "Benachrichtigungen" }).press("Enter");
  await expect(page.getByText("Keine Benachrichtigungen")).toBeVisible();
  await page.keyboard.press("Escape");

  // Going back shows the pages with the data of the second user (the first user is a colleague in the list), never
  // with the data of the first user.
  for (let step = 0; step < 4; step += 1) {
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Menü von Amsel Beispiel-Rot" })).toBeVisible();
    const values = await page
      .locator("input")
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    const content = (await page.content()) + JSON.stringify(values);
    expect(["5554443", notice, ...tokens].filter((value) => content.includes(value))).toEqual([]);
    expect(values.filter((value) => /Kanaria|Gelbvogel|7654321/.test(value))).toEqual([]);
  }
});
