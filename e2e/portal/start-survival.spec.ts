import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";
import { isFullRun } from "../support/screens/full-run.ts";

/** Waits for the page to show a heading and returns it; an empty page fails. */
async function waitForHeading(page: Page): Promise<string> {
  const firstHeading = page.getByRole("heading", { level: 1 });
  await expect(firstHeading).toBeVisible();
  return (await firstHeading.textContent()) ?? "";
}

/** Opens a page in a browser that `prepare` has changed, and returns its heading. */
async function headingIn<T>(
  context: BrowserContext,
  path: string,
  prepare: (argument: T) => void,
  argument: T,
): Promise<string> {
  const page = await context.newPage();
  await page.addInitScript(prepare as (argument: unknown) => void, argument);
  await page.goto(path);
  const text = await waitForHeading(page);
  await page.close();
  return text;
}

function reportLanguage(language: string | undefined): void {
  Object.defineProperty(navigator, "language", { get: () => language });
  Object.defineProperty(navigator, "languages", { get: () => (language === undefined ? [] : [language]) });
}

function reportZone(timeZone: string | undefined): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function resolved() {
    return { ...resolvedOptions.call(this), timeZone } as Intl.ResolvedDateTimeFormatOptions;
  };
}

test("a browser with an odd language or time zone shows the pages", async ({ page, people, context }) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  for (const language of ["en-US@posix", "", "x y z", undefined])
    expect(await headingIn(context, "/login", reportLanguage, language), `${language}`).toBe("Anmelden");
  await signIn(page, person);
  expect(await headingIn(context, "/users", reportLanguage, "en-US@posix")).toBe("Mitarbeitende");
  for (const zone of ["Etc/Unknown", undefined])
    expect(await headingIn(context, "/audit", reportZone, zone), `${zone}`).toBe("Protokoll");
});

function blockStorage(): void {
  for (const area of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, area, {
      get: () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  }
}

function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
}

for (const [state, prepare] of [
  ["blocks storage", blockStorage],
  ["has no room in its storage", fillStorage],
] as const)
  test(`a browser that ${state} can sign in and work`, async ({ page, people }) => {
    const person = await people.createMember(await people.createOrganization(), "org_admin");
    await page.addInitScript(prepare);
    await page.goto("/login");
    await fillLogin(page, person.email);
    await expect(heading(page, "Übersicht")).toBeVisible();
    await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
    await expect(heading(page, "Mitarbeitende")).toBeVisible();
  });

const keysFile = new URL("../../apps/web/src/platform/storage/storage-keys.ts", import.meta.url);
const storedKeys = [...readFileSync(keysFile, "utf8").matchAll(/^ {2}\w+: "(\w+)",$/gm)].map(
  ([, key = ""]) => key,
);
const sessionKeys: readonly string[] = ["accessToken", "refreshToken"];

test("invalid stored values are ignored", async ({ page, people, context }) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person);
  await page.close();
  expect(storedKeys.length).toBeGreaterThan(20);
  const former = ["sidebar", "users-columns", "portal-reloaded", "tsr-scroll-restoration-v1_3"];
  const keys = [...storedKeys, ...former].filter((key) => !sessionKeys.includes(key));
  const fill = ({ names, value }: { names: string[]; value: string }) => {
    for (const store of [localStorage, sessionStorage]) for (const name of names) store.setItem(name, value);
  };
  for (const value of ["", "{", "null", "[null]", "constructor", "-1e999", '{"lists":{"users":1}}'])
    expect(await headingIn(context, "/users", fill, { names: keys, value }), value).toMatch(
      /^(Mitarbeitende|Bildschirm gesperrt)$/,
    );
  // Fill the keys of the session storage, too.
  for (const value of ["", "\u{1F600}"])
    expect(await headingIn(context, "/users", fill, { names: [...sessionKeys], value }), value).toMatch(
      /^(Mitarbeitende|Anmelden|Bildschirm gesperrt|Keine gesperrte Sitzung)$/,
    );
});

test("no URL opens an empty page", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  const odd =
    "page=-1&size=1e99&sort=constructor&search=%E0%A4%A&from=x&to=9999-99-99&tab=__proto__&columns=%00&view=[]";
  for (const [path, title] of [
    [`/login?${odd}`, "Anmelden"],
    ["/login?redirect=%E0%A4%A", "Anmelden"],
    ["/gibt%zz/es/nicht", "Seite nicht gefunden"],
    ["/setup/%E0%A4%A", "Dieser Link ist nicht gültig"],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
  }
  await signIn(page, person);
  for (const [path, title] of [
    ["/users", "Mitarbeitende"],
    ["/organization", "Praxisprofil"],
    ["/audit", "Protokoll"],
    ["/organization/workstations", "Arbeitsplätze"],
    ["/settings", "Einstellungen"],
  ] as const) {
    await page.goto(`${path}?${odd}`);
    await expect(heading(page, title)).toBeVisible();
  }
});

for (const [path, title] of [
  ["/login", "Anmelden"],
  // A page behind the sign-in has many more scripts.
  ...(isFullRun ? ([["/settings", "Einstellungen"]] as const) : []),
] as const)
  test(`see R2.2-19 if a script of ${path} cannot be downloaded, the page or an error with a way to reload is shown`, async ({
    page,
    people,
    context,
  }) => {
    if (path !== "/login")
      await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    const parts = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/\.(?:js|css|json)$/.test(pathname)) parts.add(pathname);
    });
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await page.close();
    expect(parts.size).toBeGreaterThan(5);
    for (const part of parts) {
      // A separate page, because errors are expected in it. It is closed with the context: Chromium sometimes does not
      // answer when a page is closed while it reloads itself.
      const brokenPage = await context.newPage();
      await brokenPage.route(`**${part}`, (route) => route.abort());
      await brokenPage.goto(path);
      const outcome = heading(brokenPage, title).or(brokenPage.getByRole("button", { name: "Neu laden" }));
      await expect(outcome, part).toBeVisible();
    }

    // Even without all of them, including the style sheet, the error is readable in both themes and can be touched.
    for (const [colorScheme, canvas] of [
      ["light", "rgb(246, 248, 248)"],
      ["dark", "rgb(15, 22, 23)"],
    ] as const) {
      const bare = await context.newPage();
      await bare.emulateMedia({ colorScheme });
      await bare.route("**/assets/**", (route) => route.abort());
      await bare.goto(path);
      await expect(bare.getByRole("main")).toHaveCSS("background-color", canvas);
      const reload = await bare.getByRole("button", { name: "Neu laden" }).boundingBox();
      expect(reload?.height).toBeGreaterThanOrEqual(44);
    }
  });
