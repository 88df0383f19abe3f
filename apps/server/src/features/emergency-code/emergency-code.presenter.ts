import type { EmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.schema";

/** The stored state of a code, with the names of the administrators who created and used it. */
export type EmergencyCodeRow = {
  label: string;
  created_at: Date;
  created_by: string | null;
  used_at: Date | null;
  used_by: string | null;
};

/** Presents the emergency code of an organization. Without a row, the state is `none`. */
export function presentEmergencyCode(row: EmergencyCodeRow | undefined): EmergencyCode {
  return {
    state: row === undefined ? "none" : row.used_at === null ? "open" : "used",
    label: row?.label ?? null,
    createdAt: row?.created_at.toISOString() ?? null,
    createdBy: row?.created_by ?? null,
    usedAt: row?.used_at?.toISOString() ?? null,
    usedBy: row?.used_by ?? null,
  };
}
