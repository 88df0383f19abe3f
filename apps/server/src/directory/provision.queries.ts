import { randomInt } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { trialDays } from "@praxisportal/contract/limits";
import type { plans } from "@praxisportal/contract/organizations/organizations.schema";
import type { Role } from "@praxisportal/contract/roles";
import type { TwoFactorPolicy } from "@praxisportal/contract/two-factor/two-factor.schema";
import { sql } from "kysely";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";

/** Time zone and currency of each supported country. */
const countries = {
  DE: { time_zone: "Europe/Berlin", currency: "EUR" },
  AT: { time_zone: "Europe/Vienna", currency: "EUR" },
  CH: { time_zone: "Europe/Zurich", currency: "CHF" },
} as const;

export type NewOrganization = {
  name: string;
  type?: string;
  country: keyof typeof countries;
  status?: "trial" | "active";
  /** The plan of a trial if absent. */
  plan?: (typeof plans)[number];
  maxUsers?: number | null;
  practiceCode?: string;
  /** Only administrators need a second factor if absent. */
  twoFactorPolicy?: TwoFactorPolicy;
  isDemo?: boolean;
};

/** Letters and digits that are not easily confused when typed from paper. */
const codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function makePracticeCode(): string {
  const letters = Array.from({ length: 8 }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length)));
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** Creates an organization; returns its id, the code that people type on a new device, and its time zone. */
export async function insertOrganization(tx: WriteTransaction, organization: NewOrganization) {
  const id = uuidV7();
  const practiceCode = organization.practiceCode ?? makePracticeCode();
  await tx.organization(id, (db) =>
    db
      .insertInto("organization")
      .values({
        organization_id: id,
        name: organization.name,
        type: organization.type ?? "organization",
        practice_code: practiceCode,
        status: organization.status ?? "trial",
        country: organization.country,
        max_users: organization.maxUsers ?? null,
        is_demo: organization.isDemo ?? false,
        ...(organization.plan && { plan: organization.plan }),
        ...(organization.twoFactorPolicy && { two_factor_policy: organization.twoFactorPolicy }),
        ...countries[organization.country],
      })
      .execute(),
  );
  return { id, practiceCode, timeZone: countries[organization.country].time_zone };
}

/** Sets the end of a trial that has none yet. */
export async function startTrial(tx: WriteTransaction, organizationId: string, now: Date): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("organization")
      .set({ trial_ends_at: sql`${now}::timestamptz + make_interval(days => ${sql.lit(trialDays)})` })
      .where("organization_id", "=", organizationId)
      .where("status", "=", "trial")
      .where("trial_ends_at", "is", null)
      .execute(),
  );
}

export type NewPerson = {
  /** Generated if absent. */
  id?: string;
  firstName: string;
  lastName: string;
  /** A confirmed address. */
  email?: string | null;
  /** An address that its owner has not confirmed yet. */
  pendingEmail?: string | null;
  phone?: string | null;
  passwordHash: string | null;
  mustChangePassword?: boolean;
  platformRole?: "super_admin" | "admin";
  platformUsername?: string;
  isDemo?: boolean;
};

/** Creates a person who does not belong to an organization yet. */
export async function insertPerson(tx: WriteTransaction, person: NewPerson): Promise<string> {
  const id = person.id ?? uuidV7();
  await tx.identity
    .insertInto("person")
    .values({
      id,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email ?? null,
      email_verified_at: person.email ? new Date() : null,
      pending_email: person.pendingEmail ?? null,
      phone: person.phone ?? null,
      password_hash: person.passwordHash,
      must_change_password: person.mustChangePassword ?? false,
      platform_role: person.platformRole ?? null,
      platform_username: person.platformUsername?.toLowerCase() ?? null,
      is_demo: person.isDemo ?? false,
    })
    .execute();
  return id;
}

export type NewMembership = {
  personId: string;
  username: string | null;
  role: Role;
  permissions?: readonly string[];
  department?: string | null;
  jobTitle?: string | null;
  extension?: string | null;
  initials?: string | null;
  status?: "pending" | "active" | "deactivated";
  blockedAt?: Date | null;
  validUntil?: Date | null;
  createdAt?: Date;
  lastLoginAt?: Date | null;
};

/**
 * Makes a person a member of an organization and returns the id of the membership. The name, address and phone number
 * that lists show are copied from the person's row.
 */
export async function insertMembership(
  tx: WriteTransaction,
  organizationId: string,
  member: NewMembership,
): Promise<string> {
  const id = uuidV7();
  const person = await tx.identity
    .selectFrom("person")
    .select(["first_name", "last_name", "phone"])
    .select(sql<string | null>`coalesce(email, pending_email)`.as("email"))
    .select(sql<boolean>`email is not null or pending_email is null`.as("email_verified"))
    .where("id", "=", member.personId)
    .executeTakeFirstOrThrow();
  const status = member.status ?? "active";
  const createdAt = member.createdAt ?? new Date();
  await tx.organization(organizationId, (db) =>
    db
      .insertInto("membership")
      .values({
        organization_id: organizationId,
        id,
        person_id: member.personId,
        username: member.username?.toLowerCase() ?? null,
        role: member.role,
        permissions: [...(member.permissions ?? [])],
        status,
        department: member.department ?? null,
        ...(member.jobTitle !== undefined && { job_title: member.jobTitle }),
        ...(member.extension !== undefined && { extension: member.extension }),
        initials: member.initials ?? null,
        blocked_at: member.blockedAt ?? null,
        valid_until: member.validUntil ?? null,
        joined_at: status === "pending" ? null : createdAt,
        last_login_at: member.lastLoginAt ?? null,
        last_activity_at: member.lastLoginAt ?? null,
        created_at: createdAt,
        ...person,
      })
      .execute(),
  );
  return id;
}
