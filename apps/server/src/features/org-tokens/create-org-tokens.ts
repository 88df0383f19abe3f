import { findAnyOrganization } from "../../directory/any-organization.platform-queries.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { TwoFactor } from "../two-factor/create-two-factor.ts";
import { ApplicationTokenService } from "./application-tokens.service.ts";
import { allTokens } from "./org-tokens.platform-queries.ts";
import { registerOrgTokenRoutes } from "./org-tokens.routes.ts";
import { OrgTokenService } from "./org-tokens.service.ts";
import { TokenRecordService } from "./token-records.service.ts";
import { TokenSignInService } from "./token-sign-in.service.ts";
import { deleteExpiredTokenSecrets } from "./deletions.queries.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  limits: RateLimiter;
  demo: boolean;
  offersTwoFactor: boolean;
  /** Key from which the token values are derived. */
  tokenKey: Buffer;
  auth: Auth;
  twoFactor: TwoFactor;
};

/** The organization token feature with its services. */
export type OrgTokens = ReturnType<typeof createOrgTokens>;

/** Creates the feature that issues, renews and revokes organization tokens. */
export function createOrgTokens({ platformDb, tokenKey, auth, twoFactor, ...dependencies }: Dependencies) {
  const tokens = new ApplicationTokenService({ ...dependencies, key: tokenKey });
  const hasOrganization = async (id: string) => {
    const organization = await findAnyOrganization(platformDb, id);
    return organization !== undefined && organization.organizationStatus !== "deleted";
  };
  return {
    tokens,
    deletions: [deleteExpiredTokenSecrets],
    registerRoutes: (registrar) =>
      registerOrgTokenRoutes(registrar, {
        clock: dependencies.clock,
        tokens: new OrgTokenService({ ...dependencies, tokens }),
        signIn: new TokenSignInService({
          ...dependencies,
          tokens,
          passwords: auth.passwords,
          signIn: auth.signIn,
          codes: twoFactor.codes,
          secondStep: twoFactor.secondStep,
        }),
        records: new TokenRecordService({
          ...dependencies,
          allTokens: allTokens(platformDb, hasOrganization),
        }),
      }),
  } satisfies Feature & Record<string, unknown>;
}
