import type { AuditAction } from "@praxisportal/contract/audit-actions";
import type { MemberCheckId } from "@praxisportal/contract/organizations/security-checks.rules";
import { type Kysely, type SqlBool, sql } from "kysely";
import { securityFinding } from "../../../directory/security-findings/security-findings.queries.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { usableMembership } from "../../../platform/db/usable-membership.ts";

const dayMs = 86_400_000;

/** Days that a digest covers. */
const days = 7;

/** The earliest hour on Monday, in the organization's time zone, when a digest is sent. */
const hour = 7;

/** An administrator, and the organization that the digest is about. */
export type DigestRecipient = { organizationId: string; personId: string };

/** Returns the condition that the preferences `choice` switch the digest off, for all organizations or for this one. */
const hasEnded = (organizationId: string) => sql<boolean>`(choice.settings->'weeklyDigest' = 'false'
  or choice.settings->'digestEndedIn' @> to_jsonb(${sql.ref(organizationId)}::text))`;

/**
 * Returns administrators whose digest of this week is due, and records it as sent: on Monday from 7:00 in the time zone
 * of their organization. Each of them is returned once a week, even by several processes at the same time. Users
 * without a mail address, and users who switched it off, are left out.
 */
export async function takeDueDigests(
  db: Kysely<TenantTables & GlobalTables>,
  now: Date,
  limit: number,
): Promise<DigestRecipient[]> {
  const { rows } = await sql<DigestRecipient>`
    with due as (
      select m.organization_id, m.person_id, (${now}::timestamptz at time zone o.time_zone)::date as monday
      from organization o
      join membership m on m.organization_id = o.organization_id and m.role = 'org_admin'
        and ${usableMembership("m", now)}
      join person p on p.id = m.person_id and p.email is not null and p.deactivated_at is null
      where o.status in ('trial', 'active')
        and extract(isodow from ${now}::timestamptz at time zone o.time_zone) = 1
        and extract(hour from ${now}::timestamptz at time zone o.time_zone) >= ${sql.lit(hour)}
        and not exists (
          select from preferences choice where choice.person_id = p.id and ${hasEnded("o.organization_id")})
    )
    insert into weekly_digest (organization_id, person_id, sent_for)
    select due.organization_id, due.person_id, due.monday from due
    left join weekly_digest sent on sent.organization_id = due.organization_id and sent.person_id = due.person_id
    where sent.sent_for is distinct from due.monday
    order by due.organization_id, due.person_id limit ${limit}
    on conflict (organization_id, person_id) do update set sent_for = excluded.sent_for
      where weekly_digest.sent_for is distinct from excluded.sent_for
    returning organization_id as "organizationId", person_id as "personId"`.execute(db);
  return rows;
}

/** The changes of access that a digest counts, by line. */
const changes = {
  added: ["member.added", "member.invitation_accepted", "user.created", "staff.onboarding_started"],
  removed: ["member.removed", "user.deleted", "user.transferred", "staff.offboarding_completed"],
  roles: ["user.role_changed", "staff.access_extended"],
  blocked: ["user.blocked", "user.unblocked"],
  credentials: [
    "user.two_factor_reset",
    "user.two_factor_disabled",
    "user.recovery_code_created",
    "user.password_set",
    "user.password_reset",
  ],
  tokens: ["token.created", "token.revoked"],
} as const satisfies Record<string, readonly AuditAction[]>;

export type DigestCounts = Record<
  keyof typeof changes | "failedSignIns" | "locked" | "withoutFactor" | "ending" | "reviewsDue",
  number
>;
export type Digest = { organization: string; timeZone: string; counts: DigestCounts };

/**
 * Returns the digest of the last seven days at the moment of sending, or undefined when the recipient no longer
 * administers the organization or has switched the digest off.
 */
export async function findDigest(
  db: PlatformDb,
  { organizationId, personId }: DigestRecipient,
  now: Date,
): Promise<Digest | undefined> {
  const since = new Date(now.getTime() - days * dayMs);
  const entries = (actions: readonly AuditAction[], outcome: "success" | "refused") => sql<number>`(
    select count(*)::int from audit_entry e where e.organization_id = o.organization_id
      and e.action = any(${actions}::text[]) and e.occurred_at > ${since}::timestamptz and e.occurred_at <= ${now}::timestamptz
      and (e.outcome = 'success') = ${outcome === "success"})`;
  const usable = usableMembership("m", now);
  const members = (condition: ReturnType<typeof sql<SqlBool>>) => sql<number>`(
    select count(*)::int from membership m where m.organization_id = o.organization_id and ${condition})`;
  // The same people as in the security score.
  const findings = (check: MemberCheckId) => members(securityFinding(check, { usable, now }));
  const { rows } = await sql<Digest>`
    select o.name as organization, o.time_zone as "timeZone", json_build_object(
      'added', ${entries(changes.added, "success")},
      'removed', ${entries(changes.removed, "success")},
      'roles', ${entries(changes.roles, "success")},
      'blocked', ${entries(changes.blocked, "success")},
      'credentials', ${entries(changes.credentials, "success")},
      'tokens', ${entries(changes.tokens, "success")},
      'failedSignIns', ${entries(["auth.login"], "refused")},
      'locked', ${findings("failedSignIns")},
      'withoutFactor', ${findings("administratorsTwoFactor")},
      'ending', ${members(sql`${usable} and m.valid_until <= ${now}::timestamptz + interval '30 days'`)},
      'reviewsDue', (select count(*)::int from rights_review_plan p where p.organization_id = o.organization_id
        and p.reminded_for <= ${now}::timestamptz and not exists (
          select from rights_review r where r.organization_id = p.organization_id and r.completed_at > p.reminded_for))
    ) as counts
    from organization o
    join membership reader on reader.organization_id = o.organization_id
    where o.organization_id = ${organizationId} and reader.person_id = ${personId}
      and reader.role = 'org_admin' and ${usableMembership("reader", now)} and o.status in ('trial', 'active')
      and not exists (select from preferences choice
        where choice.person_id = reader.person_id and ${hasEnded("o.organization_id")})`.execute(db.reads);
  return rows[0];
}
