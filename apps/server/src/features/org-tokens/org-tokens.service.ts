import type { BodyOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { ApplicationTokenService } from "./application-tokens.service.ts";
import type { IssuedPair } from "./org-tokens.presenter.ts";
import * as queries from "./org-tokens.queries.ts";
import { grantOf } from "./token-grant.ts";

type Dependencies = { db: IdentityDb; clock: Clock; tokens: ApplicationTokenService };

/** Issues tokens to applications for a user and revokes them. */
export class OrgTokenService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Issues a pair for an organization to a signed-in user. Errors: 403 when the user is not a member, the
   * organization is suspended, or the step-up is missing.
   */
  async switchTo(
    { context }: Authorized<"orgTokens.create">,
    body: BodyOf<typeof endpoints.switchOrganization>,
  ): Promise<IssuedPair> {
    const { caller, origin } = context;
    const membership = caller.memberships.find((row) => row.organizationId === body.organizationId);
    if (membership === undefined) throw new ProblemError("FORBIDDEN");
    if (membership.organizationStatus === "suspended") throw new ProblemError("ORGANIZATION_SUSPENDED");
    if (membership.isTrialOver) throw new ProblemError("TRIAL_ENDED");
    assertFresh(caller, this.#dependencies.clock.now());
    const grant = grantOf(body, origin, {
      personId: caller.personId,
      organization: { ...membership, id: body.organizationId, status: membership.organizationStatus },
    });
    return this.#dependencies.db.write(async (tx) => {
      const pair = await this.#dependencies.tokens.issue(tx, grant);
      tx.record({
        ...context.auditBase(),
        organizationId: body.organizationId,
        action: "token.created",
        target: { type: "token", id: pair.id, display: grant.applicationName },
        reason: grant.applicationId,
      });
      return pair;
    });
  }

  /** Revokes the caller's tokens of one application in an organization. Errors: 404 when there are none. */
  async revokeOwn(
    { context }: Authorized<"orgTokens.revokeOwn">,
    input: { organizationId: string; applicationId: string; reason?: string | undefined },
  ): Promise<number> {
    const { caller } = context;
    if (!caller.memberships.some((row) => row.organizationId === input.organizationId)) {
      throw new ProblemError("NOT_FOUND");
    }
    const revokedCount = await this.#revoke(
      context,
      [input.organizationId],
      input.reason,
      input.applicationId,
    );
    if (revokedCount === 0) throw new ProblemError("NOT_FOUND");
    return revokedCount;
  }

  async revokeAllOwn(
    { context }: Authorized<"orgTokens.revokeOwn">,
    reason: string | undefined,
  ): Promise<number> {
    const organizations = context.caller.memberships.map((row) => row.organizationId);
    return this.#revoke(context, organizations, reason);
  }

  async #revoke(
    context: Authorized<"orgTokens.revokeOwn">["context"],
    organizations: readonly string[],
    reason: string | undefined,
    applicationId?: string,
  ): Promise<number> {
    const { personId } = context.caller;
    return this.#dependencies.db.write(async (tx) => {
      let totalRevoked = 0;
      for (const organizationId of organizations) {
        const revokedTokens = await queries.revokeTokens(tx, organizationId, {
          personId,
          ...(applicationId === undefined ? {} : { applicationId }),
          by: personId,
          reason: reason ?? null,
          now: this.#dependencies.clock.now(),
        });
        totalRevoked += revokedTokens.length;
        if (revokedTokens.length === 0) continue;
        tx.record({
          ...context.auditBase(),
          organizationId,
          action: "token.revoked",
          target: { type: "user", id: personId },
          changes: { applications: [[...new Set(revokedTokens)].toSorted(), []] },
          ...(reason === undefined ? {} : { reason }),
        });
      }
      return totalRevoked;
    });
  }
}
