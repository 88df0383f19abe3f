import { sql } from "kysely";
import { germanOrder } from "../../../platform/db/german-order.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { StopRow } from "../providers/catalogue.queries.ts";

export type PolicyFields = {
  regions: string[];
  requires_c5: boolean;
  requires_secrecy: boolean;
  requires_processing: boolean;
  max_retention_days: number;
  allows_training: boolean;
  allows_prompt_in_address: boolean;
};
export type PolicyRow = PolicyFields &
  StopRow & { version: number; limit_micro: string | null; person_limit_micro: string | null };

export type ApprovalFields = {
  approved: boolean;
  secrecy_agreed_on: string | null;
  processing_version: string | null;
  processing_agreed_on: string | null;
  models: string[] | null;
};
/** Address and region of the provider at the time of the approval. */
export type ApprovedEndpoint = { approved_origin: string | null; approved_region: string | null };
export type ApprovalRow = ApprovalFields &
  ApprovedEndpoint & { provider_key: string; updated_at: Date; version: number };

export type PersonRow = StopRow & { person_id: string; limit_micro: string | null };

const approvalColumns = [
  "provider_key",
  "approved",
  "approved_origin",
  "approved_region",
  "processing_version",
  "models",
  "updated_at",
  "version",
  sql<string | null>`to_char(secrecy_agreed_on, 'YYYY-MM-DD')`.as("secrecy_agreed_on"),
  sql<string | null>`to_char(processing_agreed_on, 'YYYY-MM-DD')`.as("processing_agreed_on"),
] as const;

/** Reads everything about an organization's AI use in one round trip: limits, switches, requirements and approvals. */
export async function readOrganization(db: OrganizationDb) {
  const id = db.organizationId;
  const [[organization], [policy], approvals, people] = await db.readAll<
    [{ currency: string; time_zone: string }, PolicyRow, ApprovalRow, PersonRow]
  >((query) => [
    query.selectFrom("organization").select(["currency", "time_zone"]).where("organization_id", "=", id),
    query.selectFrom("ai_policy").selectAll().where("organization_id", "=", id),
    query.selectFrom("ai_approval").select(approvalColumns).where("organization_id", "=", id),
    query
      .selectFrom("ai_person_limit")
      .select(["person_id", "limit_micro", "stopped_at", "stopped_reason"])
      .where("organization_id", "=", id),
  ]);
  if (organization === undefined) throw new Error("an organization without its row");
  return { ...organization, policy, approvals, people };
}
export type Organization = Awaited<ReturnType<typeof readOrganization>>;

/** Locks an organization, so that of two concurrent changes to its AI settings the second sees the first. */
export async function lockOrganization(db: OrganizationQueries, organizationId: string) {
  const { name, time_zone } = await db
    .selectFrom("organization")
    .select(["name", "time_zone"])
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { name, timeZone: time_zone };
}

export function findPolicy(db: OrganizationQueries, organizationId: string): Promise<PolicyRow | undefined> {
  return db
    .selectFrom("ai_policy")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

export async function savePolicy(
  db: OrganizationQueries,
  organizationId: string,
  fields: PolicyFields,
): Promise<void> {
  await db
    .insertInto("ai_policy")
    .values({ organization_id: organizationId, ...fields })
    .onConflict((conflict) =>
      conflict
        .column("organization_id")
        .doUpdateSet({ ...fields, version: sql`ai_policy.version + 1`, updated_at: sql`now()` }),
    )
    .execute();
}

export function findApproval(
  db: OrganizationQueries,
  organizationId: string,
  provider: string,
): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom("ai_approval")
    .select(approvalColumns)
    .where("organization_id", "=", organizationId)
    .where("provider_key", "=", provider)
    .executeTakeFirst();
}

export async function saveApproval(
  db: OrganizationQueries,
  organizationId: string,
  provider: string,
  fields: ApprovalFields & ApprovedEndpoint,
): Promise<void> {
  await db
    .insertInto("ai_approval")
    .values({ organization_id: organizationId, provider_key: provider, ...fields })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "provider_key"])
        .doUpdateSet({ ...fields, version: sql`ai_approval.version + 1`, updated_at: sql`now()` }),
    )
    .execute();
}

/** Finds a member with their switch. Returns undefined for anyone else. */
export function findMemberSwitch(db: OrganizationQueries, organizationId: string, personId: string) {
  return db
    .selectFrom("membership as m")
    .leftJoin("ai_person_limit as l", (join) =>
      join.onRef("l.organization_id", "=", "m.organization_id").onRef("l.person_id", "=", "m.person_id"),
    )
    .select(["m.first_name", "m.last_name", "l.stopped_at", "l.stopped_reason"])
    .where("m.organization_id", "=", organizationId)
    .where("m.person_id", "=", personId)
    .where("m.status", "<>", "removed")
    .executeTakeFirst();
}

export type StoppedPersonRow = StopRow & { person_id: string; first_name: string; last_name: string };

/**
 * Returns the stopped members of an organization by name, or only the one in `only`. Removed members stay stopped but
 * are not listed.
 */
export function stoppedPeople(db: OrganizationDb, personId: string | undefined): Promise<StoppedPersonRow[]> {
  return db.read<StoppedPersonRow>((query) =>
    query
      .selectFrom("ai_person_limit as l")
      .innerJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "l.organization_id").onRef("m.person_id", "=", "l.person_id"),
      )
      .select(["l.person_id", "l.stopped_at", "l.stopped_reason", "m.first_name", "m.last_name"])
      .where("l.organization_id", "=", db.organizationId)
      .where("l.stopped_at", "is not", null)
      .where("m.status", "<>", "removed")
      .$if(personId !== undefined, (limited) => limited.where("l.person_id", "=", personId ?? ""))
      .orderBy("m.last_name", germanOrder)
      .orderBy("m.first_name", germanOrder)
      .orderBy("l.person_id"),
  );
}

export async function saveOrganizationSwitch(
  db: OrganizationQueries,
  organizationId: string,
  stop: StopRow,
): Promise<void> {
  await db
    .insertInto("ai_policy")
    .values({ organization_id: organizationId, ...stop })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(stop))
    .execute();
}

export async function savePersonSwitch(
  db: OrganizationQueries,
  organizationId: string,
  personId: string,
  stop: StopRow,
): Promise<void> {
  await db
    .insertInto("ai_person_limit")
    .values({ organization_id: organizationId, person_id: personId, ...stop })
    .onConflict((conflict) => conflict.columns(["organization_id", "person_id"]).doUpdateSet(stop))
    .execute();
}
