import type { Page } from "@playwright/test";
import { openAs } from "../support/open-as.ts";
import { tokenOf } from "../support/organization-with-ai.ts";
import { suspend } from "../support/suspension.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const path = "/billing-subscription";
const plan = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
const choose = (page: Page, name: string) =>
  plan(page, name).getByRole("button", { name: `Zu ${name} wechseln` });

test("R2.1-26 /billing-subscription opens for a member with billing:read only", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const reader = await people.createMember(organization, "viewer", { permissions: ["billing:read"] });
  await signIn(page, reader);
  const navigation = (target: Page) => target.getByRole("navigation", { name: "Hauptnavigation" });
  const entry = { name: "Tarif", exact: true };
  await navigation(page).getByRole("link", entry).click();
  await expect(page).toHaveURL(/\/billing-subscription$/);
  await expect(heading(page, "Tarif")).toBeVisible();
  await expect(plan(page, "Starter")).toContainText("Ihr Tarif");

  const permissions = ["organizations:read", "usage:read", "ai:read", "audit:read"];
  const otherMember = await people.createMember(organization, "viewer", { permissions });
  const refusedPage = await openAs(browser, portal, otherMember, path);
  await expect(heading(refusedPage, "Übersicht")).toBeVisible();
  await expect(refusedPage).toHaveURL(/\/dashboard$/);
  await expect(navigation(refusedPage).getByRole("link", { name: "Auslastung" })).toBeVisible();
  await expect(navigation(refusedPage).getByRole("link", entry)).toHaveCount(0);
  await refusedPage.context().close();
});

test("R0-150 see R1-21 /billing-subscription compares plans with usage and shows the effect before confirmation", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 60 });
  const permissions = ["billing:write", "usage:read"];
  const owner = await people.createMember(organization, "org_admin", { permissions });
  for (let count = 1; count <= 25; count += 1) await people.createMember(organization, "viewer");
  await signIn(page, owner, path);
  await expect(plan(page, "Starter")).toContainText("Ihr Tarif");
  await expect(plan(page, "Starter").getByRole("button")).toHaveCount(0);
  const [basic, professional] = [plan(page, "Basic"), plan(page, "Professional")];
  for (const text of [
    "49,00",
    "im Monat, netto",
    "25 Plätze",
    "26 sind belegt: 1 zu vielFür einen Wechsel zählt der eigene Wert von 60 nicht.",
    "Zu klein",
    "10 Mio. KI-Einheiten",
  ])
    await expect(basic).toContainText(text);
  await expect(basic).toContainText("10 GB Speicher");
  await expect(basic).toContainText("10,00 € KI enthalten");
  await expect(choose(page, "Basic")).toHaveAttribute("aria-disabled", "true");
  await expect(choose(page, "Basic")).toHaveAttribute(
    "title",
    "26 Plätze sind belegt, Basic hat 25, und der eigene Wert zählt dafür nicht",
  );
  await expect(choose(page, "Enterprise")).toBeVisible();
  await expect(plan(page, "Enterprise")).toContainText("399,00");
  await expect(professional).toContainText("Für Sie gilt weiter der eigene Wert: 60.26 belegt, 34 frei");

  await choose(page, "Professional").click();
  const confirmation = page.getByRole("alertdialog", { name: "Zu Professional wechseln?" });
  await expect(confirmation).toContainText(`gilt für „${organization.name}“ sofort`);
  const price = confirmation.getByRole("definition").first();
  await expect(price).toContainText("kostenlos");
  await expect(price).toContainText("129,00");
  await expect(confirmation).toContainText("Plätzeeigener Wert, bleibt60");
  await confirmation.getByRole("button", { name: "Abbrechen" }).click();
  await expect(plan(page, "Starter")).toContainText("Ihr Tarif");

  await choose(page, "Professional").click();
  await confirmation.getByRole("button", { name: "Zu Professional wechseln" }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(professional).toContainText("Ihr Tarif");
  await expect(plan(page, "Starter")).toHaveCount(0);
});

