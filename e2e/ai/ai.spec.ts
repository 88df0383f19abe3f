import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { APIRequestContext, Page } from "@playwright/test";
import { testAi, upstreamAccess } from "../support/ai.ts";
import { password, type Person } from "../support/people.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Fills fields of the open dialog and saves it. */
async function save(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole("dialog").getByLabel(label, { exact: true }).fill(value);
  }
  await pressButton(page, "Speichern");
}

/** Changes the platform's data of a provider concurrently. */
async function setProvider(request: APIRequestContext, by: Person, provider: string, data: object) {
  const signedIn = await request.post("/api/v1/auth/login", { data: { email: by.email, password } });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const response = await request.put(`/api/ai/providers/${provider}/credentials`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data,
  });
  expect(response.status(), await response.text()).toBe(200);
}

test("R2.1-19 the operator sets up a provider, tests it and stops it for all organizations", async ({
  page,
  people,
  portal,
}) => {
  const operator = await people.createPlatformAccount("super_admin");
  const { url, key } = await upstreamAccess(portal);
  await signIn(page, operator);
  await page.getByRole("navigation").getByRole("link", { name: "KI-Anbieter" }).press("Enter");
  await expect(heading(page, "KI-Anbieter")).toBeVisible();
  await page.getByRole("link", { name: "OpenAI", exact: true }).press("Enter");
  await expect(heading(page, "OpenAI")).toBeVisible();
  const access = region(page, "Adresse und Schlüssel");

  await pressButton(page, "Adresse ändern");
  await save(page, { Adresse: "https://169.254.169.254/latest" });
  await expect(page.getByRole("dialog").getByText("Das Portal ruft diese Adresse nicht auf")).toBeVisible();
  await save(page, { Adresse: url });
  await expect(access).toContainText(url);
  // A key is bound to the address it was entered for, so the address is set first.
  await pressButton(page, /^Schlüssel (eintragen|ersetzen)$/);
  await save(page, { "API-Schlüssel": "sk-falsch-0123456789" });
  await expect(access).toContainText("endet auf …6789");

  await pressButton(page, "Modell hinzufügen");
  await save(page, { Name: testAi.chat });
  const model = region(page, "Modelle und Preise").getByRole("listitem").filter({ hasText: testAi.chat });
  await expect(model).toContainText(
    "Ohne Preis in EUR: Praxen mit einem Kontingent für Kosten können das Modell nicht nutzen",
  );
  await pressButton(page, `Aktionen für ${testAi.chat}`);
  await page.getByRole("menuitem", { name: "Preis in EUR festlegen" }).press("Enter");
  await save(page, { Eingabe: "2,50", Ausgabe: "10" });
  await expect(model).toContainText(/Eingabe 2,50\s€ ·\sAusgabe 10,00\s€/);

  const trial = region(page, "Testen");
  await pressButton(page, "Testen");
  await expect(trial).toContainText(
    "Der Anbieter lehnt den API-Schlüssel, das Projekt oder das Guthaben ab.",
  );
  await pressButton(page, "Schlüssel ersetzen");
  await save(page, { "API-Schlüssel": key });
  await expect(access).toContainText(`endet auf …${key.slice(-4)}`);
  await pressButton(page, "Testen");
  await expect(trial).toContainText("Der Anbieter antwortet");
  await expect(trial).toContainText(/Dauer: [\d.]+ ms\. Kosten: 0,0000\d+\s€\./);

  await pressButton(page, "Anbieter anhalten");
  const confirmation = page.getByRole("alertdialog", { name: "„OpenAI“ anhalten?" });
  await expect(confirmation).toContainText("laufende Antworten sofort abgebrochen");
  await confirmation.getByLabel("Grund").fill("Störung beim Anbieter");
  await confirmation.getByRole("button", { name: "Anbieter anhalten" }).press("Enter");
  const stop = region(page, "Für alle Praxen anhalten");
  await expect(stop).toContainText("Grund: Störung beim Anbieter");

  // Resuming requires a step-up: an unattended session must not be enough.
  await people.expireStepUps(operator);
  await pressButton(page, "Wieder zulassen");
  await page
    .getByRole("alertdialog", { name: "„OpenAI“ wieder zulassen?" })
    .getByRole("button", { name: "Wieder zulassen" })
    .press("Enter");
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(stop).toContainText("Läuft");
});

