import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { OffboardingEffects, WebhookChoice } from "@praxisportal/contract/staff/staff.schema";
import { sql } from "kysely";
import { germanOrder } from "../../platform/db/german-order.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

export type PlannedOffboarding = {
  id: string;
  personId: string;
  takesEffectAt: Date;
  successorId: string | null;
  blockedAt: Date | null;
  webhookChoices: readonly WebhookChoice[];
};

/** One choice for all webhooks of a plan, as stored by versions without a choice per webhook. */
const earlierChoices = sql`(
  select jsonb_agg(jsonb_build_object('webhookId', w.id, 'choice', c.webhooks, 'ownerId', null))
  from webhook w
  where c.webhooks is not null and w.organization_id = c.organization_id and w.owner_id = c.person_id)`;

/** Locks and returns the planned offboarding of a person. The organization must already be locked. */
export async function lockPlanned(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<PlannedOffboarding | undefined> {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("staff_change as c")
      .select([
        "c.id",
        "c.person_id as personId",
        "c.takes_effect_at as takesEffectAt",
        "c.successor_id as successorId",
        "c.blocked_at as blockedAt",
        sql<WebhookChoice[]>`coalesce(c.webhook_choices, ${earlierChoices}, '[]')`.as("webhookChoices"),
      ])
      .where("c.organization_id", "=", organizationId)
      .where("c.person_id", "=", personId)
      .where("c.kind", "=", "offboarding")
      .where("c.state", "=", "planned")
      .forUpdate("c")
      .executeTakeFirst(),
  );
}

type Plan = { at: Date; successorId: string | null; webhookChoices: readonly WebhookChoice[] };

export async function insertOffboarding(
  tx: WriteTransaction,
  organizationId: string,
  plan: Plan & { personId: string; membershipId: string; by: string; now: Date },
): Promise<string> {
  const id = uuidV7();
  await tx.organization(organizationId, (db) =>
    db
      .insertInto("staff_change")
      .values({
        organization_id: organizationId,
        id,
        kind: "offboarding",
        membership_id: plan.membershipId,
        person_id: plan.personId,
        state: "planned",
        takes_effect_at: plan.at,
        successor_id: plan.successorId,
        webhook_choices: JSON.stringify(plan.webhookChoices),
        created_by: plan.by,
        created_at: plan.now,
      })
      .execute(),
  );
  return id;
}

/**
 * Changes time, successor and webhook choices of a planned offboarding. The job then checks again whether it is
 * blocked.
 */
export async function updateOffboarding(
  tx: WriteTransaction,
  organizationId: string,
  id: string,
  { at, successorId, webhookChoices }: Plan,
): Promise<void> {
  await setPlanned(tx, organizationId, id, {
    takes_effect_at: at,
    successor_id: successorId,
    webhook_choices: JSON.stringify(webhookChoices),
    blocked_at: null,
  });
}

type PlannedChange = {
  state?: "done" | "cancelled";
  takes_effect_at?: Date;
  successor_id?: string | null;
  webhook_choices?: string;
  blocked_at?: Date | null;
  done_at?: Date;
  outcome?: string;
};

/** Changes an offboarding while it is planned. */
export async function setPlanned(
  tx: WriteTransaction,
  organizationId: string,
  id: string,
  change: PlannedChange,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("staff_change")
      .set(change)
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .where("state", "=", "planned")
      .execute(),
  );
}

/** Returns the person if they can take over, or undefined otherwise. */
export async function findSuccessor(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  now: Date,
): Promise<{ personId: string; role: string } | undefined> {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership as m")
      .select(["m.person_id as personId", "m.role"])
      .where("m.organization_id", "=", organizationId)
      .where("m.person_id", "=", personId)
      .where(usableMembership("m", now))
      .executeTakeFirst(),
  );
}

/**
 * Returns what the offboarding of a member ends: sessions that began in this organization, or all if it is their only
 * one.
 */
export async function readOffboardingEffects(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  { hasOtherMemberships, now }: { hasOtherMemberships: boolean; now: Date },
): Promise<Omit<OffboardingEffects, "handedOverWebhooks" | "disabledWebhooks" | "keptWebhooks">> {
  const sessions = await tx.identity
    .selectFrom("session")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .$if(hasOtherMemberships, (query) => query.where("start_organization_id", "=", organizationId))
    .executeTakeFirstOrThrow();
  const factor = await tx.identity
    .selectFrom("person as p")
    .select(
      sql<boolean>`exists (select from two_factor f where f.person_id = p.id)
        or exists (select from passkey k where k.person_id = p.id)`.as("has"),
    )
    .where("p.id", "=", personId)
    .executeTakeFirstOrThrow();
  const applications = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("org_token")
      .select("application_name as name")
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .where("revoked_at", "is", null)
      .where("refresh_expires_at", ">", now)
      .groupBy("application_name")
      .orderBy("application_name", germanOrder)
      .execute(),
  );
  const invitations = await openInvitations(tx, organizationId, personId);
  return {
    sessions: sessions.count,
    applications: applications.map(({ name }) => name),
    invitations: invitations.length,
    secondFactor: factor.has && !hasOtherMemberships,
  };
}

/** Returns open invitations to a person or sent by them, each with the invited person. */
export async function openInvitations(tx: WriteTransaction, organizationId: string, personId: string) {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("invitation as i")
      .innerJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "i.organization_id").onRef("m.id", "=", "i.membership_id"),
      )
      .select([
        "m.id as membershipId",
        "m.person_id as personId",
        "m.first_name as firstName",
        "m.last_name as lastName",
        "m.status",
      ])
      .where("i.organization_id", "=", organizationId)
      .where("m.organization_id", "=", organizationId)
      .where("i.accepted_at", "is", null)
      .where("i.revoked_at", "is", null)
      .where((eb) => eb.or([eb("i.invited_by", "=", personId), eb("m.person_id", "=", personId)]))
      .orderBy("m.person_id")
      .execute(),
  );
}
