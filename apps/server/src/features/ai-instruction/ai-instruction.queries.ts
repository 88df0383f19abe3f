import { sql } from "kysely";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";

type MemberRow = { name: string; role: string; permissions: string[] };
type Confirmation = { version: number; confirmedAt: Date };

const memberName = sql<string>`trim(m.first_name || ' ' || m.last_name)`;

/** Reads the confirmation of one version, the approved providers, and the members who may be asked. */
export async function readInstruction(
  db: OrganizationDb,
  { personId, version, now }: { personId: string; version: number; now: Date },
) {
  const id = db.organizationId;
  const [[confirmation], providers, stops, contacts] = await db.readAll<
    [Confirmation, { name: string }, { stopped: boolean }, MemberRow]
  >((query) => [
    query
      .selectFrom("ai_instruction_confirmation")
      .select(["version", "confirmed_at as confirmedAt"])
      .where("organization_id", "=", id)
      .where("person_id", "=", personId)
      .where("version", "=", version),
    query
      .selectFrom("ai_approval as a")
      .innerJoin("ai_provider as p", "p.key", "a.provider_key")
      .select("p.name")
      .where("a.organization_id", "=", id)
      .where("a.approved", "=", true)
      .where("p.enabled", "=", true)
      .orderBy("p.name", germanOrder),
    query
      .selectFrom("ai_policy")
      .select(sql<boolean>`stopped_at is not null`.as("stopped"))
      .where("organization_id", "=", id),
    query
      .selectFrom("membership as m")
      .select([memberName.as("name"), "m.role", "m.permissions"])
      .where("m.organization_id", "=", id)
      .where(usableMembership("m", now))
      .where(
        sql<boolean>`(m.role in ('org_admin', 'practice_admin') or m.permissions && '{ai:manage,ai:*,*}'::text[])`,
      )
      .orderBy("m.last_name", germanOrder)
      .orderBy("m.first_name", germanOrder)
      .orderBy("m.id"),
  ]);
  return {
    confirmedAt: confirmation?.confirmedAt ?? null,
    providers: providers.map(({ name }) => name),
    isStopped: stops[0]?.stopped === true,
    contacts,
  };
}

/** Stores a confirmation. Returns false if the person confirmed this version before. */
export async function storeConfirmation(
  db: OrganizationQueries,
  organizationId: string,
  { personId, version, at }: { personId: string; version: number; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("ai_instruction_confirmation")
    .values({ organization_id: organizationId, person_id: personId, version, confirmed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("version")
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads a person's name in the organization. */
export async function readMemberName(
  db: OrganizationQueries,
  organizationId: string,
  personId: string,
): Promise<string> {
  const row = await db
    .selectFrom("membership as m")
    .select(memberName.as("name"))
    .where("m.organization_id", "=", organizationId)
    .where("m.person_id", "=", personId)
    .executeTakeFirst();
  return row?.name ?? "";
}

/** Reads a member with the newest version that they confirmed. Returns undefined for anyone else. */
export async function readMember(db: OrganizationDb, personId: string) {
  const [row] = await db.read((query) =>
    query
      .selectFrom("membership as m")
      .leftJoin("ai_instruction_confirmation as c", (join) =>
        join.onRef("c.organization_id", "=", "m.organization_id").onRef("c.person_id", "=", "m.person_id"),
      )
      .select(["m.role", "m.permissions", "c.version", "c.confirmed_at as confirmedAt"])
      .where("m.organization_id", "=", db.organizationId)
      .where("m.person_id", "=", personId)
      .where("m.status", "<>", "removed")
      .orderBy("c.version", (order) => order.desc().nullsLast())
      .limit(1),
  );
  return row;
}