test("R7w-13 the owner approves a provider; missing items disappear one by one, also when the platform adds its item", async ({
  page,
  people,
  request,
}) => {
  const operator = await people.createPlatformAccount("super_admin");
  const models = [{ model: "probe-1", kind: "chat" }];
  const providerRecord = {
    region: "de",
    establishment: "de",
    c5: null,
    retentionDays: 0,
    trainsOnData: false,
  };
  const record = { apiKey: "sk-probe-0123456789", models, ...providerRecord, enabled: true };
  await setProvider(request, operator, "ionos", record);
  const organization = await people.createOrganization();
  const permissions = [...firstAdminGrants];
  await signIn(
    page,
    await people.createMember(organization, "org_admin", { permissions }),
    "/organization?tab=ai",
  );
  const card = region(page, "Welche Anbieter darf Ihre Praxis nutzen?");
  const provider = card
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "IONOS AI Model Hub" }) });
  const missingItems = provider.getByRole("listitem");
  const approval = "Die Freigabe fehlt.";
  const secrecy = "Die Verpflichtung zur Verschwiegenheit nach § 203 StGB fehlt.";
  const agreement = "Der Auftragsverarbeitungsvertrag (AVV) fehlt.";
  const attestation = "Ein C5-Testat vom Typ 2 fehlt.";
  await expect(missingItems).toHaveText([approval, secrecy, agreement, attestation]);
  await expect(provider).toContainText("Noch nicht nutzbar: 4 Punkte fehlen");
  const openApproval = async () =>
    provider.getByRole("button", { name: /^Freig.* : IONOS AI Model Hub$/ }).press("Enter");

  await openApproval();
  await page
    .getByRole("dialog")
    .getByLabel(/^Anbieter für Ihre Praxis freigeben/)
    .press("Space");
  await pressButton(page, "Speichern");
  await expect(missingItems).toHaveText([secrecy, agreement, attestation]);
  await openApproval();
  await page
    .getByRole("dialog")
    .getByLabel("Verpflichtung nach § 203 StGB vom (Pflicht laut Vorgabe)")
    .fill("2026-01-02");
  await pressButton(page, "Speichern");
  await expect(missingItems).toHaveText([agreement, attestation]);
  await openApproval();
  const version = page.getByRole("dialog").getByLabel("Fassung (Pflicht laut Vorgabe)");
  const signedOn = page.getByRole("dialog").getByLabel("Unterschrieben am (Pflicht laut Vorgabe)");
  // The fields are side by side in one row, although one label takes two lines.
  expect((await version.boundingBox())?.y).toBe((await signedOn.boundingBox())?.y);
  await version.fill("3.1");
  await signedOn.fill("2026-01-02");
  await pressButton(page, "Speichern");
  await expect(missingItems).toHaveText([attestation]);
  await expect(provider).toContainText("Fehlt noch von der Plattform");
  await expect(provider).toContainText("AVV 3.1 vom 02.01.2026");
  await expect(provider).toContainText("Zuletzt geändert von Mia Muster-Probe");

  // Changes by the platform appear without a reload.
  await expect(page.getByText("Verbunden", { exact: true })).toBeVisible();
  await setProvider(request, operator, "ionos", { c5: { type: "type2", validUntil: "2099-12-31" } });
  await expect(provider).toContainText("Kann genutzt werden");
  await expect(missingItems).toHaveCount(0);
  await setProvider(request, operator, "ionos", { enabled: false });
  await expect(card).not.toContainText("Kann genutzt werden");
});

test("R2.1-19 the platform admin sees the switches but cannot change them; organization members cannot open the page", async ({
  page,
  people,
  browser,
  portal,
}) => {
  await signIn(page, await people.createPlatformAccount("admin"), "/ai-providers");
  const platform = region(page, "KI der ganzen Plattform");
  await expect(platform).toContainText("Läuft");
  await expect(platform).toContainText("kann nur die Plattform-Administration");
  await expect(page.getByRole("button", { name: "Überall anhalten" })).toHaveCount(0);
  await page.getByRole("link", { name: "Mistral AI (EU)" }).press("Enter");
  await expect(page.getByRole("button", { name: "Nachweise ändern" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Anbieter anhalten" })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const otherPage = await context.newPage();
  const owner = await people.createMember(await people.createOrganization(), "org_admin", {
    permissions: ["ai:manage"],
  });
  await signIn(otherPage, owner, "/ai-providers");
  await expect(otherPage).toHaveURL(/\/dashboard$/);
  await expect(otherPage.getByRole("navigation").getByRole("link", { name: "KI-Anbieter" })).toHaveCount(0);
  await context.close();
});
