import { sql } from "kysely";
import { prepareQuery } from "../../../platform/db/prepared.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/** A device and the state of the secret by which it was found, for a refresh. */
export type RefreshRow = {
  device_id: string;
  kind: "browser" | "client";
  generation: number;
  previous_retires_at: Date;
  revoked_at: Date | null;
  secret_generation: number;
};

/** Finds the device of a secret and locks it, so that parallel refreshes agree on one generation. */
export async function lockDeviceBySecret(
  tx: WriteTransaction,
  secretHash: Buffer,
): Promise<RefreshRow | undefined> {
  const row = await tx.identity
    .selectFrom("device_secret as secret")
    .innerJoin("device", "device.id", "secret.device_id")
    .select([
      "device.id as device_id",
      "device.kind",
      "device.generation",
      "device.previous_retires_at",
      "device.revoked_at",
      "secret.generation as secret_generation",
    ])
    .where("secret.secret_hash", "=", secretHash)
    .forUpdate("device")
    .executeTakeFirst();
  return row as RefreshRow | undefined;
}

/** Finds and locks the device for a sign-in or an unlock, with whether an organization shares it. */
export async function lockDeviceForPeople(
  tx: WriteTransaction,
  secretHash: Buffer,
): Promise<(RefreshRow & { isShared: boolean }) | undefined> {
  const device = await lockDeviceBySecret(tx, secretHash);
  if (device === undefined) return undefined;
  const { rows } = await sql<{
    is_shared: boolean;
  }>`select is_shared from find_workstation(${device.device_id})`.execute(tx.identity);
  return { ...device, isShared: rows[0]?.is_shared ?? false };
}

export const insertDevice = prepareQuery<{ id: string; kind: string }, unknown>((db, value) =>
  db.insertInto("device").values({ id: value("id"), kind: value("kind"), label: null }),
);

/** Stores the hash of a generation's secret; issuing the same child again stores nothing new. */
export async function insertSecret(tx: WriteTransaction, deviceId: string, generation: number, hash: Buffer) {
  await tx.identity
    .insertInto("device_secret")
    .values({ secret_hash: hash, device_id: deviceId, generation })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes a used child the current generation; the old one retires after the grace period. Only one caller succeeds. */
export async function promoteNextSecret(
  tx: WriteTransaction,
  deviceId: string,
  parent: number,
  previousRetiresAt: Date,
) {
  await tx.identity
    .updateTable("device")
    .set({ generation: parent + 1, previous_retires_at: previousRetiresAt, last_seen_at: sql`now()` })
    .where("id", "=", deviceId)
    .where("generation", "=", parent)
    .execute();
}

/** Deletes secrets of old generations; reusing a deleted one is refused without revoking the device. */
export async function pruneSecrets(tx: WriteTransaction, deviceId: string, below: number) {
  await tx.identity
    .deleteFrom("device_secret")
    .where("device_id", "=", deviceId)
    .where("generation", "<", below)
    .execute();
}

export async function revokeDevice(tx: WriteTransaction, deviceId: string, now: Date) {
  await tx.identity.updateTable("device").set({ revoked_at: now }).where("id", "=", deviceId).execute();
}

/** Records on the workstation list of an organization that one of its members signed in on a device. */
export const recordWorkstation = prepareQuery<
  { organizationId: string; deviceId: string; userAgent: string | null; now: Date },
  unknown
>((db, value) =>
  db
    .insertInto("workstation")
    .values({
      organization_id: value("organizationId"),
      id: value("deviceId"),
      user_agent: value("userAgent"),
      first_seen_at: value("now"),
      last_seen_at: value("now"),
    })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "id"]).doUpdateSet((old) => ({
        last_seen_at: old.ref("excluded.last_seen_at"),
        user_agent: old.ref("excluded.user_agent"),
      })),
    ),
);
