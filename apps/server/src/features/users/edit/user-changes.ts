import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { createUser, updateUser } from "@praxisportal/contract/users/users.endpoints";
import type { User } from "@praxisportal/contract/users/users.schema";
import { mailNameFaultOf } from "@praxisportal/contract/validation";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import { assertNewPassword } from "../../../platform/http/new-password.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { IdentityChanges } from "../../../directory/people.queries.ts";
import type { MemberForChange, MembershipChanges } from "../../../directory/members.queries.ts";

type UpdateBody = BodyOf<typeof updateUser>;

/** Requested values that differ from the current ones. */
export type RequestedChanges = {
  identity: Pick<IdentityChanges, "first_name" | "last_name" | "phone">;
  /** A new address, or null to remove it. */
  email: string | null | undefined;
  membership: Pick<MembershipChanges, "department" | "job_title" | "extension" | "valid_until">;
  status: "active" | "deactivated" | undefined;
};

/** Fields of the entity that this call can change. All others may only be sent unchanged. */
const changeable = new Set(["personalInfo", "email", "phone", "organizationData", "validUntil", "status"]);

/** Checks that no read-only field has another value. Errors: 400 `readOnly`, `usernameImmutable` for the username. */
export function assertNotReadOnly(body: UpdateBody, current: User): void {
  const issues = Object.entries(body)
    .filter(([field, value]) => value !== undefined && !changeable.has(field))
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(current[field as keyof User]))
    .map(([path]) => ({
      path,
      code: path === "username" ? ("usernameImmutable" as const) : ("readOnly" as const),
      params: {},
    }));
  if (body.status === "pending" && current.status !== "pending") {
    issues.push({ path: "status", code: "readOnly", params: {} });
  }
  if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
}

/** Returns the requested fields whose value differs from the current one. */
function differing<Fields extends object>(
  requested: Fields,
  present: { [Key in keyof Fields]: unknown },
): Partial<Fields> {
  const same = (left: unknown, right: unknown) =>
    left instanceof Date && right instanceof Date ? left.getTime() === right.getTime() : left === right;
  return Object.fromEntries(
    Object.entries(requested).filter(
      ([field, value]) => value !== undefined && !same(value, present[field as keyof Fields]),
    ),
  ) as Partial<Fields>;
}

/** Returns the changes that a request body makes to a member. */
export function requestedChanges(body: UpdateBody, member: MemberForChange): RequestedChanges {
  const { personalInfo } = body;
  const currentEmail = member.email ?? member.pendingEmail;
  // The address appears twice in the entity, and the value that differs from the current one is the requested one.
  const email = [body.email, personalInfo?.email].find(
    (address) => address !== undefined && address !== currentEmail,
  );
  const isStatusChange =
    body.status !== undefined && body.status !== member.status && body.status !== "pending";
  return {
    identity: differing(
      { first_name: personalInfo?.firstName, last_name: personalInfo?.lastName, phone: body.phone },
      { first_name: member.firstName, last_name: member.lastName, phone: member.phone },
    ) as RequestedChanges["identity"],
    email,
    membership: differing(
      {
        department: body.organizationData?.department,
        job_title: body.organizationData?.jobTitle,
        extension: body.organizationData?.extension,
        valid_until: body.validUntil ? new Date(body.validUntil) : body.validUntil,
      },
      {
        department: member.department,
        job_title: member.jobTitle,
        extension: member.extension,
        valid_until: member.validUntil,
      },
    ) as RequestedChanges["membership"],
    status: isStatusChange ? (body.status as "active" | "deactivated") : undefined,
  };
}

/** Checks changed names by {@link mailNameFaultOf}. A stored name may be sent back unchanged. Errors: 400. */
export function assertValidNames(names: {
  first_name?: string | undefined;
  last_name?: string | undefined;
}): void {
  const paths = { first_name: "personalInfo.firstName", last_name: "personalInfo.lastName" } as const;
  const issues = (["first_name", "last_name"] as const).flatMap((field) => {
    const name = names[field];
    const code = name === undefined ? undefined : mailNameFaultOf(name);
    return code === undefined ? [] : [{ path: paths[field], code, params: {} }];
  });
  if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
}

/**
 * Checks that the end date of an external member does not change. It has limits and belongs to their agreement, which
 * the staff feature manages. Errors: 400.
 */
export function assertExternalEnd(member: MemberForChange, { membership }: RequestedChanges): void {
  if (!member.isExternal || membership.valid_until === undefined) return;
  throw new ProblemError("VALIDATION_FAILED", {
    issues: [{ path: "validUntil", code: "readOnly", params: {} }],
  });
}

type AuditedChanges = NonNullable<AuditDraft["changes"]>;

/** Returns the changes of a person's identity, with masked values. */
export function auditedIdentity({ identity, email }: RequestedChanges): AuditedChanges {
  const masked = [...Object.keys(identity), ...(email === undefined ? [] : ["email"])];
  return Object.fromEntries(masked.map((field) => [field, ["•", "•"] as const]));
}

/**
 * Returns the changes for the organization's audit entry. Those of the membership are in plain text, those of the
 * person are masked.
 */
export function auditedChanges(member: MemberForChange, requested: RequestedChanges): AuditedChanges {
  const { membership, status } = requested;
  return {
    ...auditedIdentity(requested),
    ...(membership.department === undefined
      ? {}
      : { department: [member.department, membership.department] }),
    ...(membership.job_title === undefined ? {} : { job_title: [member.jobTitle, membership.job_title] }),
    ...(membership.extension === undefined ? {} : { extension: [member.extension, membership.extension] }),
    ...(membership.valid_until === undefined
      ? {}
      : {
          valid_until: [
            member.validUntil?.toISOString() ?? null,
            membership.valid_until?.toISOString() ?? null,
          ],
        }),
    ...(status === undefined ? {} : { status: [member.status, status] }),
  };
}

/** Checks that a password has no words of its person or organization and is not known from leaks. Errors: 400. */
export function assertPasswordStrength(
  body: Pick<BodyOf<typeof createUser>, "password" | "username" | "email" | "personalInfo">,
  organizationName: string,
): void {
  const { username, email } = body;
  assertNewPassword("password", body.password, { ...body.personalInfo, username, email, organizationName });
}
