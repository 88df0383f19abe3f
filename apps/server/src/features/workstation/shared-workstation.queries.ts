import { workstationTileWindowMs } from "@praxisportal/contract/workstation/workstation.rules";
import type { Role } from "@praxisportal/contract/roles";
import type { IdentityDb } from "../../platform/db/handles.ts";

/** A user who works at a shared workstation. */
export type WorkstationUser = {
  personId: string;
  firstName: string;
  lastName: string;
  initials: string | null;
  role: Role;
  department: string | null;
  organizationName: string;
};

/** An organization that shares a device, with its users there. */
export type SharedWorkstationRow = {
  organization_id: string;
  organization_name: string;
  label: string | null;
  people: WorkstationUser[];
};

/** Returns the organizations that share a device, in the order in which they began to. */
export function findSharedWorkstation(
  db: IdentityDb,
  deviceId: string,
  now: Date,
): Promise<SharedWorkstationRow[]> {
  return db.call<SharedWorkstationRow>(
    "find-shared-workstation",
    "select * from find_shared_workstation($1, $2)",
    [deviceId, new Date(now.getTime() - workstationTileWindowMs)],
  );
}
