import type { PasswordContext } from "@praxisportal/contract/password";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { LoginCandidate } from "../auth/auth.queries.ts";

/** The words that a new password of a person may not be, for each of her practices. */
export function passwordContextsOf(person: LoginCandidate): PasswordContext[] {
  const own = { firstName: person.first_name, lastName: person.last_name, email: person.email };
  return [own, ...person.memberships.map(({ username, name }) => ({ ...own, username, practiceName: name }))];
}

/** Logs that tell of a change to a person: those of her practices and the platform's. */
export function chainsOf(person: LoginCandidate): string[] {
  return [...person.memberships.map((membership) => membership.organizationId), platformChainId];
}
