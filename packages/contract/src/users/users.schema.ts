import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { exportFormats } from "../limits.ts";
import { settingsLanguages } from "../languages.ts";
import { memberCheckIds } from "../organizations/security-checks.rules.ts";
import { pageOf, pageQuery, queryInteger } from "../pagination.ts";
import { rightsFilters } from "./rights-filter.rules.ts";
import { roleNameSchema, roleSchema } from "../role-schema.ts";
import { defaultRole } from "../roles.ts";
import {
  withCode,
  dateRangeSchema,
  emailSchema,
  mailSafeNameSchema,
  newPasswordSchema,
  personNameSchema,
  storedPersonNameSchema,
  phoneSchema,
  usernameSchema,
} from "../validation.ts";

/** A point in time, ISO 8601 with offset. */
export const timeSchema = z.iso.datetime({ offset: true });

/**
 * End of a member's access. Only years 1970 to 9999 in UTC are allowed, because programs and databases format dates
 * outside this range differently.
 */
export const validUntilSchema = timeSchema.check(
  z.refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return year >= 1970 && year <= 9999;
  }, withCode("dateTime")),
);

/**
 * Displayed states of a member. `locked` (failed logins) and `blocked` (by an administrator) exist in addition to the
 * membership state and take precedence, because they explain why the member cannot sign in.
 */
export const memberStatuses = ["active", "pending", "deactivated"] as const;
export const memberStates = [...memberStatuses, "locked", "blocked"] as const;
export type MemberState = (typeof memberStates)[number];

/** A member's name, and the same address as in `email`. */
export const personalInfoSchema = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
});

export const userRoleSchema = z.strictObject({
  type: roleNameSchema,
  /** Effective permissions: predefined, granted and implied. */
  permissions: z.array(z.string()),
});

/** The organization's record of a member's work. `jobTitle` ("Funktion") grants nothing. */
const organizationDataSchema = z.strictObject({
  department: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  /** Telephone extension. */
  extension: z.nullable(z.string()),
});

/**
 * Security details of a member. They are absent for callers who may not see them, which is not the same as null
 * ("never").
 */
export const userSecurityShape = {
  /** Whether the member has an authenticator app or a passkey. */
  twoFactorEnabled: z.boolean(),
  lockStatus: z.enum(["unlocked", "locked"]),
  failedLoginAttempts: z.number(),
  lockReason: z.nullable(z.string()),
  lockedUntil: z.nullable(timeSchema),
  blockedAt: z.nullable(timeSchema),
  lastLogin: z.nullable(timeSchema),
  /** The minute of the latest request in the organization. */
  lastActivity: z.nullable(timeSchema),
};

/** Names of the fields with the security details of a member. */
export const userSecurityFields = Object.keys(userSecurityShape) as (keyof typeof userSecurityShape)[];

/** A member of one organization. `id` is the person's id, the same in every organization. */
export const userSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** False until the owner has confirmed the address; an unconfirmed address cannot be used to sign in. */
  emailVerified: z.boolean(),
  personalInfo: personalInfoSchema,
  role: userRoleSchema,
  /** Grants beyond the role; included in `role.permissions`. */
  grantedPermissions: z.array(z.string()),
  organizationId: z.nullable(uuidSchema),
  status: z.enum(memberStatuses),
  organizationData: organizationDataSchema,
  phone: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
  /** A new address that replaces `email` once its owner has confirmed it. */
  pendingEmail: z.nullable(z.string()),
  ...z.partial(z.strictObject(userSecurityShape)).shape,
  validUntil: z.nullable(timeSchema),
  joinedAt: z.nullable(timeSchema),
  createdAt: timeSchema,
  version: z.number(),
});
export type User = z.output<typeof userSchema>;

/** Row of a list: the member without the fields that only the member's own page needs. */
export const listedUserSchema = z.strictObject({
  ...z.omit(userSchema, {
    mustChangePassword: true,
    version: true,
    pendingEmail: true,
    grantedPermissions: true,
  }).shape,
  /** First day of work; null if unknown, or if the caller may not write users. */
  startsOn: z.nullable(z.iso.date()),
  /**
   * Time at which a planned offboarding ends the access; null if none is planned, or if the caller may not write users.
   */
  leavesAt: z.nullable(timeSchema),
});
export type ListedUser = z.output<typeof listedUserSchema>;

/** Settings store of the specification: the language is de or en only. */
export const settingsSchema = z.strictObject({
  isDarkMode: z.boolean(),
  language: z.enum(settingsLanguages),
});

/** The signed-in user with their settings. */
export const meSchema = z.strictObject({
  ...userSchema.shape,
  ...userSecurityShape,
  /** Whether a code of an authenticator app can prove the user's identity. */
  hasAuthenticatorApp: z.boolean(),
  settings: settingsSchema,
});
export type Me = z.output<typeof meSchema>;

/** Fields that users may change about themselves; every other field is rejected as unknown. */
export const updateMeSchema = z.strictObject({
  personalInfo: z.optional(
    z.strictObject({
      firstName: z.optional(storedPersonNameSchema),
      lastName: z.optional(storedPersonNameSchema),
    }),
  ),
  phone: z.optional(z.nullable(phoneSchema)),
  settings: z.optional(z.partial(settingsSchema)),
});

/** A department or section of an organization, free text. */
export const departmentNameSchema = mailSafeNameSchema(1, 100);

