import { approveAiProvider, testAi } from "../support/ai.ts";
import { password, PeopleFactory, type Person } from "../support/people.ts";
import { type PortalCluster, startPortalCluster } from "../support/portal-cluster.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

// One worker runs both tests, so that the processes start once.
test.describe.configure({ mode: "default" });

let cluster: PortalCluster;
let people: PeopleFactory;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  cluster = await startPortalCluster();
  people = new PeopleFactory(cluster.first);
});
test.afterAll(() => cluster.stop());

/** Signs a person in at the first process. Returns a function that sends requests there. */
async function callerOf(person: Person) {
  const send = async (method: string, path: string, body: object, token?: string) => {
    const response = await fetch(new URL(path, cluster.first.url), {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const result = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(result)}`);
    return result;
  };
  const { accessToken } = await send("POST", "/api/v1/auth/login", { email: person.email, password });
  return (method: string, path: string, body: object) => send(method, path, body, String(accessToken));
}

test("R7w-19 the views of an organization at one process show changes made at another one", async ({
  browser,
}) => {
  const organization = await people.createOrganization();
  const permissions = ["ai:use", "ai:read", "ai:manage", "billing:read", "billing:write", "usage:read"];
  const owner = await people.createMember(organization, "org_admin", { permissions });
  await approveAiProvider(cluster.first, organization);
  const call = await callerOf(owner);
  const sendPrompt = () =>
    call("POST", "/api/ai/proxy", {
      provider: testAi.provider,
      model: testAi.chat,
      prompt: "Guten Tag. #lang 40 #takt 0",
    });
  const context = await browser.newContext({ baseURL: cluster.secondUrl, locale: "de-DE" });
  const page = await context.newPage();
  await signIn(page, owner);
  const main = page.getByRole("main");
  /** Opens a view of the second process and waits for its live connection. */
  const openView = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  };

  await openView("/usage");
  await expect(heading(page, "KI-Kosten")).toBeVisible();
  await expect(page.getByText("Noch kein Verbrauch")).toBeVisible();
  await sendPrompt();
  await expect(page.getByRole("region", { name: "Anfragen", exact: true })).toContainText("1");

  for (const [path, region] of [
    ["/dashboard", "KI-Verbrauch im Monat"],
    ["/tenant-usage", "KI-Einheiten im Monat"],
  ] as const) {
    await openView(path);
    const tile = page.getByRole("region", { name: region, exact: true });
    await expect(tile).toContainText(/[1-9]/);
    const valueBefore = await tile.innerText();
    await sendPrompt();
    await expect.poll(() => tile.innerText()).not.toBe(valueBefore);
  }

  await openView("/ai-usage");
  await expect(page.getByRole("region", { name: "Monatliches Kontingent" })).toBeVisible();
  await call("PUT", "/api/billing/quota", { limit: 12_345 });
  await expect(page.getByRole("region", { name: "Monatliches Kontingent" })).toContainText("12.345");

  await openView("/billing");
  const payment = page.getByRole("region", { name: "Zahlung und Rechnungsangaben" });
  await expect(payment).toContainText("Überweisung");
  await call("PUT", "/api/billing/profile", {
    street: "Beispielweg",
    houseNumber: "12 a",
    postalCode: "54321",
    city: "Probestadt",
  });
  await expect(payment).toContainText("Beispielweg 12 a");

  await openView("/organization?tab=ai");
  await expect(main).toContainText("Läuft");
  await call("PUT", "/api/ai/switches/organization", { stopped: true, reason: "Probe der Leitung" });
  await expect(main).toContainText("Probe der Leitung");

  await openView("/organization?tab=licences");
  await expect(main).toContainText("1 von 10 Plätzen belegt");
  await call("POST", `/api/v1/organizations/${organization.id}/members`, {
    username: "erika_neu",
    firstName: "Erika",
    lastName: "Muster-Neu",
  });
  await expect(main).toContainText("2 von 10 Plätzen belegt");

  await openView("/organization");
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  await call("PUT", `/api/v1/organizations/${organization.id}`, { industry: "Augenheilkunde" });
  await expect(main).toContainText("Augenheilkunde");
  await context.close();
});

test("R7w-19 the views of the operator at one process show changes made at another one", async ({
  browser,
}) => {
  const organization = await people.createOrganization();
  const operator = await people.createPlatformAccount("super_admin");
  const call = await callerOf(operator);
  const context = await browser.newContext({ baseURL: cluster.secondUrl, locale: "de-DE" });
  const page = await context.newPage();
  await signIn(page, operator);
  for (const path of ["/organizations", "/tenant-management"]) {
    await page.goto(`${path}?search=${organization.name}`);
    await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: organization.name })).toBeVisible();
    const name = `${organization.name} ${path.slice(1, 4)}`;
    await call("PUT", `/api/v1/organizations/${organization.id}`, { name });
    await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  }
  await page.goto(`/tenant-management/${organization.id}`);
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(organization.name);
  await call("PUT", `/api/v1/organizations/${organization.id}`, { name: `${organization.name} West` });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${organization.name} West`);
  await page.goto("/admin");
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  const trials = page
    .getByRole("region", { name: "Praxen", exact: true })
    .getByRole("row")
    .filter({ hasText: "Testphase" });
  await expect(trials).toHaveText(/0/);
  const trial = await people.createOrganization({ status: "trial" });
  await call("PUT", `/api/v1/organizations/${trial.id}`, { industry: "Augenheilkunde" });
  await expect(trials).toHaveText(/1/);
  // A system alert published by one process appears at every other process.
  cluster.first.app.live.publish({
    event: "systemAlert",
    platformOnly: true,
    data: { id: "jobFailed", messages: { de: "Eine Probemeldung." } },
  });
  await expect(page.getByRole("region", { name: "Meldungen", exact: true })).toContainText(
    "Eine Probemeldung.",
  );
  await context.close();
});
