import { normalizeEmail } from "@praxisportal/contract/validation";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** User named in a call for help. */
export type NamedUser = { userId?: string | undefined; login?: string | undefined };

/** Member named in a call for help. The device is set if they have signed in on it before. */
export type AlarmedUser = { personId: string; knownDeviceId: string | null };

/** Finds the member of an organization who is named in a call for help at a device. */
export async function findAlarmedMember(
  tx: WriteTransaction,
  at: { organizationId: string; deviceId: string; now: Date },
  { userId, login }: NamedUser,
): Promise<AlarmedUser | undefined> {
  const email = login?.includes("@") === true ? normalizeEmail(login) : null;
  const username = login?.trim().toLowerCase() ?? null;
  const rows = await tx.organization(at.organizationId, (db) =>
    db
      .selectFrom("membership")
      .leftJoin("device_person", (join) =>
        join
          .onRef("device_person.person_id", "=", "membership.person_id")
          .on("device_person.device_id", "=", at.deviceId),
      )
      .select(["membership.person_id as personId", "device_person.device_id as knownDeviceId"])
      .where("organization_id", "=", at.organizationId)
      .where((eb) =>
        userId === undefined
          ? eb.or([eb("membership.username", "=", username), eb("membership.email", "=", email)])
          : eb("membership.person_id", "=", userId),
      )
      .where(usableMembership("membership", at.now))
      .limit(2)
      .execute(),
  );
  return rows.length === 1 ? rows[0] : undefined;
}

/** Stores a call for help, so that the page at the device can wait for the unlock. */
export async function insertAlarm(
  tx: WriteTransaction,
  alarm: { id: string; device_id: string; person_id: string | null; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx.identity.insertInto("workstation_alarm").values(alarm).execute();
}

/** Finds the locked user of a call for help that was made at a device and has not expired. */
export async function findAlarm(
  db: IdentityDb,
  alarm: { id: string; deviceId: string; now: Date },
): Promise<AlarmedUser | undefined> {
  const rows = await db.read((query) =>
    query
      .selectFrom("workstation_alarm as alarm")
      .leftJoin("device_person", (join) =>
        join
          .onRef("device_person.person_id", "=", "alarm.person_id")
          .onRef("device_person.device_id", "=", "alarm.device_id"),
      )
      .select(["alarm.person_id as personId", "device_person.device_id as knownDeviceId"])
      .where("alarm.id", "=", alarm.id)
      .where("alarm.device_id", "=", alarm.deviceId)
      .where("alarm.expires_at", ">", alarm.now),
  );
  const [row] = rows;
  return row === undefined || row.personId === null
    ? undefined
    : { personId: row.personId, knownDeviceId: row.knownDeviceId };
}
