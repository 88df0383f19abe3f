import type { Page } from "@playwright/test";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { expect } from "./test.ts";
import type { TestPortal } from "./portal.ts";

/** Records the creation of a department, an event that webhooks may subscribe to. */
export async function createDepartmentEvent(portal: TestPortal, organizationId: string): Promise<void> {
  await portal.app.identityDb.write(async (tx) => {
    tx.record({
      organizationId,
      action: "department.created",
      actor: { type: "system", id: null },
      target: { type: "department", id: uuidV7() },
    });
  });
}

/** Stores a webhook that a member owns. */
export async function storeOwnedWebhook(
  portal: TestPortal,
  organizationId: string,
  ownerId: string,
  name: string,
): Promise<void> {
  await portal.app.platformDb.writes
    .insertInto("webhook")
    .values({
      organization_id: organizationId,
      id: uuidV7(),
      owner_id: ownerId,
      name,
      url: "https://labor.example.org/eingang",
      event_types: ["department.created"],
      api_version: "2026-11-01",
    })
    .execute();
}

/** Removes the owner of an organization's webhooks, as if the member had been removed. */
export async function disownWebhooks(portal: TestPortal, organizationId: string): Promise<void> {
  await portal.app.platformDb.writes
    .updateTable("webhook")
    .set({ owner_id: null })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Stores deliveries to the only webhook of an organization, one per state, each a minute older than the previous. */
export async function storeDeliveries(
  portal: TestPortal,
  organizationId: string,
  states: readonly ("succeeded" | "failed")[],
): Promise<void> {
  const { writes, reads } = portal.app.platformDb;
  const webhook = await reads
    .selectFrom("webhook")
    .select("id")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const now = new Date();
  await writes
    .insertInto("webhook_delivery")
    .values(
      states.map((state, index) => ({
        organization_id: organizationId,
        id: uuidV7(),
        webhook_id: webhook.id,
        event_id: uuidV7(),
        event_type: "department.created",
        sequence: index + 1,
        ids: "{}",
        occurred_at: now,
        state,
        succeeded_at: state === "succeeded" ? now : null,
        created_at: new Date(now.getTime() - index * 60_000),
        last_attempt_at: now,
        last_status: state === "succeeded" ? 200 : 503,
        last_failure: state === "succeeded" ? null : "status",
        last_duration_ms: 12,
      })),
    )
    .execute();
}

/** Adds a webhook for new departments with the editor and returns its secret. */
export async function addWebhookByForm(page: Page, name: string, url: string): Promise<string> {
  await page.getByRole("button", { name: "Webhook hinzufügen" }).filter({ visible: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Adresse", { exact: true }).fill(url);
  await dialog.getByRole("checkbox", { name: /^Abteilung angelegt/ }).check();
  await dialog.getByRole("button", { name: "Webhook hinzufügen" }).click();
  const secret = dialog.locator("code");
  await expect(secret).toHaveText(/^whsec_/);
  const value = await secret.innerText();
  await dialog.getByRole("checkbox", { name: "Ich habe den Schlüssel hinterlegt" }).check();
  await dialog.getByRole("button", { name: "Fertig" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return value;
}
