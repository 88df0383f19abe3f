import type { Desk } from "@praxisportal/contract/desk/desk.schema";
import type { DeskRow } from "./desk.queries.ts";

/** Returns the data for a lock screen. */
export function presentDesk(desk: DeskRow | undefined): Desk {
  if (desk === undefined) return { workstation: null, people: [] };
  const isKnown = desk.is_shared || desk.label !== null;
  return {
    workstation: isKnown
      ? { label: desk.label, shared: desk.is_shared, autoLockMinutes: desk.auto_lock_minutes }
      : null,
    people: desk.people.map(({ personId, firstName, lastName, organizationName, passkey }) => ({
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
