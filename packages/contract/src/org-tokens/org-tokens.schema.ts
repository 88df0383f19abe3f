import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import {
  defaultApplicationId,
  defaultApplicationType,
  defaultTokenScopes,
  exportFormats,
} from "../limits.ts";
import { organizationSummarySchema } from "../organizations/organizations.schema.ts";
import { pageOf, pageQuery, sortOrderSchema } from "../pagination.ts";
import { backupCodeSchema, totpCodeSchema } from "../two-factor/two-factor.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { type ValidationCode, withCode, emailSchema, lineSchema, nameSchema } from "../validation.ts";

/**
 * Scopes of a token: `read` for safe methods, `write` for all others, `profile` for `/users/me`. A token never has more
 * than the user's own permissions.
 */
export const tokenScopes = ["read", "write", "profile"] as const;
export const tokenScopeSchema = z.enum(tokenScopes);

export const orgTokenStatuses = ["active", "expired", "revoked"] as const;

/** The application's self-chosen id: "web-portal", "kasse-am-empfang". */
export const applicationIdSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(100), z.regex(/^[A-Za-z0-9][\w.:-]*$/));
const applicationTypeSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(40), z.regex(/^[a-z][a-z0-9_-]*$/));

/** The requesting application; the defaults are those of the portal itself. */
const application = {
  applicationId: z._default(applicationIdSchema, defaultApplicationId),
  applicationType: z._default(applicationTypeSchema, defaultApplicationType),
  applicationName: z.optional(nameSchema(1, 100)),
};

/** A list, or words separated by spaces. */
const scopeSchema = z._default(
  z.pipe(
    z.transform((value: unknown) => (typeof value === "string" ? value.split(" ").filter(Boolean) : value)),
    z.array(tokenScopeSchema).check(z.minLength(1)),
  ),
  [...defaultTokenScopes],
);

const secret = z.string().check(z.minLength(1), z.maxLength(512));
const reason = z.optional(lineSchema(1, 200));

/** Users with a second factor must send a code as well; wrong codes count as in the sign-in. */
export const authenticateSchema = z
  .strictObject({
    email: emailSchema,
    password: secret,
    organizationId: uuidSchema,
    ...application,
    scope: scopeSchema,
    totpCode: z.optional(totpCodeSchema),
    backupCode: z.optional(backupCodeSchema),
  })
  .check(
    z.refine(
      (body) => body.totpCode === undefined || body.backupCode === undefined,
      withCode("match", {}, ["backupCode"]),
    ),
  );

export const switchOrganizationSchema = z.strictObject({
  organizationId: uuidSchema,
  ...application,
  scope: scopeSchema,
});

/** The code for a missing organization or refresh token, see `issuesOf`. */
const missing = "refreshContext" satisfies ValidationCode;

export const refreshOrgTokenSchema = z.strictObject({
  refreshToken: z.string(missing).check(z.minLength(1, missing), z.maxLength(512)),
  organizationId: z.string(missing).check(z.toLowerCase(), z.uuid(missing)),
  applicationId: application.applicationId,
});

export const validateOrgTokenSchema = z.strictObject({
  accessToken: secret,
  organizationId: uuidSchema,
  applicationId: z.optional(applicationIdSchema),
});

/** A pair of tokens, shown once. The refresh token is replaced with each use. */
export const orgTokenPairSchema = z.strictObject({
  tokenId: uuidSchema,
  accessToken: z.string(),
  accessTokenExpiresAt: timeSchema,
  refreshToken: z.string(),
  refreshTokenExpiresAt: timeSchema,
  tokenType: z.literal("Bearer"),
  scope: z.array(tokenScopeSchema),
  userId: uuidSchema,
  organization: organizationSummarySchema,
  applicationId: z.string(),
});
export type OrgTokenPair = z.output<typeof orgTokenPairSchema>;

/**
 * Result of a validation. If the token is not active in that organization, `valid` is false and there are no details.
 */
export const validatedOrgTokenSchema = z.discriminatedUnion("valid", [
  z.strictObject({ valid: z.literal(false) }),
  z.strictObject({
    valid: z.literal(true),
    tokenId: uuidSchema,
    userId: uuidSchema,
    organizationId: uuidSchema,
    applicationId: z.string(),
    scope: z.array(tokenScopeSchema),
    expiresAt: timeSchema,
  }),
]);