test("R0-150 the page previews the cost of a change; a smaller plan is planned for the next month and withdrawn", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 60 });
  const permissions = ["billing:write", "usage:read"];
  await signIn(page, await people.createMember(organization, "org_admin", { permissions }), path);
  const confirmation = page.getByRole("alertdialog");
  const calculated = Promise.withResolvers<void>();
  await page.route(/\/billing\/plan\/preview\?/, async (route) => {
    await calculated.promise;
    await route.fallback();
  });
  await choose(page, "Professional").click();
  // The change cannot be confirmed before its costs are shown.
  const confirm = confirmation.getByRole("button", { name: "Zu Professional wechseln" });
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await expect(confirm).toHaveAccessibleDescription("Die Kosten werden berechnet");
  calculated.resolve();
  const costs = confirmation.getByRole("region", { name: "Auf der nächsten Rechnung" });
  // On the last day of a month, the period is one day.
  await expect(costs).toContainText(
    /Professional \d{2}\.\d{2}\.\d{4}(?: – \d{2}\.\d{2}\.\d{4}\d+ Tage|1 Tag)/,
  );
  await confirm.click();
  await expect(plan(page, "Professional")).toContainText("Ihr Tarif");

  await choose(page, "Basic").click();
  await expect(confirmation).toContainText(/ab 01\.\d{2}\.\d{4}, wenn die bezahlte Laufzeit endet/);
  await expect(costs).toContainText("49,00");
  await confirmation.getByRole("button", { name: "Zu Basic wechseln" }).click();
  await expect(confirmation).toHaveCount(0);
  const planned = page.getByRole("status").filter({ hasText: "gilt der Tarif Basic" });
  await expect(planned).toContainText("Bis dahin bleibt es bei Professional.");
  await expect(plan(page, "Professional")).toContainText("Ihr Tarif");
  await planned.getByRole("button", { name: "Wechsel zurücknehmen" }).click();
  await confirmation.getByRole("button", { name: "Wechsel zurücknehmen" }).click();
  await expect(planned).toHaveCount(0);
});

test("see R0-82 a plan that became too small in the meantime is refused with both numbers @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 60 });
  const owner = await people.createMember(organization, "org_admin", { permissions: ["billing:write"] });
  await signIn(page, owner, path);
  await choose(page, "Basic").click();
  for (let count = 1; count <= 25; count += 1) await people.createMember(organization, "viewer");
  const confirmation = page.getByRole("alertdialog", { name: "Zu Basic wechseln?" });
  await confirmation.getByRole("button", { name: "Zu Basic wechseln" }).click();
  await expect(confirmation.getByRole("alert")).toContainText("Der Tarif hat 25 Plätze, belegt sind 26");
});

test("R0-151 see R1-21 without billing:write the plan is read-only, and the page shows the reason", async ({
  page,
  people,
  request,
}) => {
  const organization = await people.createOrganization({ plan: "professional" });
  const writer = await people.createMember(organization, "org_admin", { permissions: ["billing:write"] });
  const change = await request.post(`/api/tenant/organizations/${organization.id}/billing/plan`, {
    headers: { authorization: `Bearer ${await tokenOf(request, writer)}` },
    data: { plan: "basic" },
  });
  expect(change.status()).toBe(200);
  const permissions = ["billing:read"];
  await signIn(page, await people.createMember(organization, "org_admin", { permissions }), path);
  await expect(plan(page, "Professional")).toContainText("129,00");
  await expect(page.getByRole("status").filter({ hasText: "gilt der Tarif Basic" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "Dafür braucht es die Berechtigung „Kosten & Rechnungen: Ändern“",
  );
  // Neither a change of plan nor the withdrawal of the planned one is offered.
  for (const name of [/wechseln/, "Wechsel zurücknehmen"])
    await expect(page.getByRole("main").getByRole("button", { name })).toHaveCount(0);
});

test("R0-91 the page of a suspended organization says that its plan cannot be changed", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: ["billing:write"] });
  await suspend(portal, organization, "Rechnung 2026-10 ist offen");
  await signIn(page, owner, path);
  const reason = "Solange die Praxis ausgesetzt ist, kann der Tarif nicht geändert werden.";
  await expect(page.getByRole("alert").filter({ hasText: reason })).toBeVisible();
  for (const name of ["Basic", "Professional", "Enterprise"]) {
    await expect(choose(page, name)).toHaveAttribute("aria-disabled", "true");
    await expect(choose(page, name)).toHaveAttribute("title", reason);
  }
});

test("see R0-150 plans that cannot be loaded are reported and can be loaded again @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: ["billing:write"] });
  await page.route(/\/api\/tenant\/plans$/, (route) => route.abort());
  await signIn(page, owner, path);
  const failed = page.getByText("Der Tarif konnte nicht geladen werden");
  await expect(failed).toBeVisible({ timeout: 15_000 });
  await page.unroute(/\/api\/tenant\/plans$/);
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(plan(page, "Basic")).toBeVisible();
  await expect(failed).toHaveCount(0);
});
