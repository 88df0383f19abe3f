import {
  accessTokenMs,
  orgTokenMaxAgeMs,
  orgTokenRefreshMs,
  orgTokenUseIntervalMs,
  sessionHoursMax,
  sessionIdleMinutesMax,
} from "@praxisportal/contract/limits";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../platform/clock/clock.ts";
import { deriveApplicationToken, hashToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Caller } from "../../platform/request-context/caller.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import {
  type SecretState,
  previousSecretGraceMs,
  secretStateOf,
} from "../../platform/crypto/secret-chain.ts";
import { type MembershipRow, isUsable, toMembership } from "../../directory/membership-rules.ts";
import { restrictionOf } from "../../directory/sign-in.policy.ts";
import type { IssuedPair } from "./org-tokens.presenter.ts";
import * as queries from "./org-tokens.queries.ts";

/** Number of generations kept to detect reuse: more than a day of renewals of an application in constant use. */
const retainedGenerations = 200;

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  /** Key from which the token values are derived. */
  key: Buffer;
  demo: boolean;
  offersTwoFactor: boolean;
};

/** The user, organization and application that a token is issued for. */
export type Grant = {
  personId: string;
  organization: IssuedPair["organization"];
  applicationId: string;
  applicationName: string;
  applicationType: string;
  scopes: readonly string[];
  address: string;
};

/** Issues, renews and resolves the tokens that applications use to act for a user in an organization. */
export class ApplicationTokenService {
  readonly #dependencies: Dependencies;
  readonly #lastRecorded = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Issues a token inside a transaction. Errors: 403 when the user is not an active member, or when the organization
   * does not allow applications.
   */
  async issue(tx: WriteTransaction, grant: Grant): Promise<IssuedPair> {
    const now = this.#dependencies.clock.now();
    const id = uuidV7();
    const pair = this.#pairOf(grant, id, 1, now, now);
    const isMember = await queries.insertToken(tx, {
      ...grant,
      id,
      organizationId: grant.organization.id,
      accessExpiresAt: pair.accessExpiresAt,
      refreshExpiresAt: pair.refreshExpiresAt,
      now,
    });
    if (!isMember) throw new ProblemError("FORBIDDEN");
    if (!(await queries.allowsApplications(tx, grant.organization.id))) {
      throw new ProblemError("APPLICATIONS_NOT_ALLOWED");
    }
    await this.#saveSecrets(tx, pair, 1);
    return pair;
  }

  /**
   * Issues a new pair for a refresh token. The token keeps working until the next one is used, so that a client that
   * lost the response can repeat the request. Use after its grace period means that there is a copy, and revokes the
   * token. Returns undefined for anything but a live refresh token of this organization and application.
   */
  async refresh(
    body: { refreshToken: string; organizationId: string; applicationId: string },
    origin: RequestOrigin,
  ): Promise<IssuedPair | undefined> {
    const now = this.#dependencies.clock.now();
    return this.#dependencies.db.write(async (tx) => {
      const found = await queries.lockToken(tx, body.organizationId, hashToken(body.refreshToken));
      if (found === undefined || found.kind !== "refresh" || found.application_id !== body.applicationId) {
        return undefined;
      }
      if (!this.#isValid(found, now) || found.organization_status === "suspended") return undefined;
      const key = { organizationId: found.organization_id, id: found.token_id };
      const secretState = this.#secretStateOf(found, now);
      if (secretState === "reused") {
        await this.#revokeTokenFamily(tx, found, origin, now);
        return undefined;
      }
      let { generation } = found;
      if (secretState === "child") {
        await queries.promoteNextSecret(tx, key, generation, this.#retiresAt(now));
        generation += 1;
      }
      // A previous token within its grace period gets the current generation, which parallel workers already use.
      const next = secretState === "parent" ? generation : generation + 1;
      const { id, name, type, status } = organizationOf(found);
      const grant = {
        personId: found.person_id,
        organization: { id, name, type, status },
        applicationId: found.application_id,
        scopes: found.scopes,
      };
      const pair = this.#pairOf(grant, found.token_id, next, now, found.created_at);
      await this.#saveSecrets(tx, pair, next);
      await queries.pruneSecrets(tx, key.id, key.organizationId, next - retainedGenerations);
      await queries.recordRenewal(tx, key, { ...pair, address: origin.address, now });
      return pair;
    });
  }

