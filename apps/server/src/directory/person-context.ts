import type { PasswordContext } from "@praxisportal/contract/password";
import { platformChainId } from "../platform/audit/audit-record.ts";
import type { LoginCandidate } from "./sign-in-person.queries.ts";

/** Returns the words that a person's new password may not contain, for each of their organizations. */
export function passwordContextsOf(person: LoginCandidate): PasswordContext[] {
  const own = { firstName: person.first_name, lastName: person.last_name, email: person.email };
  return [
    own,
    ...person.memberships.map(({ username, name }) => ({ ...own, username, organizationName: name })),
  ];
}

/** Returns the logs that record changes of a person: those of their organizations and the platform's. */
export function chainsOf(person: LoginCandidate): string[] {
  return [...person.memberships.map((membership) => membership.organizationId), platformChainId];
}

/** Returns how the audit log names a person who signs in. */
export function actorOf(
  candidate: Pick<LoginCandidate, "person_id" | "first_name" | "last_name" | "platform_role">,
) {
  return {
    type: "user" as const,
    id: candidate.person_id,
    display: `${candidate.first_name} ${candidate.last_name}`,
    ...(candidate.platform_role === null ? {} : { role: candidate.platform_role }),
  };
}
