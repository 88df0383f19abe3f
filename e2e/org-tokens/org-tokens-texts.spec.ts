import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { authorize, organizationWithMember } from "../support/applications.ts";
import { password, type Person } from "../support/people.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, test } from "../support/test.ts";

/** Signs in with English as the language. */
async function signInEnglish(page: Page, person: Person, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("locale", "en"));
  await page.goto(path);
  await page.getByLabel("Username or e-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Menu of/ })).toBeVisible();
}

/** Fails a request without a server message. */
const failRequests = (page: Page, call: RegExp) =>
  page.route(call, (route) => route.fulfill({ status: 500, body: "" }));

async function choose(page: Page, row: string, entry: string): Promise<void> {
  await pressButton(page, `Actions for ${row}`);
  await page.getByRole("menuitem", { name: entry, exact: true }).press("Enter");
}

test("R8-07 R8-08 lists and statistics that fail without a message show an error text", async ({
  page,
  people,
}) => {
  await failRequests(page, /\/org-tokens\/admin\/(?:all|statistics)/);
  await signInEnglish(page, await people.createPlatformAccount("super_admin"), "/admin/client-tokens");
  await expect(page.getByText("Failed to fetch tokens").filter({ visible: true })).toBeVisible();
  const failure = "Failed to fetch statistics";
  await expect(page.getByText(failure, { exact: true })).toBeVisible();
  // The overview of the administration shows the same figures.
  await page.getByRole("navigation").getByRole("link", { name: "Administration" }).click();
  const card = page.getByRole("region", { name: "Access tokens" });
  await expect(card.getByText(failure, { exact: true })).toBeVisible();
});

