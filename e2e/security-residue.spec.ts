import type { Page } from "@playwright/test";
import { expect, heading, signIn, test } from "./support/test.ts";

/** Everything this browser keeps for the portal's origin, and what the page still shows. */
async function residue(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(async ({ name = "" }) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener("success", () => resolve(opening.result));
          opening.addEventListener("error", () => reject(opening.error ?? new Error(name)));
        });
        const stores = [...database.objectStoreNames].map(async (store) => {
          const all = database.transaction(store).objectStore(store).getAll();
          return new Promise((resolve) => all.addEventListener("success", () => resolve(all.result)));
        });
        const content = await Promise.all(stores);
        database.close();
        return { name, content };
      }),
    );
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all(
          (await cache.keys()).map(async (key) => key.url + (await (await cache.match(key))?.text())),
        );
      }),
    );
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      cached,
      state: history.state as unknown,
      name: window.name,
      title: document.title,
      page: document.documentElement.outerHTML,
    });
  });
  return kept + JSON.stringify(await page.context().cookies());
}

test("R3-95 R4-04 after signing out nothing in the browser names the person, her colleagues or a token", async ({
  page,
  people,
}) => {
  const practice = await people.practice();
  const person = await people.member(practice, "org_admin", {
    firstName: "Kanaria",
    lastName: "Muster-Gelbvogel",
    phone: "+49 30 7654321",
  });
  const colleague = await people.member(practice, "viewer", {
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
  for (const path of ["/users", "/users?search=Gelbvogel", "/settings", "/dashboard"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Grünvogel");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  // The names are in the browser now: what is looked for can be found.
  expect(await residue(page)).toContain("Gelbvogel");

  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();

  const canaries = ["Kanaria", "Gelbvogel", "Sittich", "Grünvogel", "7654321", ...secrets];
  const ids = [person.id, colleague.id, person.email, colleague.email, person.username, colleague.username];
  const left = await residue(page);
  expect([...canaries, ...ids].filter((canary) => left.includes(canary))).toEqual([]);
  // The device itself stays known; its cookie is no session.
  expect((await page.context().cookies()).every((cookie) => cookie.httpOnly)).toBe(true);

  for (let step = 0; step < 3; step += 1) {
    await page.goBack();
    await expect(heading(page, "Anmelden")).toBeVisible();
    const shown = await page.content();
    expect(canaries.filter((canary) => shown.includes(canary))).toEqual([]);
  }
});
