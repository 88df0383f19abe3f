import { sql } from "kysely";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** The role of members who manage the webhooks of their organization, and so can own them. */
export const webhookOwnerRole = "org_admin";

/** A webhook that a member owns. */
export type OwnedWebhook = { id: string; name: string; enabled: boolean };

/** Returns the webhooks that a member owns, by name, and locks them until the transaction ends. */
export async function lockOwnedWebhooks(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<OwnedWebhook[]> {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("webhook")
      .select(["id", "name", "enabled"])
      .where("organization_id", "=", organizationId)
      .where("owner_id", "=", personId)
      .orderBy("name", germanOrder)
      .orderBy("id")
      .forUpdate()
      .execute(),
  );
}

/**
 * Gives a webhook to a new owner, or removes its owner. Disables it on request until an administrator enables it again;
 * a webhook that is already disabled keeps its reason and time.
 */
export async function reassignWebhook(
  tx: WriteTransaction,
  organizationId: string,
  { id, ownerId, disables, now }: { id: string; ownerId: string | null; disables: boolean; now: Date },
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("webhook")
      .set({
        owner_id: ownerId,
        ...(disables && {
          enabled: false,
          disabled_reason: sql`coalesce(disabled_reason, 'manual')`,
          disabled_at: sql`coalesce(disabled_at, ${now})`,
        }),
        version: sql`version + 1`,
        updated_at: now,
      })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute(),
  );
}

/**
 * Removes the owner of all webhooks of a member who leaves without an offboarding. The webhooks keep running until an
 * administrator takes them over. Records one audit entry per webhook, with the actor from `by`.
 */
export async function releaseWebhooks(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  by: Omit<AuditDraft, "organizationId" | "action">,
): Promise<void> {
  const releasedWebhooks = await tx.organization(organizationId, (db) =>
    db
      .updateTable("webhook")
      .set({ owner_id: null, version: sql`version + 1`, updated_at: sql`now()` })
      .where("organization_id", "=", organizationId)
      .where("owner_id", "=", personId)
      .returning(["id", "name"])
      .execute(),
  );
  for (const { id, name } of releasedWebhooks) {
    tx.record({
      ...by,
      organizationId,
      action: "webhook.updated",
      target: { type: "webhook", id, display: name },
      changes: { owner: [personId, null] },
    });
  }
}
