import type { LegacyPatient } from "./legacy.api.ts";

type Named = Pick<LegacyPatient, "firstName" | "lastName">;

/** Returns the name as it is sorted in the list: "Muster, Jan". */
export const sortNameOf = ({ firstName, lastName }: Named): string => `${lastName}, ${firstName}`;

export const nameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`;

/** Returns the age in completed years on a day. Both are calendar days (YYYY-MM-DD). */
export function ageOn(day: string, birthDate: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Returns the ids of the patients who have the same name and date of birth as another patient. */
export function namesakesAmong(patients: readonly LegacyPatient[]): ReadonlySet<string> {
  const byPerson = new Map<string, string[]>();
  for (const { id, birthDate, ...patient } of patients) {
    if (birthDate === null) continue;
    const key = `${sortNameOf(patient).toLocaleLowerCase()} ${birthDate}`;
    byPerson.set(key, [...(byPerson.get(key) ?? []), id]);
  }
  return new Set([...byPerson.values()].filter((ids) => ids.length > 1).flat());
}
