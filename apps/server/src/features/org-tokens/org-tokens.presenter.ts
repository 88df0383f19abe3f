import type { OrgToken, OrgTokenPair } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import type { CallerMembership } from "../../platform/request-context/caller.ts";

/** The readable fields of a token; never its values. */
export type TokenRow = {
  id: string;
  organization_id: string;
  organization_name: string;
  application_id: string;
  application_name: string;
  application_type: string;
  person_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  scopes: string[];
  access_expires_at: Date;
  refresh_expires_at: Date;
  last_used_at: Date | null;
  last_address: string | null;
  created_at: Date;
  revoked_at: Date | null;
  revoke_reason: string | null;
};

/** Returns a token for a list. The status "revoked" takes precedence over "expired". */
export function presentToken(row: TokenRow, now: Date): OrgToken {
  return {
    id: row.id,
    _id: row.id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    applicationId: row.application_id,
    applicationInfo: { name: row.application_name, type: row.application_type },
    userId: { id: row.person_id, name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
    scope: row.scopes as OrgToken["scope"],
    status: row.revoked_at !== null ? "revoked" : now < row.refresh_expires_at ? "active" : "expired",
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokeReason: row.revoke_reason,
    tokens: {
      accessToken: { expiresAt: row.access_expires_at.toISOString() },
      refreshToken: { expiresAt: row.refresh_expires_at.toISOString() },
    },
    session: { lastActivity: row.last_used_at?.toISOString() ?? null, address: row.last_address },
    createdAt: row.created_at.toISOString(),
  };
}

/** A new pair with its values, which are shown once only. */
export type IssuedPair = {
  id: string;
  accessToken: string;
  accessExpiresAt: Date;
  refreshToken: string;
  refreshExpiresAt: Date;
  scopes: readonly string[];
  personId: string;
  applicationId: string;
  organization: { id: string; name: string; type: string; status: CallerMembership["organizationStatus"] };
};

export function presentPair(pair: IssuedPair): OrgTokenPair {
  return {
    tokenId: pair.id,
    accessToken: pair.accessToken,
    accessTokenExpiresAt: pair.accessExpiresAt.toISOString(),
    refreshToken: pair.refreshToken,
    refreshTokenExpiresAt: pair.refreshExpiresAt.toISOString(),
    tokenType: "Bearer",
    scope: [...pair.scopes] as OrgTokenPair["scope"],
    userId: pair.personId,
    organization: presentOrganizationOf(pair.organization),
    applicationId: pair.applicationId,
  };
}

/** Returns the short form of an organization. */
export function presentOrganizationOf({ id, name, type, status }: IssuedPair["organization"]) {
  return { id, _id: id, organizationId: id, name, type, status };
}
