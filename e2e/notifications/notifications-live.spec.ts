import type { Page, WebSocketRoute } from "@playwright/test";
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

test("R7w-12 a systemAlert of the server is shown to the user", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  const push = await openWithEvents(page, person);
  push("systemAlert", { title: "Wartung am Abend", message: "Das Portal steht ab 20 Uhr still." });
  const toast = page.getByRole("region", { name: "Meldungen" }).locator("[data-type=warning]");
  await expect(toast).toContainText("Wartung am Abend");
  await expect(toast).toContainText("Das Portal steht ab 20 Uhr still.");
});

test("R7w-16 sessionExpiryWarning opens the warning dialog", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  const push = await openWithEvents(page, person);
  await expect(page.getByRole("button", { name: "Sitzung verlängern" })).toHaveCount(0);
  push("sessionExpiryWarning", { remainingMs: 120_000 });
  await expect(page.getByRole("button", { name: "Sitzung verlängern" })).toBeVisible();
});

test("R4-37 the warning dialog signs out when its countdown reaches 0, long before the session ends", async ({
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
