import type { User } from "@praxisportal/contract/users/users.schema";
import { nameOf, sortNameOf } from "./person-name.ts";

/** A person as an option of a field. */
export interface PersonOption {
  readonly id: string;
  /** "Mira Beispiel-Ahorn", for sentences. */
  readonly name: string;
  /** "Beispiel-Ahorn, Mira". In a select box, users type the first letters of the last name. */
  readonly label: string;
}

/** Returns people as options of a field, in the order of lists: by last name, then by first name. */
export function personOptionsOf(
  people: readonly Pick<User, "id" | "personalInfo">[],
  locale: string,
): PersonOption[] {
  const { compare } = new Intl.Collator(locale);
  return people
    .toSorted(
      ({ personalInfo: left }, { personalInfo: right }) =>
        compare(left.lastName, right.lastName) || compare(left.firstName, right.firstName),
    )
    .map((person) => ({ id: person.id, name: nameOf(person), label: sortNameOf(person) }));
}