/** Job title of a member in the organization ("Funktion"), free text. */
export const jobTitleSchema = mailSafeNameSchema(1, 100);

/** A telephone extension. */
export const extensionSchema = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(20),
  z.refine((value) => /^[0-9+*# /-]*$/.test(value), withCode("characters")),
);

const newMembership = {
  organizationData: z.optional(
    z.strictObject({
      department: z.optional(z.nullable(departmentNameSchema)),
      jobTitle: z.optional(z.nullable(jobTitleSchema)),
      extension: z.optional(z.nullable(extensionSchema)),
    }),
  ),
  /** Time at which access ends automatically. */
  validUntil: z.optional(z.nullable(validUntilSchema)),
};

/** A role with additional permissions, by default none. */
const newRoleSchema = z.strictObject({ type: roleSchema, permissions: z._default(z.array(z.string()), []) });

/**
 * A new member with a password chosen by another user. The default role is viewer; the member must change
 * the password at the first sign-in unless `mustChangePassword` is false. An address takes effect only after it is
 * confirmed by mail.
 */
export const createUserSchema = z.strictObject({
  username: usernameSchema,
  email: z.optional(z.nullable(emailSchema)),
  personalInfo: z.strictObject({ firstName: personNameSchema, lastName: personNameSchema }),
  role: z._default(newRoleSchema, { type: defaultRole, permissions: [] }),
  phone: z.optional(z.nullable(phoneSchema)),
  password: newPasswordSchema,
  mustChangePassword: z._default(z.boolean(), true),
  ...newMembership,
});

/**
 * Changes to a member by their organization. Absent fields stay unchanged, and null clears a field. `status` activates
 * or deactivates the membership. Other fields of the entity are accepted if unchanged, otherwise rejected as read-only.
 */
export const updateUserSchema = z.strictObject({
  ...z.partial(z.omit(userSchema, { phone: true, organizationData: true, validUntil: true })).shape,
  email: z.optional(z.nullable(emailSchema)),
  personalInfo: z.optional(
    z.strictObject({
      firstName: z.optional(storedPersonNameSchema),
      lastName: z.optional(storedPersonNameSchema),
      email: z.optional(z.nullable(emailSchema)),
    }),
  ),
  phone: z.optional(z.nullable(phoneSchema)),
  ...newMembership,
});

/** A member's role in the request's organization and additional permissions. */
export const setRoleSchema = z.strictObject({
  type: roleSchema,
  permissions: z.optional(z.array(z.string())),
});

/** A new address for the caller; the password proves their identity. */
export const changeEmailSchema = z.strictObject({
  newEmail: emailSchema,
  password: z.string().check(z.minLength(1), z.maxLength(512)),
});

/** The token of a mailed link. */
export const linkTokenSchema = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const userSortFields = [
  "personalInfo.lastName",
  "personalInfo.firstName",
  "username",
  "email",
  "role.type",
  "organizationData.department",
  "status",
  "lastLogin",
  "lastActivity",
  "createdAt",
] as const;

/** Query of every list of members. */
export const userListQuery = z.strictObject({
  ...pageQuery.shape,
  /**
   * Words in any order; each matches anywhere in first name, last name, address or username, case-insensitively. A
   * list of one organization also finds numbers in extensions.
   */
  search: z.optional(z.string().check(z.maxLength(100))),
  sortBy: z._default(z.enum(userSortFields), "personalInfo.lastName"),
  sortOrder: z._default(z.enum(["asc", "desc"]), "asc"),
  role: z.optional(roleSchema),
  status: z.optional(z.enum(memberStates)),
  department: z.optional(z.string().check(z.maxLength(100))),
  dateRange: z.optional(dateRangeSchema),
  /**
   * The members that a check of the security score finds. Only for callers who may see other members' security details,
   * and only in one organization.
   */
  finding: z.optional(z.enum(memberCheckIds)),
  /**
   * The members whose access ends within this number of days, by its end date or a planned offboarding. Only for
   * callers who may write users, and only in one organization.
   */
  endsWithinDays: z.optional(queryInteger(1, 366)),
  /**
   * `missing`: the members who can sign in and have no second factor. Only for callers who may see other members'
   * security details, and only in one organization.
   */
  secondFactor: z.optional(z.enum(["missing"])),
  /**
   * `external`: the members with an external role or external employment. Only for callers who may write users, and
   * only in one organization.
   */
  employment: z.optional(z.enum(["external"])),
  /**
   * The active members whose role and grants give them at least this level in an area, including those who cannot sign
   * in at present. Only in one organization.
   */
  may: z.optional(z.enum(rightsFilters)),
});
export type UserListQuery = z.output<typeof userListQuery>;

/** Query of an export of all members that match the filters of a list, from all its pages. */
export const userExportQuery = z.strictObject({
  ...z.omit(userListQuery, { page: true, limit: true, sortBy: true, sortOrder: true }).shape,
  format: z._default(z.enum(exportFormats), "csv"),
});
export type UserExportQuery = z.output<typeof userExportQuery>;

/** Filters of the user statistics, which count the members that a list with the same filters finds. */
export const userStatisticsQuery = z.omit(userListQuery, {
  page: true,
  limit: true,
  sortBy: true,
  sortOrder: true,
  status: true,
});
export type UserStatisticsQuery = z.output<typeof userStatisticsQuery>;

export const userPageSchema = pageOf(listedUserSchema);
