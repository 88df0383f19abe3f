import type { Page } from "@playwright/test";
import { password, type Person, type Organization } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

/**
 * Signs a person in through the API, as an application or another browser would. Returns a function that sends
 * requests.
 */
async function signInThroughApi(portal: { url: string }, organization: Organization, person: Person) {
  const send = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, portal.url), {
      method,
      headers: { "content-type": "application/json", "x-organization-id": organization.id, ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status, `${method} ${path}`).toBeLessThan(500);
    const text = await response.text();
    return (text === "" ? {} : JSON.parse(text)) as Record<string, string>;
  };
  const { accessToken } = await send("POST", "/api/v1/auth/login", { email: person.email, password });
  return (method: string, path: string, body: object) =>
    send(method, path, body, { authorization: `Bearer ${accessToken}` });
}

const card = (page: Page) => page.getByRole("region", { name: "Letzte Aktivitäten" });

test("see R9-33 recent activity shows actor, action and target, links to members and updates live @soak", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", {
    firstName: "Ina",
    lastName: "Muster-Leitung",
  });
  const colleague = await people.createMember(organization, "viewer", {
    firstName: "Per",
    lastName: "Muster-Probe",
  });
  await signIn(page, admin);
  await expect(card(page)).toContainText("Noch keine Einträge");

  const call = await signInThroughApi(portal, organization, admin);
  await call("PUT", `/api/v1/users/${colleague.id}/role`, { type: "editor" });
  const newestEntry = card(page).getByRole("listitem").first();
  await expect(newestEntry).toContainText("Ina Muster-Leitung hat die Rolle von Per Muster-Probe geändert");
  await expect(newestEntry.getByRole("time")).toContainText("Heute");

  const { id } = await call("POST", `/api/v1/organizations/${organization.id}/members`, {
    username: "kurz_hier",
    firstName: "Olga",
    lastName: "Muster-Kurz",
  });
  await expect(newestEntry).toContainText(
    "Ina Muster-Leitung hat Olga Muster-Kurz in die Praxis aufgenommen",
  );
  await expect(newestEntry.getByRole("link", { name: "Olga Muster-Kurz" })).toBeVisible();
  await call("DELETE", `/api/v1/organizations/${organization.id}/members/${id}`, {});
  await expect(newestEntry).toContainText("Ina Muster-Leitung hat Olga Muster-Kurz aus der Praxis entfernt");
  // Former members are not linked, because their page no longer exists.
  await expect(card(page).getByRole("link", { name: "Olga Muster-Kurz" })).toHaveCount(0);

  await card(page).getByRole("link", { name: "Per Muster-Probe" }).click();
  await expect(heading(page, "Per Muster-Probe")).toBeVisible();
});

test("see R9-33 failed and refused actions are described", async ({ page, people, portal }) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", {
    firstName: "Ina",
    lastName: "Muster-Leitung",
  });
  const call = await signInThroughApi(portal, organization, admin);
  const wrongPasswords = { currentPassword: "Falsch-Wort-12", newPassword: "Sonnen-Garten-83" };
  await call("POST", "/api/v1/auth/change-password", wrongPasswords);
  await signIn(page, admin);
  const newestEntry = card(page).getByRole("listitem").first();
  await expect(newestEntry).toContainText("Ina Muster-Leitung konnte das eigene Passwort nicht ändern");
  await expect(newestEntry).toContainText("Fehlgeschlagen");
});