test("R8-07 R8-19 a failed list and failed statistics of an organization show an error text", async ({
  page,
  people,
}) => {
  const { administrator } = await organizationWithMember(people);
  await failRequests(page, /\/org-tokens\/organization\//);
  await signInEnglish(page, administrator, "/organization?tab=tokens");
  await expect(page.getByText("Failed to fetch tokens").filter({ visible: true })).toBeVisible();
  await expect(page.getByText("Failed to fetch organization statistics")).toBeVisible();
});

test("R8-09 R8-16 R8-14 own tokens that cannot be loaded or revoked show an error text", async ({
  page,
  people,
  portal,
}) => {
  const { organization, member } = await organizationWithMember(people);
  await authorize(portal, member, organization, "Kasse");
  await authorize(portal, member, organization, "Archiv");
  await failRequests(page, /\/org-tokens\/active/);
  await signInEnglish(page, member, "/profile?tab=security");
  await expect(page.getByText("Failed to fetch user tokens")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).press("Enter");
  await failRequests(page, /\/org-tokens\/revoke-all/);
  const confirmation = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Revoke all access" }).press("Enter");
  await confirmation.getByRole("button", { name: "Revoke all access" }).press("Enter");
  await expect(page.getByText("Failed to revoke all tokens")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirmation).toHaveCount(0);
  await failRequests(page, /\/org-tokens\/revoke(?:\?|$)/);
  await page
    .getByRole("button", { name: /: revoke access$/ })
    .first()
    .press("Enter");
  await confirmation.getByRole("button", { name: "Revoke access" }).press("Enter");
  await expect(page.getByText("Failed to revoke token", { exact: true })).toBeVisible();
});

test("R8-14 R8-15 R8-17 R8-18 see R8-19 failures in the token manager without a message show an error text", async ({
  page,
  people,
  portal,
}) => {
  const { organization, member } = await organizationWithMember(people);
  await authorize(portal, member, organization, "Kasse");
  await failRequests(
    page,
    /\/auth\/download-ticket|\/org-tokens\/(?:[0-9a-f-]{36}|admin\/(?:revoke-org|cleanup)|.+\/stats)/,
  );
  const operator = await people.createPlatformAccount("super_admin");
  await signInEnglish(page, operator, `/admin/client-tokens?organizationId=${organization.id}`);
  await choose(page, "Kasse for Mara Probe", "Revoke");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(page.getByText("Failed to revoke token", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);

  await choose(page, "Kasse for Mara Probe", "Revoke all tokens of the practice");
  await expect(
    page.getByRole("alertdialog").getByText("Failed to fetch organization statistics", { exact: true }),
  ).toBeVisible();
  await page.getByLabel("Reason").fill("Test");
  await page.getByLabel("Name of the practice to confirm").fill(organization.name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Failed to revoke organization tokens")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);

  await pressButton(page, "Clean up");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByText("Failed to cleanup expired tokens")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);

  await pressButton(page, "Export");
  await page.getByRole("menuitem", { name: "As CSV table" }).press("Enter");
  await expect(page.getByText("Failed to export tokens")).toBeVisible();
});

test("R8-10 R8-11 organizations that cannot be loaded and tokens that cannot be issued show an error text", async ({
  page,
  people,
}) => {
  const { administrator } = await organizationWithMember(people);
  await failRequests(page, /\/org-tokens\/user\/organizations/);
  await signInEnglish(page, administrator, "/organization?tab=tokens");
  await pressButton(page, "Issue token");
  await expect(page.getByText("Failed to fetch organizations")).toBeVisible();
  await page.unrouteAll();
  await pressButton(page, "Try again");
  await failRequests(page, /\/org-tokens\/switch-org/);
  await page.getByLabel("Name of the application").fill("Till");
  await pressButton(page, "Issue");
  await expect(page.getByText("Failed to switch organization")).toBeVisible();
  // The input is kept.
  await expect(page.getByLabel("Name of the application")).toHaveValue("Till");
});

test("R5-07 R8-12 R8-13 see R5-08 validation and refresh show missing fields and failures", async ({
  page,
  people,
}) => {
  const { administrator } = await organizationWithMember(people);
  await failRequests(page, /\/org-tokens\/(?:refresh|validate)/);
  await signInEnglish(page, administrator, "/organization?tab=tokens");
  await pressButton(page, "Check token");
  const accessToken = page.getByRole("textbox", { name: "Access token", exact: true });
  await accessToken.press("Enter");
  await expect(page.getByText("Please enter the access token")).toBeVisible();
  await accessToken.fill("pp_at_x");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Token validation failed")).toBeVisible();
  await page.getByText("Renew", { exact: true }).first().click();
  await pressButton(page, "Renew");
  await expect(page.getByText("Missing organization context or refresh token")).toBeVisible();
  await page.getByRole("textbox", { name: "Refresh token" }).fill("pp_rt_x");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Token refresh failed")).toBeVisible();
});

test("R8-06 a refused authentication of an organization shows 'Authentication failed'", async ({
  page,
  people,
}) => {
  const { administrator } = await organizationWithMember(people);
  await signInEnglish(page, administrator, "/organization?tab=tokens");
  await pressButton(page, "Check token");
  await page.getByText("Renew", { exact: true }).first().click();
  await page.getByRole("textbox", { name: "Refresh token" }).fill("pp_rt_unknown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText("Authentication failed", { exact: true })).toBeVisible();
});

test("R8-20 an unconfirmed switch of the organization shows an error and changes nothing", async ({
  page,
  people,
}) => {
  const { organization, member } = await organizationWithMember(people, "Praxis Alpha");
  const otherOrganization = await people.createOrganization({ name: "Praxis Beta" });
  await people.addMembership(otherOrganization, member, "viewer");
  await signInEnglish(page, member, "/dashboard");
  const switcher = page.getByRole("button", { name: /Switch practice$/ });
  const nameBefore = await switcher.innerText();
  await failRequests(page, /\/api\/v1\/users\/me$/);
  await switcher.press("Enter");
  await page
    .getByRole("button", { name: nameBefore.includes(organization.name) ? /Praxis Beta/ : /Praxis Alpha/ })
    .press("Enter");
  await expect(page.getByText("Organization switch failed").first()).toBeVisible();
  expect(await switcher.innerText()).toBe(nameBefore);
  for (const [language, text] of [
    ["de", "Die Praxis wurde nicht gewechselt"],
    ["fr", "Le cabinet n’a pas été changé"],
    ["it", "Lo studio non è stato cambiato"],
  ] as const) {
    const file = `../../apps/web/src/features/organizations/organizations.${language}.json`;
    const texts = JSON.parse(await readFile(new URL(file, import.meta.url), "utf8")) as Record<
      string,
      unknown
    >;
    expect([language, texts["switchFailed"]]).toEqual([language, text]);
  }
});
