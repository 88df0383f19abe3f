import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

export type PersonChanges = {
  first_name?: string;
  last_name?: string;
  phone?: string | null;
  is_dark_mode?: boolean;
  language?: string;
};

/**
 * Changes a person and returns the changed fields. If the version does not match, changes nothing and returns the
 * current one. The version is that in the organization or, without an organization, that of the person. Unchanged
 * values do not increase the version.
 */
export async function updatePerson(
  tx: WriteTransaction,
  personId: string,
  changes: PersonChanges,
  expected: { version: number | undefined; organizationId: string | undefined },
): Promise<{ changed: (keyof PersonChanges)[] } | { version: number }> {
  const before = await tx.identity
    .selectFrom("person")
    .select(["first_name", "last_name", "phone", "is_dark_mode", "language", "version"])
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (expected.version !== undefined) {
    const version = before.version + (await membershipVersion(tx, personId, expected.organizationId)) - 1;
    if (version !== expected.version) return { version };
  }
  const columns = (Object.keys(changes) as (keyof PersonChanges)[]).filter(
    (field) => changes[field] !== before[field],
  );
  if (columns.length === 0) return { changed: columns };
  await tx.identity
    .updateTable("person")
    .set({ ...changes, version: before.version + 1, updated_at: sql`now()` })
    .where("id", "=", personId)
    .execute();
  await syncMemberRows(tx, personId);
  return { changed: columns };
}

/** Returns the version of a person's membership in an organization, or 1, the initial version, without a membership. */
async function membershipVersion(
  tx: WriteTransaction,
  personId: string,
  organizationId: string | undefined,
): Promise<number> {
  if (organizationId === undefined) return 1;
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select("version")
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .executeTakeFirst(),
  );
  return row?.version ?? 1;
}
