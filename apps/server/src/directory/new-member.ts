import type { Role } from "@praxisportal/contract/roles";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { insertMembership, insertPerson } from "./provision.queries.ts";

/** A person who is created as a member. With an address they are pending until they accept the invitation. */
export type NewMember = {
  /** Id of the person. */
  id: string;
  email: string | null;
  username: string | null;
  firstName: string | undefined;
  lastName: string | undefined;
  passwordHash: string | null;
  role: Role;
  permissions: readonly string[];
  department?: string | null;
  jobTitle?: string | null;
  validUntil?: Date | null;
  createdAt: Date;
};

/** Creates a person and their membership; the seat must have been taken. Returns the name and the membership. */
export async function insertNewMember(tx: WriteTransaction, organizationId: string, member: NewMember) {
  const { id, email, username, passwordHash } = member;
  const name = {
    firstName: member.firstName ?? "",
    // Without a name, the address or username is used until the person enters one.
    lastName: member.lastName ?? (member.firstName ? "" : (email?.split("@")[0] ?? username ?? "")),
  };
  await insertPerson(tx, {
    id,
    ...name,
    pendingEmail: email,
    passwordHash,
    mustChangePassword: passwordHash !== null,
  });
  const membershipId = await insertMembership(tx, organizationId, {
    personId: id,
    username,
    role: member.role,
    permissions: member.permissions,
    department: member.department ?? null,
    jobTitle: member.jobTitle ?? null,
    validUntil: member.validUntil ?? null,
    status: email === null ? "active" : "pending",
    createdAt: member.createdAt,
  });
  return { name, membershipId };
}
