import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { exportFormats } from "../limits.ts";
import { settingsLanguages } from "../languages.ts";
import { pageOf, pageQuery } from "../pagination.ts";
import { roleNameSchema, roleSchema } from "../role-schema.ts";
import { defaultRole } from "../roles.ts";
import {
  coded,
  dateRangeSchema,
  emailSchema,
  mailedNameSchema,
  newPasswordSchema,
  personNameSchema,
  storedPersonNameSchema,
  phoneSchema,
  usernameSchema,
} from "../validation.ts";

/** A point in time, ISO 8601 with offset. */
export const timeSchema = z.iso.datetime({ offset: true });

/** When an access ends. Years 1970 to 9999 in UTC only: beyond them programs and databases write other dates. */
export const validUntilSchema = timeSchema.check(
  z.refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return year >= 1970 && year <= 9999;
  }, coded("dateTime")),
);

/**
 * Shown state of a person in a practice. `locked` (failed logins) and `blocked` (by an administrator) stand
 * beside the membership state and win over it, because they say why somebody cannot work.
 */
export const memberStatuses = ["active", "pending", "deactivated"] as const;
export const memberStates = [...memberStatuses, "locked", "blocked"] as const;
export type MemberState = (typeof memberStates)[number];

/** A person as one practice sees her. `id` is the person; it is the same in every practice. */
export const userSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** False while the address waits for its owner's confirmation; an unconfirmed address signs nobody in. */
  emailVerified: z.boolean(),
  personalInfo: z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    email: z.nullable(z.string()),
  }),
  role: z.strictObject({
    type: roleNameSchema,
    /** Effective permissions: predefined, granted and implied. */
    permissions: z.array(z.string()),
  }),
  /** What was granted beyond the role; part of `role.permissions`. */
  grantedPermissions: z.array(z.string()),
  organizationId: z.nullable(uuidSchema),
  status: z.enum(memberStatuses),
  organizationData: z.strictObject({ department: z.nullable(z.string()) }),
  phone: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
  /** A new address that takes the place of `email` once its owner has confirmed it. */
  pendingEmail: z.nullable(z.string()),
  twoFactorEnabled: z.boolean(),
  lockStatus: z.enum(["unlocked", "locked"]),
  failedLoginAttempts: z.number(),
  lockReason: z.nullable(z.string()),
  lockedUntil: z.nullable(timeSchema),
  blockedAt: z.nullable(timeSchema),
  validUntil: z.nullable(timeSchema),
  lastLogin: z.nullable(timeSchema),
  joinedAt: z.nullable(timeSchema),
  createdAt: timeSchema,
  version: z.number(),
});
export type User = z.output<typeof userSchema>;

/** Row of a list: the person without what only her own page needs. */
export const listedUserSchema = z.strictObject({
  ...z.omit(userSchema, {
    mustChangePassword: true,
    version: true,
    pendingEmail: true,
    grantedPermissions: true,
  }).shape,
});
export type ListedUser = z.output<typeof listedUserSchema>;

/** Settings store of the specification: only de and en as language. */
export const settingsSchema = z.strictObject({
  isDarkMode: z.boolean(),
  language: z.enum(settingsLanguages),
});

/** The signed-in person with her settings. */
export const meSchema = z.strictObject({ ...userSchema.shape, settings: settingsSchema });
export type Me = z.output<typeof meSchema>;

/** What a person may change about herself; everything else is refused as an unknown field. */
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

/** A department or section of a practice, free text. */
export const departmentSchema = mailedNameSchema(1, 100);

const newMembership = {
  organizationData: z.optional(z.strictObject({ department: z.optional(z.nullable(departmentSchema)) })),
  /** The access ends by itself then. */
  validUntil: z.optional(z.nullable(validUntilSchema)),
};

/** A role with what is granted beyond it; absent permissions = none. */
const newRoleSchema = z.strictObject({ type: roleSchema, permissions: z._default(z.array(z.string()), []) });

/**
 * A new person with a password that somebody else chose. The role is viewer if absent; she must change the password
 * at her first sign-in unless `mustChangePassword` is false. An address is hers only after she confirmed it by mail.
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
 * Changes of a person by her practice; absent = unchanged, null = clear. `status` activates or deactivates her
 * membership. What else the entity has is accepted when it is unchanged, otherwise refused as read-only.
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

/** The role of a person in the practice of the request and what she is granted beyond it. */
export const setRoleSchema = z.strictObject({
  type: roleSchema,
  permissions: z.optional(z.array(z.string())),
});

/** A new address for the caller; her password proves that it is she. */
export const changeEmailSchema = z.strictObject({ newEmail: emailSchema, password: z.string() });

/** The token of a link that was mailed. */
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
  "createdAt",
] as const;

/** Query of every list of people. */
export const userListQuery = z.strictObject({
  ...pageQuery.shape,
  /** Words in any order; each is found anywhere in first name, last name, address or user name, whatever the case. */
  search: z.optional(z.string().check(z.maxLength(100))),
  sortBy: z._default(z.enum(userSortFields), "personalInfo.lastName"),
  sortOrder: z._default(z.enum(["asc", "desc"]), "asc"),
  role: z.optional(roleSchema),
  status: z.optional(z.enum(memberStates)),
  department: z.optional(z.string().check(z.maxLength(100))),
  dateRange: z.optional(dateRangeSchema),
});
export type UserListQuery = z.output<typeof userListQuery>;

/** The people a list finds, over all its pages, as a file; its filters are those of the list. */
export const userExportQuery = z.strictObject({
  ...z.omit(userListQuery, { page: true, limit: true, sortBy: true, sortOrder: true }).shape,
  format: z._default(z.enum(exportFormats), "csv"),
});
export type UserExportQuery = z.output<typeof userExportQuery>;

export const userPageSchema = pageOf(listedUserSchema);
