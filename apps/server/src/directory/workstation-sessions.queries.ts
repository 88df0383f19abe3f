import type { IdentityDb } from "../platform/db/handles.ts";
import type { RequestOrigin } from "../platform/request-context/request-context.ts";
import { hashToken } from "../platform/crypto/tokens.ts";

/** A person with a locked session on a device, as the database function returns them. */
export type LockedUser = {
  personId: string;
  firstName: string;
  lastName: string;
  sessionId: string;
  organizationName: string | null;
  passkey: boolean;
};

export type WorkstationSessionsRow = {
  device_id: string;
  label: string | null;
  is_shared: boolean;
  auto_lock_minutes: number | null;
  people: LockedUser[];
};

/** Returns the locked sessions on the device of a request, or undefined when the device is not known. */
export async function findOwnWorkstation(
  db: IdentityDb,
  { deviceSecret }: RequestOrigin,
  now: Date,
): Promise<WorkstationSessionsRow | undefined> {
  return deviceSecret === undefined ? undefined : findWorkstationSessions(db, hashToken(deviceSecret), now);
}

/** Returns the workstation of a device by the secret in its cookie, or undefined for a retired secret. */
async function findWorkstationSessions(
  db: IdentityDb,
  secretHash: Buffer,
  now: Date,
): Promise<WorkstationSessionsRow | undefined> {
  const [row] = await db.call<WorkstationSessionsRow>(
    "find-workstation",
    `select d.id as device_id, workstation.* from device_secret ds join device d on d.id = ds.device_id
      cross join lateral find_workstation(d.id) as workstation
      where ds.secret_hash = $1 and d.revoked_at is null and d.kind = 'browser'
        and (ds.generation >= d.generation or (ds.generation = d.generation - 1 and d.previous_retires_at > $2))`,
    [secretHash, now],
  );
  return row;
}
