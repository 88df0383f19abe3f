import type { Page, WebSocketRoute } from "@playwright/test";
import { SystemAlerts } from "../../apps/server/src/platform/realtime/system-alerts.ts";
import { expect, heading, signIn, stopClock, test } from "../support/test.ts";

/** Opens the overview with a live connection into which the returned function injects server events. */
async function openWithEvents(page: Page, person: Parameters<typeof signIn>[1]) {
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/ws\?/, (route) => {
    route.connectToServer();
    socket = route;
  });
  await signIn(page, person);
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  return (event: string, data: object) => socket?.send(JSON.stringify({ type: "event", event, data }));
}

test("R7w-12 a systemAlert of the server is shown to the user", async ({ page, people, portal }) => {
  const { live, platformDb } = portal.app;
  // An identical alert within the last minutes would suppress it.
  await platformDb.writes
    .updateTable("system_alert")
    .set({ raised_at: new Date(0) })
    .execute();
  const alerts = new SystemAlerts({ live, db: platformDb, log: console });
  const push = await openWithEvents(page, await people.createPlatformAccount("super_admin"));
  await alerts.raise("jobFailed");
  const toast = page.getByRole("region", { name: "Meldungen" }).locator("[data-type=warning]");
  await expect(toast).toContainText("Eine regelmäßige Aufgabe ist fehlgeschlagen.");
  // This alert has its own text.
  push("systemAlert", { title: "Wartung am Abend", message: "Das Portal steht ab 20 Uhr still." });
  await expect(toast.filter({ hasText: "Wartung am Abend" })).toContainText(
    "Das Portal steht ab 20 Uhr still.",
  );
});

test("R7w-16 sessionExpiryWarning opens the warning dialog", async ({ page, people, portal }) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await signIn(page, person);
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  const dialog = page.getByRole("alertdialog", { name: "Ihre Sitzung läuft ab" });
  await expect(dialog).toHaveCount(0);
  // The page has another end time. The server reads the session again because its person has changed.
  await portal.app.identityDb.write(async (tx) => {
    await tx.identity
      .updateTable("session")
      .set({ absolute_expires_at: new Date(Date.now() + 4 * 60_000) })
      .where("person_id", "=", person.id)
      .execute();
    tx.record({
      organizationId: organization.id,
      action: "user.passkey_added",
      actor: { type: "system", id: null },
      personId: person.id,
    });
  });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(/[34] Minuten/);
  await expect(dialog.getByRole("button", { name: "Sitzung verlängern" })).toBeVisible();
});

test("R4-37 see R8-52 the warning dialog signs out when its countdown reaches 0, long before the session ends", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await page.clock.install();
  const push = await openWithEvents(page, person);
  // The countdown must not end while the dialog is still being downloaded.
  await stopClock(page);
  push("sessionExpiryWarning", { remainingMs: 4_000 });
  const dialog = page.getByRole("alertdialog", { name: "Ihre Sitzung läuft ab" });
  await expect(dialog).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(dialog).toBeVisible();
  await page.clock.resume();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByText("Sitzung abgelaufen")).toBeVisible();
});
