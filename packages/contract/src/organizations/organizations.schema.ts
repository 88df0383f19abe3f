import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { cataloguePlans, defaultPlan } from "../limits.ts";
import { cursorSchema, historyOf, pageLimitSchema, pageOf, pageQuery } from "../pagination.ts";
import { staffBoardSchema } from "../staff/staff.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { flagSchema } from "../validation.ts";
import { securityCheckIds } from "./security-checks.rules.ts";
import { currencies, organizationSettingsSchema } from "./organization-settings.schema.ts";
import { organizationStatuses } from "./organization-state.rules.ts";
import { countries } from "../sites/site-number.rules.ts";

/** Types of organizations, which are also the keys of their labels. */
export const organizationTypes = ["practice", "group_practice", "medical_center", "other"] as const;
export const plans = [defaultPlan, ...cataloguePlans] as const;

const text = z.nullable(z.string());
export const organizationContactSchema = z.strictObject({ name: text, email: text, phone: text });
const contact = z.nullable(organizationContactSchema);

/** Reason and start of an organization's suspension. */
export const suspensionSchema = z.strictObject({
  reason: z.nullable(z.string()),
  since: timeSchema,
  /**
   * Time from which all data is erased, because notice of the end of the contract was given; null without
   * notice.
   */
  erasedFrom: z.nullable(timeSchema),
});

/** The label fields of the specification, section 3; all may be empty. */
export const organizationDetailsShape = {
  domain: text,
  logo: text,
  description: text,
  website: text,
  industry: text,
  size: text,
  founded: text,
  headquarters: text,
  fiscalYear: text,
  taxId: text,
  registrationNumber: text,
  address: text,
  phone: text,
  email: text,
  supportEmail: text,
  billingEmail: text,
  technicalContact: contact,
  billingContact: contact,
  adminContact: contact,
} as const;

/** An organization. `id`, `_id` and `organizationId` are the same value. */
export const organizationSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  organizationId: uuidSchema,
  name: z.string(),
  type: z.string(),
  status: z.enum(organizationStatuses),
  verifiedAt: z.nullable(timeSchema),
  /** Practice code that members type on a new device. It is an identifier, not a secret. */
  practiceCode: z.string(),
  country: z.enum(countries),
  timezone: z.string(),
  language: z.string(),
  currency: z.enum(currencies),
  ...organizationDetailsShape,
  settings: organizationSettingsSchema,
  /** Null if it is not suspended. */
  suspension: z.nullable(suspensionSchema),
  /** End of the trial; null unless the organization is in its trial. After the end it is read-only. */
  trialEndsAt: z.nullable(timeSchema),
  metadata: z.strictObject({
    activeUsers: z.number(),
    totalUsers: z.number(),
    departments: z.number(),
    securityScore: z.number(),
  }),
  billing: z.strictObject({ plan: z.enum(plans) }),
  plan: z.strictObject({ name: z.enum(plans), maxUsers: z.number() }),
  userCount: z.number(),
  departmentCount: z.number(),
  licenseCount: z.number(),
  securityScore: z.number(),
  createdAt: timeSchema,
  version: z.number(),
});
export type Organization = z.output<typeof organizationSchema>;

/** The part of an organization needed by the organization switcher and in a login result. */
export const organizationSummarySchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  organizationId: uuidSchema,
  name: z.string(),
  type: z.string(),
  status: z.enum(organizationStatuses),
});
export type OrganizationSummary = z.output<typeof organizationSummarySchema>;

export const organizationSortFields = ["name", "type", "status", "createdAt", "userCount"] as const;

export const organizationListQuery = z.strictObject({
  ...pageQuery.shape,
  search: z.optional(z.string().check(z.maxLength(100))),
  /** Deleted organizations are listed only on request, and only for the platform. */
  status: z.optional(z.enum(organizationStatuses)),
  plan: z.optional(z.enum(plans)),
  sortBy: z._default(z.enum(organizationSortFields), "name"),
  sortOrder: z._default(z.enum(["asc", "desc"]), "asc"),
});
export type OrganizationListQuery = z.output<typeof organizationListQuery>;

/** Row of the organizations list. */
export const listedOrganizationSchema = z.strictObject({
  ...organizationSummarySchema.shape,
  verifiedAt: z.nullable(timeSchema),
  plan: z.enum(plans),
  /** Seats: the binding limit. */
  maxUsers: z.number(),
  userCount: z.number(),
  createdAt: timeSchema,
  /** Time until which a deleted organization can be restored; null otherwise. */
  restorableUntil: z.nullable(timeSchema),
  version: z.number(),
});
export type ListedOrganization = z.output<typeof listedOrganizationSchema>;

export const organizationPageSchema = pageOf(listedOrganizationSchema);

