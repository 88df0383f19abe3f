import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/test.ts";

/** Lets the server process the first POST to `path` but drops its response. Returns the keys of all attempts. */
async function loseFirstResponse(page: Page, path: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.fallback();
    const response = await route.fetch();
    expect(response.status()).toBe(201);
    return route.abort("connectionfailed");
  });
  return keys;
}

function expectOneSubmission(keys: readonly (string | undefined)[]): void {
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
}

test.describe("R0-21 repeating a request after a lost response", () => {
  test("creates one department", async ({ page, people }) => {
    const organization = await people.createOrganization();
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization?tab=departments");
    const keys = await loseFirstResponse(page, "**/departments");
    await page.getByRole("button", { name: "Abteilung anlegen" }).click();
    await page.getByLabel("Name der Abteilung").fill("Empfang");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Abteilung „Empfang“ angelegt")).toBeVisible();
    await expect(page.getByRole("list", { name: "Abteilungen" }).getByRole("listitem")).toHaveCount(1);
    expectOneSubmission(keys);
  });

  test("creates one site", async ({ page, people }) => {
    const organization = await people.createOrganization();
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization?tab=departments");
    const keys = await loseFirstResponse(page, "**/sites");
    await page.getByRole("button", { name: "Betriebsstätte anlegen" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Hauptstelle");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Betriebsstätte „Hauptstelle“ angelegt")).toBeVisible();
    await expect(page.getByRole("list", { name: "Betriebsstätten" }).getByRole("listitem")).toHaveCount(1);
    expectOneSubmission(keys);
  });

  test("see R1-18 creates one organization", async ({ page, people, portal }) => {
    await signIn(page, await people.createPlatformAccount("super_admin"), "/organizations");
    const name = `Ordination ${crypto.randomUUID()}`;
    const keys = await loseFirstResponse(page, "**/api/v1/organizations");
    await page.getByRole("button", { name: "Praxis anlegen" }).click();
    await page.getByLabel("Name der Praxis").fill(name);
    await page.getByRole("radio", { name: "Ohne E-Mail, mit Startpasswort" }).check();
    await page.getByLabel("Benutzername").fill("erste_leitung");
    await page.keyboard.press("Enter");
    // The server repeats its response without the password, which is shown only once.
    const handOver = page.getByRole("dialog", { name: `„${name}“ ist angelegt` });
    await expect(
      handOver.getByText("Das Startpasswort für erste_leitung wurde bereits einmal angezeigt."),
    ).toBeVisible();
    const storedOrganizations = await portal.app.platformDb.writes
      .selectFrom("organization")
      .select("organization_id")
      .where("name", "=", name)
      .execute();
    expect(storedOrganizations).toHaveLength(1);
    expectOneSubmission(keys);
  });
});
