import type { User } from "@praxisportal/contract/users/users.schema";

type WithPersonalInfo = Pick<User, "personalInfo">;

/** "Mira Beispiel-Ahorn" */
export function nameOf({ personalInfo: { firstName, lastName } }: WithPersonalInfo): string {
  return `${firstName} ${lastName}`.trim();
}

/** "Beispiel-Ahorn, Mira", the sort order of lists. */
export function sortNameOf({ personalInfo: { firstName, lastName } }: WithPersonalInfo): string {
  return [lastName, firstName].filter((name) => name !== "").join(", ");
}

/**
 * Returns three initials: first name and both parts of a double surname (Anneliese Beispiel-Oberhuber = ABO),
 * otherwise first name and two letters of the surname (Ina Musterfrau = IMU). Decorative; the name is next to
 * it.
 */
export function initialsOf({ personalInfo: { firstName, lastName } }: WithPersonalInfo): string {
  const [first = "", second] = lastName.split(/[-\s]+/u).filter((part) => part !== "");
  const surname = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
  return (firstName.slice(0, 1) + surname).toLocaleUpperCase("de");
}