/** Members of an organization by category; `seatsTaken` counts active and pending memberships. */
export const userStatisticsSchema = z.strictObject({
  totalUsers: z.number(),
  activeUsers: z.number(),
  pendingUsers: z.number(),
  /** Absent for callers who may not see other members' security details; these people then count as active. */
  lockedUsers: z.optional(z.number()),
  blockedUsers: z.optional(z.number()),
  deactivatedUsers: z.number(),
  seatsTaken: z.number(),
  maxUsers: z.number(),
  byRole: z.record(z.string(), z.number()),
  departments: z.array(z.strictObject({ name: z.string(), count: z.number() })),
});
export type UserStatistics = z.output<typeof userStatisticsSchema>;

const uptimeDay = z.strictObject({ day: z.iso.date(), percent: z.number() });

/** Result of one check: `points` of `maxPoints`, because `affected` of `total` items fail it. */
export const securityCheckSchema = z.strictObject({
  id: z.enum(securityCheckIds),
  points: z.number(),
  maxPoints: z.number(),
  affected: z.int(),
  total: z.int(),
});
export type SecurityCheck = z.output<typeof securityCheckSchema>;

/** Types of the operation history, named as in the specification. */
export const operationTypes = [
  "user_assigned",
  "role_updated",
  "user_removed",
  "user_transferred",
  "bulk_invite",
  "profile_updated",
] as const;

/** A person named in a history; the name of an erased person is null. */
const personRef = z.strictObject({ id: z.nullable(uuidSchema), name: z.nullable(z.string()) });

/** Entry of the operation history. */
export const operationSchema = z.strictObject({
  id: uuidSchema,
  type: z.enum(operationTypes),
  /** The audit action of the operation. */
  action: z.string(),
  user: personRef,
  organization: z.strictObject({ id: uuidSchema, name: z.string() }),
  performer: personRef,
  time: timeSchema,
  /** `undone`: a transfer that was reverted; all other entries are `done`. */
  outcome: z.enum(["done", "undone"]),
  /** Time until which a transfer can be undone; null if it cannot. */
  undoableUntil: z.nullable(timeSchema),
});
export type Operation = z.output<typeof operationSchema>;

export const operationListQuery = z.strictObject({
  limit: pageLimitSchema,
  cursor: z.optional(cursorSchema),
});
export type OperationListQuery = z.output<typeof operationListQuery>;
export const operationPageSchema = historyOf(operationSchema);

/**
 * A named person. `isMember` states whether they still belong to the organization and therefore have a page.
 */
export const namedMemberSchema = z.strictObject({ ...personRef.shape, isMember: z.boolean() });

/** Entry of "recent activity", with its action, actor and target. */
export const activitySchema = z.strictObject({
  id: uuidSchema,
  /** Dotted audit action, the key of its text. */
  action: z.string(),
  outcome: z.enum(["success", "denied", "failed"]),
  actor: namedMemberSchema,
  /** Whether the actor is the holder of the emergency code, who was not signed in. */
  byEmergencyCode: z.boolean(),
  target: namedMemberSchema,
  time: timeSchema,
});
export type Activity = z.output<typeof activitySchema>;

/** The first steps of a new organization, in order. */
export const firstStepIds = [
  "details",
  "secondAdministrator",
  "administratorsTwoFactor",
  "sites",
  "people",
  "workstations",
  "ai",
] as const;
export type FirstStepId = (typeof firstStepIds)[number];

/** Figures of the dashboard. */
export const organizationStatisticsSchema = z.strictObject({
  userCount: z.number(),
  departmentCount: z.number(),
  licenseCount: z.number(),
  /** AI input and output tokens of this calendar month; null if AI was never used. */
  monthlyTokens: z.nullable(z.number()),
  /** The newest 10 entries of the audit log; null for callers who may not manage members. */
  recentActivity: z.nullable(z.array(activitySchema)),
  /**
   * The first steps and whether they are done; null for callers who do not administer the organization. Callers who do
   * not manage its AI do not get the step `ai`.
   */
  firstSteps: z.nullable(z.array(z.strictObject({ id: z.enum(firstStepIds), done: z.boolean() }))),
  securityScore: z.strictObject({
    value: z.number(),
    /** Null while no check has run; the value is then the default of the specification. */
    checkedAt: z.nullable(timeSchema),
    /** The points of each check; empty for callers who do not manage members, and before the first run. */
    checks: z.array(securityCheckSchema),
  }),
  /** Minutes in which the portal was recorded as running, relative to all minutes since the first record. */
  uptime: z.strictObject({ percent: z.number(), since: timeSchema, days: z.array(uptimeDay) }),
  /**
   * Sign-ins to this organization per day, last 14 days, from the audit log; empty for callers who may not see other
   * members' security details.
   */
  signIns: z.array(z.strictObject({ day: z.iso.date(), succeeded: z.number(), failed: z.number() })),
  /**
   * The most urgent 3 entries of the staff board; absent unless requested, and for callers who do not manage
   * members.
   */
  staffBoard: z.optional(staffBoardSchema),
});
export type OrganizationStatistics = z.output<typeof organizationStatisticsSchema>;

/** With `staffBoard=true`, the response contains the beginning of the staff board. */
export const organizationStatisticsQuery = z.strictObject({ staffBoard: flagSchema });
export type OrganizationStatisticsQuery = z.output<typeof organizationStatisticsQuery>;
