import { login, logout } from "@praxisportal/contract/auth/auth.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { addMember } from "@praxisportal/contract/members/members.endpoints";
import { createTenant, suspendTenant } from "@praxisportal/contract/tenants/tenants.endpoints";
import { type AuditDraft, type AuditParty, platformChainId } from "../../../platform/audit/audit-record.ts";
import { momentOn } from "./season-calendar.ts";
import { changesOn, partyOf } from "./season-changes.ts";
import { requestOf } from "./season-request.ts";
import { type SeasonMember, type SignIn, signInsOn } from "./season-sign-ins.ts";
import type {
  PastEntry,
  PresentMember,
  SeasonDay,
  SeasonOrganization,
  SeasonPerson,
} from "./season-types.ts";

const minuteMs = 60_000;

type Account = Pick<SeasonPerson, "username" | "personId" | "role">;

/** Returns the entries of a sign-in with its failed attempt and its sign-out. */
function signInEntries(
  { username, personId, role }: Account,
  organizationId: string,
  { at, endsAt, isSecondAttempt }: SignIn,
): PastEntry[] {
  const sessionId = uuidV7();
  // The role is recorded only for requests of the session.
  const actor: AuditParty = { type: "user", id: personId };
  const base = { organizationId, actor, origin: "ui" } as const;
  const failedAttempt: AuditDraft = {
    ...base,
    action: "auth.login",
    outcome: "failed",
    reason: "invalid_credentials",
    request: requestOf(username, login),
  };
  const entries: PastEntry[] = [
    {
      draft: {
        ...base,
        action: "auth.login",
        reason: "password",
        request: requestOf(username, login, sessionId),
      },
      at,
    },
  ];
  if (isSecondAttempt) entries.unshift({ draft: failedAttempt, at: new Date(at.getTime() - minuteMs / 2) });
  if (endsAt !== null)
    entries.push({
      draft: {
        ...base,
        actor: { ...actor, role },
        action: "auth.logout",
        request: requestOf(username, logout, sessionId),
      },
      at: endsAt,
    });
  return entries;
}

/** Returns the members who signed in on a day, with their sign-ins. */
export function presentOn(organization: SeasonOrganization, { day, daysBefore }: SeasonDay): PresentMember[] {
  return organization.members
    .map((member) => ({ member, signIns: signInsOn(member, day, daysBefore, organization) }))
    .filter(({ signIns }) => signIns.length > 0);
}

/** Returns the entries of an organization's day in their order. */
export function entriesOn(
  organization: SeasonOrganization,
  season: SeasonDay,
  present: readonly PresentMember[],
): PastEntry[] {
  const [owner] = organization.members;
  const isOn = (at: Date) =>
    at >= momentOn(season.day, 0, organization.timeZone) &&
    at < momentOn(season.day, 24 * 60, organization.timeZone);
  const joinedEntries = organization.members
    .filter(({ createdAt, personId }) => personId !== owner?.personId && isOn(createdAt))
    .map((member): PastEntry => ({
      draft: {
        organizationId: organization.id,
        action: "member.added",
        actor: { type: "user", id: owner?.personId ?? null, role: "org_admin" },
        target: { type: "user", id: member.personId },
        changes: { role: [null, member.role] },
        request: requestOf(owner?.username ?? "", addMember),
        origin: "ui",
      },
      at: member.createdAt,
    }));
  const signIns = present.flatMap(({ member, signIns: ofMember }) =>
    ofMember.flatMap((signIn) => signInEntries(member, organization.id, signIn)),
  );
  return [...joinedEntries, ...signIns, ...changesOn(organization, season, present)].toSorted(
    (left, right) => left.at.getTime() - right.at.getTime(),
  );
}

/** Returns the operator's entries on a day: sign-ins, and the creation and suspension of organizations. */
export function operatorEntriesOn(
  operator: Account & SeasonMember,
  organizations: readonly SeasonOrganization[],
  { day, daysBefore }: SeasonDay,
): PastEntry[] {
  const place = { country: "DE", timeZone: "Europe/Berlin" };
  const from = momentOn(day, 0, place.timeZone);
  const until = momentOn(day, 24 * 60, place.timeZone);
  const isOn = (at: Date) => at >= from && at < until;
  const by: AuditParty = { type: "user", id: operator.personId, role: operator.role };
  const inBoth = (
    organization: SeasonOrganization,
    at: Date,
    entry: Pick<AuditDraft, "action"> & Partial<AuditDraft>,
  ) =>
    [organization.id, platformChainId].map((organizationId): PastEntry => ({
      draft: { organizationId, actor: by, target: partyOf(organization), origin: "ui", ...entry },
      at,
    }));
  return [
    ...signInsOn(operator, day, daysBefore, place).flatMap((signIn) =>
      signInEntries(operator, platformChainId, signIn),
    ),
    ...organizations.flatMap((organization) => [
      ...(isOn(organization.createdAt)
        ? inBoth(organization, organization.createdAt, {
            action: "organization.created",
            request: requestOf(operator.username, createTenant),
          })
        : []),
      ...(organization.suspension !== null && isOn(organization.suspension.at)
        ? inBoth(organization, organization.suspension.at, {
            action: "organization.suspended",
            changes: { status: ["active", "suspended"] },
            reason: organization.suspension.reason,
            request: requestOf(operator.username, suspendTenant),
          })
        : []),
    ]),
  ];
}
