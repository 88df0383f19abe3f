import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import type { WorkstationSessionsRow } from "../../directory/workstation-sessions.queries.ts";

/** Returns the data for a lock screen. */
export function presentWorkstationSessions(
  workstation: WorkstationSessionsRow | undefined,
): CurrentWorkstation {
  if (workstation === undefined) return { workstation: null, people: [] };
  const isKnown = workstation.is_shared || workstation.label !== null;
  return {
    workstation: isKnown
      ? {
          label: workstation.label,
          shared: workstation.is_shared,
          autoLockMinutes: workstation.auto_lock_minutes,
        }
      : null,
    people: workstation.people.map(({ personId, firstName, lastName, organizationName, passkey }) => ({
      userId: personId,
      name: `${firstName} ${lastName}`.trim(),
      initials: initialsOf(firstName, lastName),
      organizationName,
      passkey,
    })),
  };
}

/** Returns the first letters of both names. */
function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName].map((name) => [...name.trim()][0]?.toUpperCase() ?? "").join("");
}
