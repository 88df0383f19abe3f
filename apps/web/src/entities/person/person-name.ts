import { initialsOf as computeInitials } from "@praxisportal/contract/users/initials.rules";
import type { User } from "@praxisportal/contract/users/users.schema";

type WithPersonalInfo = Pick<User, "personalInfo">;

/** Returns the full name: "Mira Beispiel-Ahorn". */
export function nameOf({ personalInfo: { firstName, lastName } }: WithPersonalInfo): string {
  return `${firstName} ${lastName}`.trim();
}

/** Returns the name in the sort order of lists: "Beispiel-Ahorn, Mira". */
export function sortNameOf({ personalInfo: { firstName, lastName } }: WithPersonalInfo): string {
  return [lastName, firstName].filter((name) => name !== "").join(", ");
}

/** Returns the initials of a person. They are decorative, because the name is next to them. */
export function initialsOf({ personalInfo: { firstName, lastName } }: WithPersonalInfo): string {
  return computeInitials(firstName, lastName);
}