/** The record of a token; never the token itself. */
export const orgTokenSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  organizationId: uuidSchema,
  organizationName: z.string(),
  applicationId: z.string(),
  applicationInfo: z.strictObject({ name: z.string(), type: z.string() }),
  userId: z.strictObject({ id: uuidSchema, name: z.string(), email: z.nullable(z.string()) }),
  scope: z.array(tokenScopeSchema),
  status: z.enum(orgTokenStatuses),
  revokedAt: z.nullable(timeSchema),
  revokeReason: z.nullable(z.string()),
  tokens: z.strictObject({
    accessToken: z.strictObject({ expiresAt: timeSchema }),
    refreshToken: z.strictObject({ expiresAt: timeSchema }),
  }),
  session: z.strictObject({ lastActivity: z.nullable(timeSchema), address: z.nullable(z.string()) }),
  createdAt: timeSchema,
});
export type OrgToken = z.output<typeof orgTokenSchema>;

export const activeOrgTokensSchema = z.strictObject({ tokens: z.array(orgTokenSchema) });
export const orgTokenPageSchema = pageOf(orgTokenSchema);

export const userOrganizationsSchema = z.strictObject({
  organizations: z.array(z.strictObject({ ...organizationSummarySchema.shape, role: z.string() })),
});

/** `expiring`: the refresh token expires within 24 hours. */
export const orgTokenViews = [...orgTokenStatuses, "expiring"] as const;
export type OrgTokenView = (typeof orgTokenViews)[number];

export const orgTokenSortFields = [
  "createdAt",
  "expiresAt",
  "lastActivity",
  "application",
  "person",
  "organization",
] as const;

/** Filters shared by list and export. */
const filters = {
  search: z.optional(z.string().check(z.maxLength(100))),
  status: z.optional(z.enum(orgTokenViews)),
  organizationId: z.optional(uuidSchema),
  applicationId: z.optional(applicationIdSchema),
  applicationType: z.optional(applicationTypeSchema),
};

export const orgTokenListQuery = z.strictObject({
  ...pageQuery.shape,
  ...filters,
  sortBy: z._default(z.enum(orgTokenSortFields), "createdAt"),
  sortOrder: sortOrderSchema,
});

export const orgTokenExportQuery = z.strictObject({
  format: z._default(z.enum(exportFormats), "csv"),
  ...filters,
});

const counts = {
  totalTokens: z.int(),
  activeTokens: z.int(),
  expiredTokens: z.int(),
  revokedTokens: z.int(),
  /** Active tokens that expire within 24 hours. */
  expiringSoon: z.int(),
};

export const orgTokenStatisticsSchema = z.strictObject({
  ...counts,
  /**
   * The five organizations with the most active tokens. The statistics of a single organization contain only that
   * organization.
   */
  topOrganizations: z.array(
    z.strictObject({
      organizationId: uuidSchema,
      name: z.string(),
      activeTokens: z.int(),
      totalTokens: z.int(),
    }),
  ),
  applicationTypes: z.array(z.strictObject({ type: z.string(), count: z.int() })),
  /** The twenty applications with the most tokens, each under its self-chosen name. */
  applications: z.array(
    z.strictObject({ applicationId: z.string(), name: z.string(), activeTokens: z.int(), count: z.int() }),
  ),
});
export type OrgTokenStatistics = z.output<typeof orgTokenStatisticsSchema>;

/** Accepted as body or query: some proxies drop the body of a DELETE. */
export const revokeOrgTokenSchema = z.strictObject({
  organizationId: uuidSchema,
  applicationId: applicationIdSchema,
  reason,
});
export const revokeAllOrgTokensSchema = z.strictObject({ reason });
export const revokeOrganizationSchema = z.strictObject({
  organizationId: uuidSchema,
  reason: lineSchema(1, 200),
});

export const revokedOrgTokensSchema = z.strictObject({ revokedCount: z.int() });
export const cleanedUpSchema = z.strictObject({ deletedCount: z.int() });

export const activeOrgTokensQuery = z.strictObject({ organizationId: z.optional(uuidSchema) });
