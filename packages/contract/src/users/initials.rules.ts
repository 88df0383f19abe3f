/**
 * Returns three initials: first name and both parts of a double surname (Anneliese Beispiel-Oberhuber is ABO), or else
 * first name and two letters of the surname (Ina Musterfrau is IMU). Server and web app use this rule, so that a person
 * has the same initials on every screen.
 */
export function initialsOf(firstName: string, lastName: string): string {
  const [first = "", second] = lastName.split(/[-\s]+/u).filter((part) => part !== "");
  const surname = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
  return (firstName.slice(0, 1) + surname).toLocaleUpperCase("de");
}
