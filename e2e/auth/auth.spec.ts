import { expect, fillLogin, heading, signIn, test, signInWithForm } from "../support/test.ts";

test("R2.1-04 R2.4-01 R2.4-03 R2.4-04 the login page opens without a session and has its fields", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByLabel("Benutzername oder E-Mail-Adresse")).toBeVisible();
  await expect(page.getByLabel("Praxis auswählen").getByRole("option")).toHaveText([
    "Andere Praxis (Praxiscode eingeben)",
    "Keine Auswahl",
  ]);
  await expect(page.getByRole("checkbox", { name: /Angemeldet bleiben/ })).not.toBeChecked();
  await expect(page.getByText("7 Tage. Nicht an gemeinsamen Arbeitsplätzen verwenden.")).toBeVisible();
  await expect(page).toHaveTitle("Anmelden – Praxisportal");
  for (const rememberMe of [false, true]) {
    await page.getByRole("checkbox", { name: /Angemeldet bleiben/ }).setChecked(rememberMe);
    const response = page.waitForResponse("**/api/v1/auth/login");
    await fillLogin(page, "gibt.es.nicht");
    expect((await response).request().postDataJSON()).toMatchObject({
      username: "gibt.es.nicht",
      rememberMe,
    });
    await expect(page.getByRole("alert")).toContainText("Ungültige Anmeldedaten");
  }
});

test("the service line shows the server's status @soak", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByText("Alle Dienste verfügbar").first()).toBeVisible();
  await page.route("**/readyz", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.reload();
  await expect(page.getByText("Dienste zurzeit eingeschränkt").first()).toBeVisible();
});

test("R1-02 R1-03 see R2.4-03 a device without known organizations offers none; a practice code finds one", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await page.goto("/login");
  const choice = page.getByLabel("Praxis auswählen");
  await expect(choice.getByRole("option")).toHaveText([
    "Andere Praxis (Praxiscode eingeben)",
    "Keine Auswahl",
  ]);
  await choice.selectOption("Andere Praxis (Praxiscode eingeben)");
  // Only the complete practice code reveals the name of the practice.
  for (const code of ["GIBT-ES-NICHT", organization.practiceCode.slice(0, -1)]) {
    await page.getByLabel("Praxiscode").fill(code);
    const response = page.waitForResponse("**/api/v1/auth/practice-code");
    await page.getByRole("button", { name: "Praxis suchen" }).click();
    expect((await response).ok()).toBe(false);
    await expect(
      page.getByText("Zu diesem Praxiscode gibt es keine Praxis.", { exact: false }),
    ).toBeVisible();
  }
  await page.getByLabel("Praxiscode").fill(organization.practiceCode.toLowerCase());
  await page.getByLabel("Praxiscode").press("Enter");
  await expect(choice.getByRole("option", { name: organization.name })).toBeAttached();
  await expect(choice).toHaveValue(organization.id);
  await fillLogin(page, person.username);
  await expect(heading(page, "Übersicht")).toBeVisible();
});

test("R1-02 R1-03 an organization is remembered on the device after a sign-in and preselected next time", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await signInWithForm(page, person);
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  const choice = page.getByLabel("Praxis auswählen");
  await expect(choice).toHaveValue(organization.id);
  // The list has only the practice that this device knows.
  await expect(choice.getByRole("option")).toHaveText([
    organization.name,
    "Andere Praxis (Praxiscode eingeben)",
    "Keine Auswahl",
  ]);
});

for (const by of ["username", "email"] as const) {
  test(`R2.4-02 R5-01 a user signs in with the ${by}`, async ({ page, people }) => {
    const person = await people.createMember(await people.createOrganization(), "viewer");
    await page.goto("/login");
    const loginRequest = page.waitForRequest("**/api/v1/auth/login");
    await fillLogin(page, person[by]);
    const body = (await loginRequest).postDataJSON() as Record<string, unknown>;
    expect(body[by]).toBe(person[by]);
    expect(body[by === "email" ? "username" : "email"]).toBeUndefined();
    await expect(heading(page, "Übersicht")).toBeVisible();
  });
}