  /** Returns the caller behind an access token with their current rights, or undefined when the token is not live. */
  async resolve(accessToken: string): Promise<Caller | undefined> {
    const now = this.#dependencies.clock.now();
    const found = await this.#findAccess(accessToken, now);
    if (found === undefined) return undefined;
    if (this.#secretStateOf(found, now) === "child") {
      const key = { organizationId: found.organization_id, id: found.token_id };
      const retiresAt = this.#retiresAt(now);
      await this.#dependencies.db.write((tx) =>
        queries.promoteNextSecret(tx, key, found.generation, retiresAt),
      );
    }
    return {
      personId: found.person_id,
      sessionId: found.token_id,
      deviceId: found.token_id,
      kind: "client",
      // Never more than the membership grants: platform rights are for interactive sign-ins only.
      platformRole: null,
      memberships: [toMembership(membershipOf(found), now)],
      startOrganizationId: found.organization_id,
      restriction: null,
      // An application never proves the user's identity, so it cannot take actions that need a step-up.
      authenticatedAt: new Date(0),
      secondFactorAt: null,
      hasSecondFactor: found.two_factor_enabled || found.has_passkey,
      isDemo: found.is_demo,
      idleExpiresAt: found.secret_expires_at,
      absoluteExpiresAt: found.secret_expires_at,
      token: {
        id: found.token_id,
        organizationId: found.organization_id,
        applicationId: found.application_id,
        scopes: found.scopes,
      },
    };
  }

  /**
   * Returns the row of a live access token of this organization and, if given, this application; undefined otherwise,
   * and for a suspended organization.
   */
  async validate(body: { accessToken: string; organizationId: string; applicationId?: string | undefined }) {
    const found = await this.#findAccess(body.accessToken, this.#dependencies.clock.now());
    if (found === undefined || found.organization_status === "suspended") return undefined;
    if (found.organization_id !== body.organizationId) return undefined;
    if (body.applicationId !== undefined && found.application_id !== body.applicationId) return undefined;
    return found;
  }

  /** Records that an application used its token, at most once a minute. */
  async recordUse(caller: Caller, address: string): Promise<void> {
    const { token } = caller;
    const now = this.#dependencies.clock.now();
    if (
      token === undefined ||
      now.getTime() - (this.#lastRecorded.get(token.id) ?? 0) < orgTokenUseIntervalMs
    )
      return;
    if (this.#lastRecorded.size > 50_000) this.#lastRecorded.clear();
    this.#lastRecorded.set(token.id, now.getTime());
    await this.#dependencies.db.write((tx) => queries.recordUse(tx, token, address, now));
  }

  async #findAccess(accessToken: string, now: Date): Promise<queries.FoundToken | undefined> {
    const found = await queries.findToken(this.#dependencies.db, hashToken(accessToken));
    return found?.kind === "access" && this.#isValid(found, now) ? found : undefined;
  }

  /**
   * Returns whether a value has not expired, its token is not revoked, and its user may currently work in the
   * organization. A user who must first change a password or set up a second factor cannot avoid that by using an
   * application.
   */
  #isValid(found: queries.FoundToken, now: Date): boolean {
    const membership = membershipOf(found);
    const user = { ...found, platform_role: null, memberships: [membership] };
    return (
      found.revoked_at === null &&
      found.applications_allowed &&
      now < found.secret_expires_at &&
      now < found.refresh_expires_at &&
      found.person_deactivated_at === null &&
      restrictionOf(user, this.#dependencies) === null &&
      (!found.is_demo || this.#dependencies.demo) &&
      isUsable(membership, now)
    );
  }

  #secretStateOf(found: queries.FoundToken, now: Date): SecretState {
    const chain = { generation: found.generation, previousRetiresAt: found.previous_retires_at };
    return secretStateOf(found.secret_generation, chain, now);
  }

  #retiresAt(now: Date): Date {
    return new Date(now.getTime() + previousSecretGraceMs);
  }

  /**
   * Returns the tokens of one generation. They are derived, so that a repeated renewal returns the same pair as the
   * first.
   */
  #pairOf(
    grant: Pick<Grant, "personId" | "organization" | "applicationId" | "scopes">,
    id: string,
    generation: number,
    now: Date,
    createdAt: Date,
  ): IssuedPair {
    const oldest = createdAt.getTime() + orgTokenMaxAgeMs;
    const refreshExpiresAt = new Date(Math.min(now.getTime() + orgTokenRefreshMs, oldest));
    return {
      id,
      accessToken: deriveApplicationToken(this.#dependencies.key, "access", id, generation),
      accessExpiresAt: new Date(Math.min(now.getTime() + accessTokenMs, refreshExpiresAt.getTime())),
      refreshToken: deriveApplicationToken(this.#dependencies.key, "refresh", id, generation),
      refreshExpiresAt,
      scopes: grant.scopes,
      personId: grant.personId,
      applicationId: grant.applicationId,
      organization: grant.organization,
    };
  }

  #saveSecrets(tx: WriteTransaction, pair: IssuedPair, generation: number): Promise<void> {
    return queries.insertSecrets(tx, { organizationId: pair.organization.id, id: pair.id }, generation, [
      { kind: "access", hash: hashToken(pair.accessToken), expiresAt: pair.accessExpiresAt },
      { kind: "refresh", hash: hashToken(pair.refreshToken), expiresAt: pair.refreshExpiresAt },
    ]);
  }

  /** Revokes the whole token, because the use of a retired refresh token means that there is a copy. */
  async #revokeTokenFamily(
    tx: WriteTransaction,
    found: queries.FoundToken,
    origin: RequestOrigin,
    now: Date,
  ): Promise<void> {
    await queries.revokeTokens(tx, found.organization_id, {
      id: found.token_id,
      by: null,
      reason: "refresh_reused",
      now,
    });
    tx.record({
      organizationId: found.organization_id,
      action: "token.refresh_reused",
      outcome: "denied",
      actor: {
        type: "token",
        id: found.token_id,
        application: { id: found.application_id, tokenId: found.token_id },
      },
      target: { type: "user", id: found.person_id },
      reason: found.application_id,
      request: origin.audit,
      origin: "api",
    });
  }
}

function organizationOf(found: queries.FoundToken): IssuedPair["organization"] {
  return {
    id: found.organization_id,
    name: found.organization_name,
    type: found.organization_type,
    status: found.organization_status,
  };
}

function membershipOf(found: queries.FoundToken): MembershipRow {
  return {
    organizationId: found.organization_id,
    name: found.organization_name,
    type: found.organization_type,
    organizationStatus: found.organization_status,
    trialEndsAt: found.trial_ends_at?.toISOString() ?? null,
    role: found.role,
    permissions: found.permissions,
    // A removed member has the same rights as a deactivated one: none.
    status: found.membership_status === "removed" ? "deactivated" : found.membership_status,
    username: found.username,
    blocked: found.blocked,
    twoFactorPolicy: found.two_factor_policy,
    // The session limits of the organization do not apply: a token has its own expiry times.
    sessionIdleMinutes: sessionIdleMinutesMax,
    sessionHours: sessionHoursMax,
    allowRememberMe: true,
    validUntil: found.valid_until?.toISOString() ?? null,
  };
}
