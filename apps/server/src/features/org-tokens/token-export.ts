import type { OrgToken } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import type { FileColumns } from "../../platform/http/list-files.ts";

/** Columns of the file. The names stay English in every language, so that programs can rely on them. */
export const tokenColumns: FileColumns<OrgToken> = Object.entries<(token: OrgToken) => string | null>({
  id: (token) => token.id,
  organizationId: (token) => token.organizationId,
  organization: (token) => token.organizationName,
  applicationId: (token) => token.applicationId,
  application: (token) => token.applicationInfo.name,
  applicationType: (token) => token.applicationInfo.type,
  userId: (token) => token.userId.id,
  user: (token) => token.userId.name,
  email: (token) => token.userId.email,
  scope: (token) => token.scope.join(" "),
  status: (token) => token.status,
  createdAt: (token) => token.createdAt,
  lastActivity: (token) => token.session.lastActivity,
  accessTokenExpiresAt: (token) => token.tokens.accessToken.expiresAt,
  refreshTokenExpiresAt: (token) => token.tokens.refreshToken.expiresAt,
  revokedAt: (token) => token.revokedAt,
  revokeReason: (token) => token.revokeReason,
});
