import type { Locator } from "@playwright/test";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { OrgTokenStatistics } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import { readMail } from "../support/mailbox.ts";
import type { TestPortal } from "../support/portal.ts";
import { pressButton } from "../support/press-button.ts";
import { failCalls } from "../support/responses.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

/** Returns the number in the table row with the given label. */
async function countIn(card: Locator, row: string): Promise<number> {
  const cell = card.getByRole("row").filter({ hasText: row }).getByRole("cell").first();
  return Number((await cell.innerText()).replaceAll(".", ""));
}

/** Stores a mail about a new password that was given up. */
async function parkMail(
  { app }: TestPortal,
  personId: string,
  reason = "Error: SMTP ESOCKET",
): Promise<void> {
  await app.platformDb.writes
    .insertInto("outbox")
    .values({
      id: uuidV7(),
      topic: "mail",
      payload: JSON.stringify({ template: "passwordChanged", personId }),
      attempts: 12,
      available_at: "infinity",
      last_error: reason,
    })
    .execute();
}

/** Deletes the messages that failed. */
async function deleteFailed({ app }: TestPortal): Promise<void> {
  await app.platformDb.writes.deleteFrom("outbox").where("last_error", "is not", null).execute();
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
  portal,
}) => {
  await parkMail(portal, uuidV7());
  await signIn(page, await people.createPlatformAccount("admin"), "/admin");
  const card = (name: string) => page.getByRole("region", { name, exact: true });
  const work = card("Hintergrundaufgaben");
  await expect(work.getByText("Noch einmal senden kann nur die Plattform-Administration.")).toBeVisible();
  await expect(work.getByRole("button", { name: "Erneut versuchen" })).toHaveCount(0);
  await deleteFailed(portal);
  await expect(card("Abgelehnte Anmeldungen")).toBeVisible();
  await expect(card("Praxen")).toHaveCount(0);
  await expect(card("Mitarbeitende")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Protokoll" })).toHaveCount(0);
});

test("see R2.4-48 without the figures of the tokens, the overview does not say that nothing needs attention", async ({
  page,
  people,
}) => {
  await page.route(/\/api\/tenant\/overview$/, async (route) => {
    const response = await route.fetch();
    const overview = (await response.json()) as TenantOverview;
    const outbox = { waiting: 0, retried: 0, failed: 0, undeliverable: 0, oldestAt: null };
    await route.fulfill({ response, json: { ...overview, securityEvents: [], jobs: [], outbox } });
  });
  const tokenFigures = /\/api\/v1\/org-tokens\/admin\/statistics$/;
  await failCalls(tokenFigures)(page);
  await signIn(page, await people.createPlatformAccount("super_admin"), "/admin");
  const attention = page.getByRole("main").getByRole("status").filter({ hasText: "Handlungsbedarf" });
  await expect(page.getByText("Die Zahlen konnten nicht geladen werden")).toBeVisible();
  await expect(attention).toContainText("Nicht alle Zahlen konnten geladen werden.");
  await expect(attention).not.toContainText("kein Handlungsbedarf");
  await page.unroute(tokenFigures);
  // Other tests create tokens that expire soon.
  await page.route(tokenFigures, async (route) => {
    const response = await route.fetch();
    const figures = (await response.json()) as OrgTokenStatistics;
    await route.fulfill({ response, json: { ...figures, expiringSoon: 0 } });
  });
  await pressButton(page, "Erneut versuchen");
  await expect(attention).toContainText("Im Betrieb der Plattform besteht zurzeit kein Handlungsbedarf.");
});

test("R2.4-48 the platform admin can also open the overview", async ({ page, people }) => {
  await signIn(page, await people.createPlatformAccount("admin"), "/admin");
  await expect(heading(page, "Verwaltung")).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("region", { name: "Hintergrundaufgaben" })).toBeVisible();
});