test("R8-03 a wrong password shows the server's message above the form and empties the field", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await page.goto("/login");
  await fillLogin(page, person.email, "falsch-geraten");
  await expect(page.getByRole("alert")).toContainText("Ungültige Anmeldedaten");
  const secret = page.getByLabel("Passwort", { exact: true });
  await expect(secret).toHaveValue("");
  await expect(secret).toBeFocused();
  await expect(page.getByLabel("Benutzername oder E-Mail-Adresse")).toHaveValue(person.email);
  const message = "Heute ist nur die Praxis Süd offen";
  await page.route("**/api/v1/auth/login", (route) =>
    route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "T",
        status: 401,
        code: "INVALID_CREDENTIALS",
        message,
        requestId: "1",
      },
    }),
  );
  await fillLogin(page, person.email, "falsch-geraten");
  await expect(page.getByRole("alert")).toContainText(message);
});

test("too many attempts show the waiting time @soak", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await page.goto("/login");
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await page.request.post("/api/v1/auth/login", { data: { email: person.email, password: "falsch" } });
  }
  await fillLogin(page, person.email, "falsch");
  await expect(page.getByRole("alert")).toContainText("Zu viele Versuche");
  await expect(page.getByRole("alert")).toContainText(/Bitte warten Sie \d+ Minuten/);
});

test("R8-04 see R8-28 without a server message the login shows a generic error; unexpected errors appear as on every page", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await page.evaluate(() => {
    const promise = Promise.resolve();
    window.dispatchEvent(
      new PromiseRejectionEvent("unhandledrejection", { promise, reason: new Error("x") }),
    );
  });
  const box = page.getByRole("alert").filter({ hasText: "Ein unerwarteter Fehler ist aufgetreten" });
  await box.getByRole("button", { name: "Schließen" }).click();
  await expect(box).toHaveCount(0);
  await page.route("**/api/v1/auth/login", (route) => route.fulfill({ status: 418, body: "" }));
  await fillLogin(page, "wer.auch.immer@example.org");
  await expect(page.getByRole("alert")).toContainText("Anmeldung fehlgeschlagen");
});

test("the password can be shown and hidden @soak", async ({ page }) => {
  await page.goto("/login");
  const secret = page.getByLabel("Passwort", { exact: true });
  await secret.fill("geheim");
  await page.getByRole("button", { name: "Passwort anzeigen" }).click();
  await expect(secret).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Passwort verbergen" }).click();
  await expect(secret).toHaveAttribute("type", "password");
});

test("R2.1-37 R4-04 R3-95 signing out opens the login page and removes all personal data", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person, "/users");
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  const stored = await page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  );
  expect(stored).not.toContain(person.id);
  expect(stored).not.toContain(person.email);
  expect(stored).not.toContain("accessToken");
  await page.goBack();
  await expect(heading(page, "Anmelden")).toBeVisible();
});

test("R8-01 R8-02 R2.1-38 R8-52 an ended session redirects to the login page", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person);
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const storedKeys = () => page.evaluate(() => Object.keys(localStorage));
  expect(await storedKeys()).toEqual(expect.arrayContaining(["accessToken", "user", "organization"]));
  // Other requests wait for the click, because each of them would notice the ended session and remove the link.
  const clicked = Promise.withResolvers<void>();
  await page.route("**/api/v1/**", async (route) => {
    await clicked.promise;
    await route.fallback();
  });
  await people.expireSessions(person);
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  clicked.resolve();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByText("Sitzung abgelaufen")).toBeVisible();
  // The remaining keys belong to the device.
  const deviceKeys = ["deviceFingerprint", "locale", "theme", "rememberedPractices", "desk", "screenLocked"];
  expect((await storedKeys()).filter((key) => !deviceKeys.includes(key))).toEqual([]);
});

