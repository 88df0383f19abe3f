import type { User } from "@praxisportal/contract/users/users.schema";

type Named = Pick<User, "personalInfo">;

/** "Mira Beispiel-Ahorn" */
export function nameOf({ personalInfo: { firstName, lastName } }: Named): string {
  return `${firstName} ${lastName}`.trim();
}

/** "Beispiel-Ahorn, Mira", as lists sort it. */
export function sortNameOf({ personalInfo: { firstName, lastName } }: Named): string {
  return [lastName, firstName].filter((name) => name !== "").join(", ");
}

/**
 * Kürzel of three letters: first name and both halves of a double surname (Anneliese Beispiel-Oberhuber = ABO),
 * else first name and two letters of the surname (Ina Musterfrau = IMU). Decoration; the name stands beside it.
 */
export function initialsOf({ personalInfo: { firstName, lastName } }: Named): string {
  const [first = "", second] = lastName.split(/[-\s]+/u).filter((part) => part !== "");
  const surname = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
  return (firstName.slice(0, 1) + surname).toLocaleUpperCase("de");
}
