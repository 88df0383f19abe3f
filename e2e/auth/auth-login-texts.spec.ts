import type { Page } from "@playwright/test";
import { endSessions } from "../../apps/server/src/features/auth/session/end-sessions.ts";
import { password } from "../support/people.ts";
import { startTestPortal } from "../support/portal.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";

const languages = ["de", "en", "fr", "it"] as const;
type Texts = Readonly<Record<(typeof languages)[number], string>>;

const texts = {
  network: { de: "Netzwerkfehler", en: "Network error", fr: "Erreur de réseau", it: "Errore di rete" },
  server: { de: "Serverfehler", en: "Server error", fr: "Erreur du serveur", it: "Errore del server" },
  unknown: {
    de: "Das hat nicht geklappt. Bitte versuchen Sie es später erneut.",
    en: "An error occurred. Please try again later.",
    fr: "L’opération n’a pas abouti. Veuillez réessayer plus tard.",
    it: "L’operazione non è riuscita. Riprovi più tardi.",
  },
  maintenance: {
    de: "Wartungsmodus",
    en: "Maintenance mode",
    fr: "Mode de maintenance",
    it: "Modalità di manutenzione",
  },
  upgrade: {
    de: "Aktualisierung erforderlich",
    en: "Upgrade required",
    fr: "Mise à jour nécessaire",
    it: "Aggiornamento necessario",
  },
  browser: {
    de: "Browser nicht unterstützt",
    en: "Browser not supported",
    fr: "Navigateur non pris en charge",
    it: "Browser non supportato",
  },
  cookies: {
    de: "Cookies deaktiviert",
    en: "Cookies disabled",
    fr: "Cookies désactivés",
    it: "Cookie disattivati",
  },
} satisfies Record<string, Texts>;

/** Opens the login page in each language. */
async function inEachLanguage(
  page: Page,
  check: (language: (typeof languages)[number]) => Promise<void>,
  url = "/login",
): Promise<void> {
  for (const language of languages) {
    // This is a small file of the same origin.
    await page.goto(url.replace(/\/login$/, "/theme.js"));
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), language);
    await page.goto(url);
    await check(language);
  }
}

/** Submits the form in any language. */
async function sendForm(page: Page): Promise<void> {
  await page.locator('input[name="username"]').fill("erika.muster@example.org");
  await page.locator('input[name="password"]').fill("Sonnen-Garten-83");
  await page.locator('button[type="submit"]').click();
}

/** Error response of the server, whose text does not help the user. */
const internalError = {
  type: "urn:praxisportal:problem:INTERNAL_ERROR",
  title: "Internal error",
  status: 500,
  detail: "Internal error",
  instance: "/api/v1/auth/login",
  code: "INTERNAL_ERROR",
  message: "Internal error",
  requestId: "anfrage-1",
};

for (const [description, expected, responses] of [
  ["no response: Network error", texts.network, [undefined]],
  [
    "a 500, or a 520 from a proxy: Server error",
    texts.server,
    [
      { status: 500, body: "" },
      { status: 500, contentType: "application/problem+json", body: JSON.stringify(internalError) },
      { status: 520, body: "<html></html>" },
    ],
  ],
  ["an unknown reason: An error occurred", texts.unknown, [{ status: 200, body: "no JSON" }]],
] as const)
  test(`R0-50 R8-57 the login page explains in each language why a login failed: ${description}`, async ({
    page,
  }) => {
    // The legacy practice server of the demonstration does not answer either.
    await page.route("**/api/login", (route) => route.abort());
    await inEachLanguage(page, async (language) => {
      for (const response of responses) {
        await page.route("**/api/v1/auth/login", (route) =>
          response === undefined ? route.abort() : route.fulfill(response),
        );
        // The form removes the message of the previous attempt.
        const request = page.waitForRequest("**/api/v1/auth/login");
        await sendForm(page);
        await request;
        await expect(page.getByRole("alert")).toContainText(expected[language]);
      }
    });
  });

test("R0-46 R8-58 the login page shows Cookies disabled in a browser that blocks cookies", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByText(texts.cookies.de)).toHaveCount(0);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  await inEachLanguage(page, async (language) => {
    await expect(page.getByText(texts.cookies[language], { exact: true })).toBeVisible();
  });
});

test("R0-47 R8-58 the login page shows Browser not supported in a browser that lacks a required feature", async ({
  page,
}) => {
  // One required feature is missing in two of the languages, and another in the other two.
  await page.addInitScript(() => {
    const lacksPromises = ["fr", "it"].includes(localStorage.getItem("locale") ?? "");
    if (lacksPromises) Reflect.deleteProperty(Promise, "withResolvers");
    else Reflect.deleteProperty(Map, "groupBy");
  });
  await inEachLanguage(page, async (language) => {
    await expect(heading(page, texts.browser[language])).toBeVisible();
    await expect(page.locator("form")).toHaveCount(0);
  });
});

test("R0-49 R8-58 a page older than the server's minimum shows Upgrade required and can be reloaded", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await page.route("**/api/**", (route) =>
    route.continue({ headers: { ...route.request().headers(), "x-page-version": "0" } }),
  );
  await inEachLanguage(page, async (language) => {
    const response = page.waitForResponse("**/api/v1/auth/login");
    await sendForm(page);
    expect((await response).status()).toBe(426);
    await expect(page.getByRole("alert")).toContainText(texts.upgrade[language]);
  });
  // The reloaded page has the current version.
  await page.unroute("**/api/**");
  await page.getByRole("alert").getByRole("button", { name: "Ricarica" }).click();
  await page.evaluate(() => localStorage.setItem("locale", "de"));
  await page.goto("/login");
  await fillLogin(page, person.email);
  await expect(heading(page, "Übersicht")).toBeVisible();
});

