import { newDeviceWindowMs, sessionIdleMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import { anyOf } from "../../platform/db/any-of.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";

/** Returns a person's open and locked sessions, newest activity first. */
export async function listOpenSessions(db: IdentityDb, personId: string, now: Date) {
  const idleSince = new Date(now.getTime() - sessionIdleMs);
  const newSince = new Date(now.getTime() - newDeviceWindowMs);
  return db.read((query) =>
    query
      .selectFrom("session as s")
      .leftJoin("device_person as known", (join) =>
        join.onRef("known.device_id", "=", "s.device_id").onRef("known.person_id", "=", "s.person_id"),
      )
      .select([
        "s.id",
        "s.device_id",
        "s.user_agent",
        "s.address",
        "s.start_organization_id",
        "s.created_at",
        "s.last_active_at",
        "s.absolute_expires_at",
        "s.remember_me",
        "s.locked_at",
        "s.second_factor_at",
        sql<boolean>`known.first_seen_at > ${newSince} and s.created_at > ${newSince} and not exists (
          select from session as earlier where earlier.person_id = s.person_id
            and earlier.device_id = s.device_id and earlier.created_at < s.created_at)`.as("is_new_device"),
      ])
      .where("s.person_id", "=", personId)
      .where("s.ended_at", "is", null)
      .where("s.absolute_expires_at", ">", now)
      .where((where) =>
        where.or([where("s.locked_at", "is not", null), where("s.last_active_at", ">", idleSince)]),
      )
      .orderBy("s.last_active_at", "desc"),
  );
}

/** Returns the devices that an organization knows as its workstations. */
export function findWorkstations(db: OrganizationDb, deviceIds: readonly string[]) {
  return db.read((query) =>
    query
      .selectFrom("workstation")
      .select(["id", "label", "is_shared"])
      .where("organization_id", "=", db.organizationId)
      .where("id", "=", anyOf(deviceIds)),
  );
}
