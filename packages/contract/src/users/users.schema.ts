import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { settingsLanguages } from "../languages.ts";
import { pageOf, pageQuery } from "../pagination.ts";
import { roleNameSchema, roleSchema } from "../role-schema.ts";
import { dateRangeSchema, personNameSchema, phoneSchema } from "../validation.ts";

/** A point in time, ISO 8601 with offset. */
export const timeSchema = z.iso.datetime({ offset: true });

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
  organizationId: z.nullable(uuidSchema),
  status: z.enum(memberStatuses),
  organizationData: z.strictObject({ department: z.nullable(z.string()) }),
  phone: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
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
  ...z.omit(userSchema, { mustChangePassword: true, version: true }).shape,
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
    z.strictObject({ firstName: z.optional(personNameSchema), lastName: z.optional(personNameSchema) }),
  ),
  phone: z.optional(z.nullable(phoneSchema)),
  settings: z.optional(z.partial(settingsSchema)),
});

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
  search: z.optional(z.string().check(z.maxLength(100))),
  sortBy: z._default(z.enum(userSortFields), "personalInfo.lastName"),
  sortOrder: z._default(z.enum(["asc", "desc"]), "asc"),
  role: z.optional(roleSchema),
  status: z.optional(z.enum(memberStates)),
  department: z.optional(z.string().check(z.maxLength(100))),
  dateRange: z.optional(dateRangeSchema),
});
export type UserListQuery = z.output<typeof userListQuery>;

export const userPageSchema = pageOf(listedUserSchema);
