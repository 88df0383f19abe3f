import { sql } from "kysely";
import type { ArchiveManifest } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import { ImportRefusal } from "./import-refusal.ts";
import type { AllDb } from "./section-rows.platform-queries.ts";
import { germanOrder } from "../../../platform/db/german-order.ts";

type OrganizationRow = { organizationId: string; practiceCode: string; name: string };

/** Throws an {@link ImportRefusal} unless the organization is absent and its practice code is free. */
export async function assertAbsent(
  allDb: AllDb,
  { organizationId }: ArchiveManifest,
  line: string,
): Promise<void> {
  const row = JSON.parse(line) as Partial<OrganizationRow>;
  if (row.organizationId !== organizationId)
    throw new ImportRefusal(
      "The archive is damaged: it contains a different organization from the one in its manifest.",
    );
  const { rows } = await sql<{ organization_id: string; name: string }>`
    select organization_id, name from organization
    where organization_id = ${organizationId} or practice_code = ${row.practiceCode ?? null}`.execute(allDb);
  const [codeOwner] = rows;
  if (codeOwner?.organization_id === organizationId)
    throw new ImportRefusal(`The organization ${organizationId} (${codeOwner.name}) already exists.`);
  if (codeOwner !== undefined)
    throw new ImportRefusal(
      `The practice code ${row.practiceCode} belongs to another organization (${codeOwner.name}).`,
    );
}

/** Deletes the rows that the database creates from the plan of a new organization, because the archive has its own. */
export async function deletePlanRows(allDb: AllDb, organizationId: string): Promise<void> {
  for (const table of ["entitlement", "subscription"])
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(allDb);
}

/** Restores data that is not in the archive: the last sign-in of any member and the completed provisioning. */
export async function completeOrganization(allDb: AllDb, organizationId: string): Promise<void> {
  await sql`
    update organization_size set last_sign_in_at =
      (select max(last_login_at) from membership where organization_id = ${organizationId})
    where organization_id = ${organizationId}`.execute(allDb);
  await sql`
    insert into provisioning (organization_id, organization_at, limits_at, defaults_at, administrator_at, mail_at, check_at)
    values (${organizationId}, now(), now(), now(), now(), now(), now())`.execute(allDb);
}

/**
 * Clears a notice and a deletion, because otherwise the next erasure would remove the restored data. An organization
 * that the notice closed becomes active again. Returns the end of the contract, or null without notice.
 */
export async function clearNotice(allDb: AllDb, organizationId: string): Promise<Date | null> {
  const { contract_ends_at: endsAt } = await allDb
    .selectFrom("organization")
    .select("contract_ends_at")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  await sql`
    update organization set notice_given_at = null, notice_given_by = null, contract_ends_at = null, deleted_at = null,
      status = case when status = 'deleted' or suspended_at = contract_ends_at then 'active' else status end,
      suspended_at = case when suspended_at = contract_ends_at then null else suspended_at end,
      previous_status = null
    where organization_id = ${organizationId} and (contract_ends_at is not null or status = 'deleted')`.execute(
    allDb,
  );
  return endsAt;
}

/** Returns the name and language of the organization. */
export async function readOrganization(
  allDb: AllDb,
  organizationId: string,
): Promise<{ name: string; language: string }> {
  return allDb
    .selectFrom("organization")
    .select(["name", "language"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
}

/** Returns the applications whose tokens were valid. The tokens themselves are not in the archive. */
export async function findApplications(allDb: AllDb, organizationId: string, now: Date): Promise<string[]> {
  const rows = await allDb
    .selectFrom("org_token")
    .select("application_name")
    .where("organization_id", "=", organizationId)
    .where("revoked_at", "is", null)
    .where("refresh_expires_at", ">", now)
    .groupBy("application_name")
    .orderBy("application_name", germanOrder)
    .execute();
  return rows.map((row) => row.application_name);
}

/** Counts the open invitations. Their links are not in the archive. */
export async function countInvitations(allDb: AllDb, organizationId: string, now: Date): Promise<number> {
  const { count } = await allDb
    .selectFrom("invitation")
    .select(sql<string>`count(*)`.as("count"))
    .where("organization_id", "=", organizationId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}
