import type { PasswordContext } from "@praxisportal/contract/password";
import { platformChainId } from "../platform/audit/audit-record.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../platform/request-context/request-context.ts";
import type { LoginCandidate } from "./sign-in-person.queries.ts";
import type { UnknownNameAction } from "./unknown-names.queries.ts";

/** Returns the words that a person's new password may not contain, for each of their organizations. */
export function passwordContextsOf(person: LoginCandidate): PasswordContext[] {
  const personalWords = { firstName: person.first_name, lastName: person.last_name, email: person.email };
  return [
    personalWords,
    ...person.memberships.map(({ username, name }) => ({
      ...personalWords,
      username,
      organizationName: name,
    })),
  ];
}

/** Returns the logs that record changes of a person: those of their organizations and the platform's. */
export function chainsOf(person: LoginCandidate): string[] {
  return [...person.memberships.map((membership) => membership.organizationId), platformChainId];
}

/** Returns a person who signs in as the actor of an audit entry. */
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

type RefusedAttempt = { action: UnknownNameAction; reason: string; outcome: "failed" | "denied" };

/** Records a person's refused attempt to prove who they are in each of the audit chains. */
export function recordRefusedAttempt(
  tx: WriteTransaction,
  candidate: Parameters<typeof actorOf>[0],
  chains: readonly string[],
  origin: RequestOrigin,
  attempt: RefusedAttempt,
): void {
  for (const organizationId of chains) {
    tx.record({
      organizationId,
      ...attempt,
      actor: actorOf(candidate),
      request: origin.audit,
      origin: origin.isBrowser ? "ui" : "api",
    });
  }
}
