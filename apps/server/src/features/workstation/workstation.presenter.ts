import { initialsOf } from "@praxisportal/contract/users/initials.rules";
import { workstationTilesMax } from "@praxisportal/contract/workstation/workstation.rules";
import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import type { WorkstationSessionsRow } from "../../directory/workstation-sessions.queries.ts";
import type { SharedWorkstationRow } from "./shared-workstation.queries.ts";

type Tile = CurrentWorkstation["people"][number];

/**
 * Returns the data for a lock screen. On a shared workstation, a locked session has a tile only if its user is among
 * the people of the workstation, which excludes administrators.
 */
export function presentWorkstationSessions(
  workstation: WorkstationSessionsRow | undefined,
  organizations: readonly SharedWorkstationRow[],
): CurrentWorkstation {
  if (workstation === undefined) return { workstation: null, people: [] };
  const isKnown = workstation.is_shared || workstation.label !== null;
  const lockedPeople = workstation.people.map(
    ({ personId, firstName, lastName, organizationName, passkey }): Tile => ({
      userId: personId,
      name: `${firstName} ${lastName}`.trim(),
      initials: initialsOf(firstName, lastName),
      organizationName,
      role: null,
      department: null,
      locked: true,
      passkey,
    }),
  );
  return {
    workstation: isKnown
      ? {
          label: workstation.label,
          shared: workstation.is_shared,
          autoLockMinutes: workstation.auto_lock_minutes,
        }
      : null,
    people: workstation.is_shared ? sharedTiles(lockedPeople, organizations) : lockedPeople,
  };
}

function sharedTiles(locked: readonly Tile[], organizations: readonly SharedWorkstationRow[]): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const { firstName, lastName, personId, initials, ...user } of organizations.flatMap(
    ({ people }) => people,
  )) {
    const session = locked.find(({ userId }) => userId === personId);
    tiles.set(personId, {
      userId: personId,
      name: `${firstName} ${lastName}`.trim(),
      initials: initials ?? initialsOf(firstName, lastName),
      ...user,
      locked: session !== undefined,
      passkey: session?.passkey ?? false,
    });
  }
  const order = locked.map(({ userId }) => userId);
  const first = order.flatMap((userId) => tiles.get(userId) ?? []);
  const otherTiles = [...tiles.values()].filter(({ userId }) => !order.includes(userId));
  return [...first, ...otherTiles].slice(0, workstationTilesMax);
}