test("R0-48 R8-57 with MAINTENANCE=on the login page shows Maintenance mode, and the server responds with 503", async ({
  page,
}) => {
  const portal = await startTestPortal({ MAINTENANCE: "on" });
  try {
    await inEachLanguage(
      page,
      async (language) => {
        await expect(page.getByText(texts.maintenance[language], { exact: true })).toBeVisible();
        const response = page.waitForResponse("**/api/v1/auth/login");
        await sendForm(page);
        expect((await response).status()).toBe(503);
        expect(await (await response).json()).toMatchObject({ code: "MAINTENANCE" });
        await expect(page.getByRole("alert").filter({ hasText: texts.maintenance[language] })).toHaveCount(2);
      },
      `${portal.url}/login`,
    );
    for (const path of [
      "/api/v1/users/me",
      "/api/tenant/organizations",
      "/api/billing/usage",
      "/api/ai/models",
    ]) {
      const response = await page.request.get(`${portal.url}${path}`);
      const { code } = (await response.json()) as { code?: string };
      expect([path, response.status(), code]).toEqual([path, 503, "MAINTENANCE"]);
    }
  } finally {
    await portal.stop();
  }
});

for (const [cause, statement, text] of [
  ["membership_ended", "blockiert", "Ihr Zugang wurde blockiert oder beendet."],
  ["password_changed", "Passwort", "Ihr Passwort wurde geändert."],
] as const)
  test(`R0-53 R4-05 R7w-15 see R4-92 after a forced logout the login page shows the reason: ${statement}`, async ({
    page,
    people,
    portal,
  }) => {
    const person = await people.createMember(await people.createOrganization(), "viewer");
    await signIn(page, person);
    await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
    await portal.app.identityDb.write((tx) => endSessions(tx, { personId: person.id }, cause, new Date()));
    await expect(heading(page, "Anmelden")).toBeVisible();
    await expect(page.getByText("Sie wurden abgemeldet")).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText("Sitzung abgelaufen")).toHaveCount(0);
  });

test("R0-56 R5-13 empty required fields of the login form show their message, and the first one gets the focus", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  const requiredMessages = page.getByText("Dieses Feld ist erforderlich");
  await expect(requiredMessages).toHaveCount(2);
  const name = page.getByLabel("Benutzername oder E-Mail-Adresse");
  await expect(name).toBeFocused();
  await name.fill("erika");
  await expect(requiredMessages).toHaveCount(1);
  await expect(page.getByLabel("Passwort", { exact: true })).toHaveAccessibleDescription(
    "Dieses Feld ist erforderlich",
  );
});

/** Switches the interface to English before the next page opens. */
async function chooseEnglish(page: Page): Promise<void> {
  await page.goto("/theme.js");
  await page.evaluate(() => localStorage.setItem("locale", "en"));
}

/** Submits the form in any language with a name and, by default, the password that all test people have. */
async function sendFormAs(page: Page, name: string, secret = password): Promise<void> {
  await page.locator('input[name="username"]').fill(name);
  await page.locator('input[name="password"]').fill(secret);
  await page.locator('button[type="submit"]').click();
}

async function failToSignIn(page: Page, email: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1)
    await page.request.post("/api/v1/auth/login", { data: { email, password: "falsch" } });
}

test("R8-54 the login page shows Invalid credentials, Login failed and An error occurred", async ({
  page,
}) => {
  await chooseEnglish(page);
  await page.goto("/login");
  const alert = page.getByRole("alert");
  await sendForm(page);
  await expect(alert).toContainText("Invalid credentials");
  for (const [status, text] of [
    [418, "Login failed"],
    [200, "An error occurred. Please try again later."],
  ] as const) {
    await page.route("**/api/v1/auth/login", (route) => route.fulfill({ status, body: "" }));
    await sendForm(page);
    await expect(alert).toContainText(text);
    await page.unroute("**/api/v1/auth/login");
  }
});

test("R8-55 the login page shows Account locked, Account disabled and Account not verified", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const lockedMember = await people.createMember(organization, "viewer");
  const disabled = await people.createMember(organization, "viewer", { status: "deactivated" });
  const pending = await people.createMember(organization, "viewer", { status: "pending" });
  // Only a browser in which the user has signed in before learns that the account is locked.
  await signIn(page, lockedMember);
  // This runs outside a page of the portal, which would react to its missing session.
  await page.goto("/theme.js");
  await page.evaluate(async (email) => {
    localStorage.clear();
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ email, password: "falsch" });
    for (let attempt = 0; attempt < 10; attempt += 1)
      await fetch("/api/v1/auth/login", { method: "POST", headers, body });
  }, lockedMember.email);
  await chooseEnglish(page);
  await page.goto("/login");
  for (const [person, text] of [
    [lockedMember, "Account locked"],
    [disabled, "Account disabled"],
    [pending, "Account not verified"],
  ] as const) {
    await sendFormAs(page, person.email);
    await expect(page.getByRole("alert")).toContainText(text);
  }
});

test("R8-56 the login page shows Too many attempts and Session expired", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const guessed = await people.createMember(organization, "viewer");
  const person = await people.createMember(organization, "viewer");
  await failToSignIn(page, guessed.email);
  await chooseEnglish(page);
  await page.goto("/login");
  await sendFormAs(page, guessed.email);
  await expect(page.getByRole("alert")).toContainText("Too many attempts");
  await sendFormAs(page, person.email);
  await expect(heading(page, "Overview")).toBeVisible();
  // This runs outside a page of the portal, which might notice the end of its session before it is closed.
  await page.goto("/theme.js");
  await people.expireSessions(person);
  await page.goto("/users");
  await expect(page.getByText("Session expired", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