test("R4-05 a forced logout reaches the open page without a request", async ({ page, people, portal }) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person);
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await page.evaluate(async (url) => {
    const token = localStorage.getItem("accessToken") ?? "";
    await fetch(`${url}/api/v1/auth/logout`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
  }, portal.url);
  await expect(heading(page, "Anmelden")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});

test("R0-275 a user with a temporary password must change it first, without entering it again", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer", {
    mustChangePassword: true,
  });
  await page.goto("/users");
  await fillLogin(page, person.email);
  await expect(heading(page, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toHaveCount(0);
  await page.goto("/dashboard");
  await expect(heading(page, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await expect(page.getByLabel("Neues Passwort", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Aktuelles Passwort")).toHaveCount(0);
  await page.getByLabel("Neues Passwort", { exact: true }).fill("Ganz-anders-42");
  await page.getByLabel("Neues Passwort wiederholen").fill("Ganz-anders-42");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Ihr Passwort ist geändert" })).toBeVisible();
});

test("see R0-275 the current password is required if the sign-in was more than ten minutes ago", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer", {
    mustChangePassword: true,
  });
  await page.goto("/");
  await fillLogin(page, person.email);
  await expect(heading(page, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  // This is the server's response eleven minutes after the sign-in.
  const problem = { status: 400, code: "PASSWORD_INCORRECT", message: "", requestId: "r-1" };
  await page.route(
    "**/api/v1/auth/change-password",
    (route) => route.fulfill({ status: 400, contentType: "application/problem+json", json: problem }),
    { times: 1 },
  );
  await page.getByLabel("Neues Passwort", { exact: true }).fill("Ganz-anders-42");
  await page.getByLabel("Neues Passwort wiederholen").fill("Ganz-anders-42");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await expect(page.getByText("Ihre Anmeldung liegt schon länger zurück.")).toBeVisible();
  await page.getByLabel("Aktuelles Passwort").fill("Probe-Kennwort-7");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await expect(heading(page, "Übersicht")).toBeVisible();
});

test("an action that the server requires while a page is open replaces the page", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  const message = "Bitte ändern Sie Ihr Passwort.";
  const problem = { status: 403, code: "PASSWORD_CHANGE_REQUIRED", message, requestId: "r-1" };
  await page.route("**/api/v1/users/me", (route) =>
    route.fulfill({ status: 403, contentType: "application/problem+json", json: problem }),
  );
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(heading(page, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toHaveCount(0);
});

test("changing the password ticks the rules that are met, shows errors, and lets the user sign in with the new password", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/change-password");
  const newPassword = page.getByLabel("Neues Passwort", { exact: true });
  const rules = page.getByRole("list", { name: "Anforderungen an das Passwort" });
  await newPassword.fill("abcD");
  await expect(rules.getByText("mindestens 8 Zeichen: noch offen")).toBeVisible();
  await expect(rules.getByText("mindestens ein Großbuchstabe: erfüllt")).toBeVisible();
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await expect(page.getByText("Dieses Feld ist erforderlich")).toHaveCount(2);
  await expect(page.getByLabel("Aktuelles Passwort")).toBeFocused();
  await page.getByLabel("Aktuelles Passwort").fill("nicht-richtig");
  await newPassword.fill("Ganz-anders-42");
  await page.getByLabel("Neues Passwort wiederholen").fill("Ganz-anders-43");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await expect(page.getByText("Die Passwörter müssen übereinstimmen")).toBeVisible();
  await page.getByLabel("Neues Passwort wiederholen").fill("Ganz-anders-42");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await expect(page.getByLabel("Aktuelles Passwort")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Aktuelles Passwort").fill("Probe-Kennwort-7");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  await expect(page.getByText("Ihr Passwort ist geändert")).toBeVisible();
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await fillLogin(page, person.email, "Ganz-anders-42");
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toBeVisible();
});
