import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import type { Place } from "./season-calendar.ts";
import type { SeasonMember, SignIn } from "./season-sign-ins.ts";

/** A member as the season needs them. */
export type SeasonPerson = SeasonMember & {
  personId: string;
  role: string;
  department: string | null;
  usesAi: boolean;
};

/** A demo organization with its members in a fixed order, its owner first. */
export type SeasonOrganization = Place & {
  id: string;
  name: string;
  currency: string;
  createdAt: Date;
  suspension: { at: Date; reason: string } | null;
  members: readonly SeasonPerson[];
};

/** An entry of the past. */
export type PastEntry = { draft: AuditDraft; at: Date };

/** A day of the season, and how many days it is before the first start of the demo. */
export type SeasonDay = { day: string; daysBefore: number };

/** A member with their sign-ins of a day. */
export type PresentMember = { member: SeasonPerson; signIns: readonly SignIn[] };