test("see R2.4-48 the operator retries or discards failed mails, retries a failed job, and sees the result", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const [one, two, three] = [
    await people.createMember(organization, "viewer"),
    await people.createMember(organization, "viewer"),
    await people.createMember(organization, "viewer"),
  ];
  await parkMail(portal, one.id);
  await parkMail(portal, two.id);
  await parkMail(portal, three.id, "UnretryableError: SMTP RCPT TO 550");
  await portal.app.platformDb.writes
    .updateTable("scheduled_job")
    .set({
      last_run_at: new Date(),
      last_error: "Error: no space left on device",
      next_run_at: new Date(Date.now() + 3_600_000),
    })
    .where("name", "=", "cleanup")
    .execute();
  await signIn(page, await people.createPlatformAccount("super_admin"), "/admin");
  const work = page.getByRole("region", { name: "Hintergrundaufgaben" });
  const retry = work.getByRole("button", { name: "Erneut versuchen", exact: true });
  await expect(work.getByText("Davon endgültig abgelehnt oder zu alt: 1")).toBeVisible();

  await retry.press("Enter");
  const question = page.getByRole("alertdialog", { name: "2 Nachrichten noch einmal senden?" });
  await question.getByRole("button", { name: "Abbrechen" }).press("Enter");
  await expect(question).toBeHidden();
  await retry.press("Enter");
  await question.getByRole("button", { name: "Noch einmal senden" }).press("Enter");
  const done = "2 Nachrichten werden noch einmal gesendet. 1 ist endgültig abgelehnt oder zu alt.";
  await expect(page.getByText(done).first()).toBeVisible();
  await expect(question).toBeHidden();
  await expect(retry).toHaveCount(0);
  await expect(work.getByText("Davon endgültig abgelehnt oder zu alt: 1")).toBeVisible();
  for (const { email } of [one, two]) await expect.poll(() => readMail(portal, email)).toBeDefined();
  expect(await readMail(portal, three.email)).toBeUndefined();

  // A single message is sent without a question.
  await parkMail(portal, three.id);
  await page.reload();
  await retry.press("Enter");
  await expect(page.getByText("1 Nachricht wird noch einmal gesendet.").first()).toBeVisible();
  await expect.poll(() => readMail(portal, three.email)).toBeDefined();

  const job = work.getByRole("button", { name: "Erneut versuchen: Aufräumen" });
  await job.press("Enter");
  await expect(page.getByText("Aufräumen: startet jetzt noch einmal.").first()).toBeVisible();
  await expect(job).toHaveCount(0);
  await expect(page.getByText("Aufräumen: Der letzte Lauf ist fehlgeschlagen.")).toHaveCount(0);
  await expect
    .poll(async () => {
      const jobs = portal.app.platformDb.reads.selectFrom("scheduled_job").where("name", "=", "cleanup");
      const row = await jobs.select(["last_error", "next_run_at"]).executeTakeFirstOrThrow();
      return row.last_error === null && row.next_run_at > new Date();
    })
    .toBe(true);

  // What can no longer be sent is discarded after a question.
  await work.getByRole("button", { name: "Verwerfen" }).press("Enter");
  const discard = page.getByRole("alertdialog", { name: "1 Nachricht verwerfen?" });
  await discard.getByRole("button", { name: "Verwerfen" }).press("Enter");
  await expect(page.getByText("1 Nachricht ist verworfen.").first()).toBeVisible();
  await expect(work.getByText("Davon endgültig abgelehnt oder zu alt")).toHaveCount(0);
  await expect(work.getByRole("button", { name: "Verwerfen" })).toHaveCount(0);

  await page.goto("/admin?tab=audit");
  await expect(page.getByText("hat unzustellbare Nachrichten verworfen").first()).toBeVisible();
  await expect(page.getByText("hat nicht zugestellte Nachrichten erneut versucht").first()).toBeVisible();
  await expect(page.getByText("hat eine fehlgeschlagene Aufgabe neu gestartet").first()).toBeVisible();
  await deleteFailed(portal);
});
