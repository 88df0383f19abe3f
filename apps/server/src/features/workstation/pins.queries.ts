import type { IdentityDb } from "../../platform/db/handles.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** A PIN and the full sign-in that makes it valid. */
export type PinRow = {
  person_id: string;
  organization_id: string;
  pin_hash: string;
  full_sign_in_at: Date | null;
  second_factor_at: Date | null;
};

/**
 * Finds the PIN of a user or a username on a device that is shared in the organization of the PIN. One statement is
 * used for both, so that they take the same time.
 */
export async function findPin(
  db: IdentityDb,
  deviceId: string,
  { userId, username }: { userId?: string | undefined; username?: string | undefined },
): Promise<PinRow | undefined> {
  const rows = await db.call<PinRow>("find-pin", "select * from find_workstation_pin($1, $2, $3)", [
    deviceId,
    userId ?? null,
    username?.trim() ?? null,
  ]);
  // A name that matches two people of the device identifies neither of them.
  return rows.length === 1 ? rows[0] : undefined;
}

/** Returns whether the PIN still exists, and locks it until the transaction ends. */
export async function keepPin(tx: WriteTransaction, deviceId: string, pin: PinRow): Promise<boolean> {
  const row = await tx.identity
    .selectFrom("workstation_pin")
    .select("person_id")
    .where("device_id", "=", deviceId)
    .where("person_id", "=", pin.person_id)
    .where("pin_hash", "=", pin.pin_hash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the devices and organizations for which a person has a PIN. */
export function listPins(db: IdentityDb, personId: string) {
  return db.read((query) =>
    query
      .selectFrom("workstation_pin")
      .select(["device_id", "organization_id"])
      .where("person_id", "=", personId),
  );
}

/** Returns when the person last signed in fully on a device, or null if they have not since it was shared. */
export async function findFullSignIn(
  db: IdentityDb,
  personId: string,
  deviceId: string,
): Promise<Date | null> {
  const rows = await db.read((query) =>
    query
      .selectFrom("device_person")
      .select("full_sign_in_at")
      .where("person_id", "=", personId)
      .where("device_id", "=", deviceId),
  );
  return rows[0]?.full_sign_in_at ?? null;
}

/** Stores a PIN, which replaces the person's previous one on the device. */
export async function savePin(
  tx: WriteTransaction,
  pin: { person_id: string; device_id: string; organization_id: string; pin_hash: string; created_at: Date },
): Promise<void> {
  await tx.identity
    .insertInto("workstation_pin")
    .values(pin)
    .onConflict((conflict) =>
      conflict.columns(["person_id", "device_id"]).doUpdateSet((old) => ({
        organization_id: old.ref("excluded.organization_id"),
        pin_hash: old.ref("excluded.pin_hash"),
        created_at: old.ref("excluded.created_at"),
      })),
    )
    .execute();
}

/** Deletes the PINs of a person and returns the organizations of the PINs. */
export async function deletePins(tx: WriteTransaction, personId: string): Promise<string[]> {
  const deletedPins = await tx.identity
    .deleteFrom("workstation_pin")
    .where("person_id", "=", personId)
    .returning("organization_id")
    .execute();
  return [...new Set(deletedPins.map((row) => row.organization_id))];
}

/**
 * Locks the device, so that its release cannot be withdrawn while a PIN is stored. Returns false if it is not shared.
 */
export async function keepShared(
  tx: WriteTransaction,
  organizationId: string,
  deviceId: string,
): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("workstation")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", deviceId)
      .where("is_shared", "=", true)
      .forShare()
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Returns the members who may unlock users of an organization. */
export function findUserManagers(
  tx: WriteTransaction,
  organizationId: string,
  now: Date,
): Promise<{ personId: string }[]> {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select("person_id as personId")
      .where("organization_id", "=", organizationId)
      .where("role", "in", ["org_admin", "practice_admin"])
      .where(usableMembership("membership", now))
      .orderBy("person_id")
      .execute(),
  );
}
