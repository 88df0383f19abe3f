import { transferHistoryEntries } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { MemberForChange } from "../../../directory/members.queries.ts";
import { syncMemberRows } from "../../../directory/member-rows.queries.ts";

/** The former membership of a transferred person, restored by an undo. */
export type SavedMembership = {
  username: string | null;
  role: string;
  permissions: string[];
  department: string | null;
  validUntil: string | null;
};

export function savedMembershipOf(member: MemberForChange): SavedMembership {
  const { username, role, granted, department, validUntil } = member;
  return {
    username,
    role,
    permissions: granted,
    department,
    validUntil: validUntil?.toISOString() ?? null,
  };
}

/** Locks an organization and returns its state, or undefined if it does not exist. */
export async function lockOrganization(tx: WriteTransaction, organizationId: string) {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization")
      .select("status")
      .where("organization_id", "=", organizationId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  return row?.status;
}

/** Restores a former membership with the given values. Returns false if there was none. */
export async function restoreFormerMembership(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  saved: SavedMembership,
): Promise<boolean> {
  const renewed = await tx.organization(organizationId, (db) =>
    db
      .updateTable("membership")
      .set({
        status: "active",
        username: saved.username,
        role: saved.role,
        permissions: saved.permissions,
        department: saved.department,
        valid_until: saved.validUntil === null ? null : new Date(saved.validUntil),
        // An external member must have an end date.
        ...(saved.validUntil === null ? { is_external: false } : {}),
        blocked_at: null,
        blocked_by: null,
        blocked_reason: null,
        joined_at: sql`now()`,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .where("status", "=", "removed")
      .returning("id")
      .executeTakeFirst(),
  );
  if (renewed === undefined) return false;
  await syncMemberRows(tx, personId);
  return true;
}

export type NewTransfer = {
  id: string;
  personId: string;
  from: string;
  to: string;
  roleBefore: string;
  roleAfter: string;
  performedBy: string;
  at: Date;
  saved: SavedMembership;
};

/** Writes a transfer to the histories of both organizations. */
export async function insertTransfer(tx: WriteTransaction, transfer: NewTransfer): Promise<void> {
  const sides = [
    { organizationId: transfer.from, other: transfer.to, direction: "out", saved: transfer.saved },
    { organizationId: transfer.to, other: transfer.from, direction: "in", saved: null },
  ] as const;
  for (const { organizationId, other, direction, saved } of sides) {
    await tx.organization(organizationId, (db) =>
      db
        .insertInto("transfer")
        .values({
          organization_id: organizationId,
          id: transfer.id,
          person_id: transfer.personId,
          direction,
          other_organization: other,
          role_before: transfer.roleBefore,
          role_after: transfer.roleAfter,
          performed_by: transfer.performedBy,
          performed_at: transfer.at,
          saved_membership: saved === null ? null : JSON.stringify(saved),
        })
        .execute(),
    );
  }
}

/** Returns a person of any organization, even without a membership. */
export function findPerson(tx: WriteTransaction, personId: string) {
  return tx.identity.selectFrom("person").select("id").where("id", "=", personId).executeTakeFirst();
}

/** Returns a person's newest transfer in the history of an organization. */
export async function findNewestTransfer(tx: WriteTransaction, organizationId: string, personId: string) {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("transfer")
      .select(["id", "direction", "other_organization", "performed_at", "undone_at"])
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .orderBy("performed_at", "desc")
      .orderBy("id", "desc")
      .executeTakeFirst(),
  );
}

/**
 * Marks a transfer as undone in both histories. Returns the former membership, or undefined if it was already undone.
 */
export async function markUndone(
  tx: WriteTransaction,
  transfer: { id: string; from: string; to: string },
  by: string,
  at: Date,
): Promise<SavedMembership | undefined> {
  let saved: SavedMembership | undefined;
  for (const organizationId of [transfer.to, transfer.from]) {
    const row = await tx.organization(organizationId, (db) =>
      db
        .updateTable("transfer")
        .set({ undone_at: at, undone_by: by })
        .where("organization_id", "=", organizationId)
        .where("id", "=", transfer.id)
        .where("undone_at", "is", null)
        .returning("saved_membership")
        .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    saved = (row.saved_membership as SavedMembership | null) ?? saved;
  }
  return saved;
}

/** A transfer as an organization lists it. */
export type TransferRow = {
  id: string;
  direction: string;
  organization_id: string;
  other_organization: string;
  role_before: string;
  role_after: string;
  performed_by: string;
  performer_name: string | null;
  performed_at: Date;
  undone_at: Date | null;
};

/** Returns a person's newest transfers, up to the display limit. */
export async function readTransfers(db: OrganizationDb, personId: string): Promise<TransferRow[]> {
  return db.read((builder) =>
    builder
      .selectFrom("transfer as t")
      .leftJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "t.organization_id").onRef("m.person_id", "=", "t.performed_by"),
      )
      .select([
        "t.id",
        "t.direction",
        "t.organization_id",
        "t.other_organization",
        "t.role_before",
        "t.role_after",
        "t.performed_by",
        "t.performed_at",
        "t.undone_at",
      ])
      .select(sql<string | null>`nullif(trim(m.first_name || ' ' || m.last_name), '')`.as("performer_name"))
      .where("t.organization_id", "=", db.organizationId)
      .where("t.person_id", "=", personId)
      .orderBy("t.performed_at", "desc")
      .orderBy("t.id", "desc")
      .limit(transferHistoryEntries),
  );
}
