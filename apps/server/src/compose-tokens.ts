import { type RateLimiter } from "./directory/rate-limiter.ts";
import type { AuthService } from "./features/auth/auth.service.ts";
import { type SignInService } from "./features/auth/sign-in.service.ts";
import type { ApplicationTokenService } from "./features/org-tokens/application-tokens.service.ts";
import { allTokens } from "./features/org-tokens/org-tokens.platform-queries.ts";
import { registerOrgTokenRoutes } from "./features/org-tokens/org-tokens.routes.ts";
import { OrgTokenService } from "./features/org-tokens/org-tokens.service.ts";
import { TokenRecordService } from "./features/org-tokens/token-records.service.ts";
import { TokenSignInService } from "./features/org-tokens/token-sign-in.service.ts";
import { findAnyOrganization } from "./directory/any-organization.platform-queries.ts";
import type { CodeProver } from "./features/two-factor/code-prover.ts";
import type { SecondStepService } from "./features/two-factor/second-step.service.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Registrar } from "./platform/http/registrar.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  limits: RateLimiter;
  auth: AuthService;
  signIn: SignInService;
  codes: CodeProver;
  secondStep: SecondStepService;
  applications: ApplicationTokenService;
  demo: boolean;
};

/** Wires up tokens for other applications and registers the calls. */
export function composeTokens(
  registrar: Registrar,
  { platformDb, applications, demo, ...dependencies }: Dependencies,
): void {
  const hasOrganization = async (id: string) => {
    const found = await findAnyOrganization(platformDb, id);
    return found !== undefined && found.organizationStatus !== "deleted";
  };
  registerOrgTokenRoutes(registrar, {
    tokens: new OrgTokenService({ ...dependencies, tokens: applications }),
    signIn: new TokenSignInService({
      ...dependencies,
      tokens: applications,
      demo,
    }),
    records: new TokenRecordService({ ...dependencies, all: allTokens(platformDb, hasOrganization) }),
  });
}
