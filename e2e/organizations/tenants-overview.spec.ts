import type { Locator } from "@playwright/test";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

/** Returns the number in the table row with the given label. */
async function countIn(card: Locator, row: string): Promise<number> {
  const cell = card.getByRole("row").filter({ hasText: row }).getByRole("cell").first();
  return Number((await cell.innerText()).replaceAll(".", ""));
}

test("R2.4-48 R2.1-21 see R1-28 the operator sees the state of the platform; the numbers update live", async ({
  page,
  people,
  portal,
}) => {
  const trial = await people.createOrganization({ status: "trial" });
  await people.createMember(trial, "viewer");
  const failSignIn = async () => {
    const response = await fetch(`${portal.url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "niemand.hier@example.org", password: "Falsch-Geraten-1" }),
    });
    expect(response.status).toBe(401);
  };
  await failSignIn();
  await signIn(page, await people.createPlatformAccount("super_admin"), "/admin");
  await expect(heading(page, "Verwaltung")).toBeVisible();
  const card = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(card("Praxen").getByRole("table", { name: "Praxen" })).toBeVisible();
  for (const name of ["Mitarbeitende", "Zugriffsschlüssel", "Sicherheitsereignisse", "Hintergrundaufgaben"])
    await expect(card(name)).toBeVisible();
  const trials = await countIn(card("Praxen"), "Testphase");
  const pending = await countIn(card("Mitarbeitende"), "Eingeladen");
  expect(trials).toBeGreaterThan(0);

  // The chart's table has the same numbers and is reachable by keyboard.
  const refusedSignIns = card("Abgelehnte Anmeldungen");
  await pressButton(page, "Als Tabelle anzeigen");
  await expect(refusedSignIns.getByRole("columnheader", { name: "Abgelehnt" })).toBeVisible();
  const currentCell = refusedSignIns.getByRole("row").nth(1).getByRole("cell");
  const countBefore = Number(await currentCell.innerText());

  const otherTrial = await people.createOrganization({ status: "trial" });
  await people.createMember(otherTrial, "viewer", { status: "pending" });
  await failSignIn();
  portal.app.live.publish({ event: "organizationUpdate", organizationId: otherTrial.id, data: {} });
  await expect.poll(() => countIn(card("Praxen"), "Testphase")).toBeGreaterThan(trials);
  await expect.poll(() => countIn(card("Mitarbeitende"), "Eingeladen")).toBeGreaterThan(pending);
  await expect.poll(async () => Number(await currentCell.innerText())).toBeGreaterThan(countBefore);

  await card("Praxen").getByRole("link", { name: "Testphase" }).press("Enter");
  await expect(page).toHaveURL(/\/organizations\?status=trial/);
});

test("R2.1-21 the system administrator sees the running services, but no counts of organizations and people", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createPlatformAccount("admin"), "/admin");
  const card = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(card("Hintergrundaufgaben")).toBeVisible();
  await expect(card("Abgelehnte Anmeldungen")).toBeVisible();
  await expect(card("Praxen")).toHaveCount(0);
  await expect(card("Mitarbeitende")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Protokoll" })).toHaveCount(0);
});

test("R2.4-48 the platform admin can also open the overview", async ({ page, people }) => {
  await signIn(page, await people.createPlatformAccount("admin"), "/admin");
  await expect(heading(page, "Verwaltung")).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("region", { name: "Hintergrundaufgaben" })).toBeVisible();
});
