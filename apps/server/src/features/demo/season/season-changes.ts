import type { AuditDraft, AuditParty } from "../../../platform/audit/audit-record.ts";
import { exportAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { changePassword } from "@praxisportal/contract/auth/auth.endpoints";
import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { stepUp } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { exportUsers, updateMe, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { lockSession } from "@praxisportal/contract/workstation/workstation.endpoints";
import { chance, workload } from "./season-calendar.ts";
import { requestOf, type Route } from "./season-request.ts";
import type {
  PastEntry,
  PresentMember,
  SeasonDay,
  SeasonOrganization,
  SeasonPerson,
} from "./season-types.ts";

const minuteMs = 60_000;

/** A recurring kind of change, with its frequency per week and its entry. */
type Kind = {
  perWeek: (members: number) => number;
  route: Route;
  entry: (
    organization: SeasonOrganization,
    target: SeasonPerson,
  ) => Pick<AuditDraft, "action"> & Partial<AuditDraft>;
  /** Actor of the change: the owner or, by default, the target. */
  by?: "owner";
};

const userOf = (target: SeasonPerson): AuditParty => ({ type: "user", id: target.personId });
export const partyOf = ({ id, name }: SeasonOrganization): AuditParty => ({
  type: "organization",
  id,
  display: name,
});
const masked = ["•", "•"] as const;

const kinds: readonly Kind[] = [
  {
    perWeek: (members) => members / 12,
    route: updateUser,
    by: "owner",
    entry: (_organization, target) => ({
      action: "user.updated",
      target: userOf(target),
      changes: {
        department: [target.department === "Empfang" ? "Vertretung" : "Empfang", target.department],
      },
    }),
  },
  {
    perWeek: (members) => members / 15,
    route: updateMe,
    entry: (_organization, target) => ({
      action: "user.profile_updated",
      target: userOf(target),
      changes: { phone: masked },
    }),
  },
  {
    perWeek: (members) => members / 20,
    route: changePassword,
    entry: (_organization, target) => ({ action: "user.password_changed", target: userOf(target) }),
  },
  {
    perWeek: (members) => members / 9,
    route: lockSession,
    entry: () => ({ action: "auth.session_locked" }),
  },
  {
    perWeek: () => 0.5,
    route: updateOrganization,
    by: "owner",
    entry: (organization) => ({
      action: "organization.updated",
      target: partyOf(organization),
      changes: { technicalContact: masked },
    }),
  },
  {
    perWeek: () => 0.4,
    route: stepUp,
    by: "owner",
    entry: (organization) => ({
      action: "auth.step_up",
      target: userOf(organization.members[0] as SeasonPerson),
    }),
  },
  {
    perWeek: () => 0.3,
    route: exportUsers,
    by: "owner",
    entry: (organization) => ({ action: "user.exported", target: partyOf(organization), reason: "csv" }),
  },
  {
    perWeek: () => 0.25,
    route: exportAudit,
    by: "owner",
    entry: () => ({ action: "audit.exported", reason: "csv" }),
  },
];

/** Returns the changes on a day, each by a member who signed in that day and while they were signed in. */
export function changesOn(
  organization: SeasonOrganization,
  { day, daysBefore }: SeasonDay,
  present: readonly PresentMember[],
): PastEntry[] {
  const [owner] = organization.members;
  const load = workload(day, daysBefore, organization.country);
  return kinds.flatMap(({ perWeek, route, entry, by }, index): PastEntry[] => {
    const roll = (key: string) => chance(organization.name, day, index, key);
    if (roll("happens") >= (perWeek(organization.members.length) / 5) * load) return [];
    const target = organization.members[Math.floor(roll("target") * organization.members.length)];
    const actor = by === "owner" ? owner : target;
    const firstSignIn = present.find(({ member }) => member === actor)?.signIns[0];
    if (
      actor === undefined ||
      target === undefined ||
      firstSignIn === undefined ||
      target.createdAt > firstSignIn.at
    )
      return [];
    const at = new Date(firstSignIn.at.getTime() + Math.floor(10 + roll("minute") * 180) * minuteMs);
    if (at >= actor.until) return [];
    const draft: AuditDraft = {
      organizationId: organization.id,
      actor: { type: "user", id: actor.personId, role: actor.role },
      request: requestOf(actor.username, route),
      origin: "ui",
      ...entry(organization, target),
    };
    return [{ draft, at }];
  });
}
