import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";

/** The state of a transfer that appears in the log of an organization. */
export type TransferState = {
  /** Sequence number of its entry in the log. */
  seq: string;
  performed_at: Date;
  undone_at: Date | null;
  is_newest: boolean;
};

/**
 * Returns the transfers of these people by their log entries. Each transfer wrote one entry in the same transaction, so
 * that a person's n-th newest entry belongs to their n-th newest transfer.
 */
export async function readTransferStates(
  db: OrganizationDb,
  personIds: readonly string[],
): Promise<TransferState[]> {
  if (personIds.length === 0) return [];
  const { organizationId } = db;
  return db.read((builder) =>
    builder
      .selectFrom(
        sql<TransferState>`(
          select e.seq, t.performed_at, t.undone_at, e.place = 1 as is_newest
          from (
            select seq, target_id, row_number() over (partition by target_id order by seq desc) as place
            from audit_entry
            where organization_id = ${organizationId} and action = 'user.transferred'
              and target_id = any(${personIds}::uuid[])
          ) e
          join (
            select person_id, performed_at, undone_at,
              row_number() over (partition by person_id order by performed_at desc, id desc) as place
            from transfer where organization_id = ${organizationId} and person_id = any(${personIds}::uuid[])
          ) t on t.person_id = e.target_id and t.place = e.place)`.as("standings"),
      )
      .selectAll(),
  );
}
