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
      const token = await queries.lockToken(tx, body.organizationId, hashToken(body.refreshToken));
      if (token === undefined || token.kind !== "refresh" || token.application_id !== body.applicationId) {
        return undefined;
      }
      if (!this.#isValid(token, now) || token.organization_status === "suspended") return undefined;
      const key = { organizationId: token.organization_id, id: token.token_id };
      const secretState = this.#secretStateOf(token, now);
      if (secretState === "reused") {
        await this.#revokeTokenFamily(tx, token, origin, now);
        return undefined;
      }
      let { generation } = token;
      if (secretState === "child") {
        await queries.promoteNextSecret(tx, key, generation, this.#retiresAt(now));
        generation += 1;
      }
      // A previous token within its grace period gets the current generation, which parallel workers already use.
      const nextGeneration = secretState === "parent" ? generation : generation + 1;
      const { id, name, type, status } = organizationOf(token);
      const grant = {
        personId: token.person_id,
        organization: { id, name, type, status },
        applicationId: token.application_id,
        scopes: token.scopes,
      };
      const pair = this.#pairOf(grant, token.token_id, nextGeneration, now, token.created_at);
      await this.#saveSecrets(tx, pair, nextGeneration);
      await queries.pruneSecrets(tx, key.id, key.organizationId, nextGeneration - retainedGenerations);
      await queries.recordRenewal(tx, key, { ...pair, address: origin.address, now });
      return pair;
    });
  }

  /** Returns the caller behind an access token with their current rights, or undefined when the token is not live. */
  async resolve(accessToken: string): Promise<Caller | undefined> {
    const now = this.#dependencies.clock.now();
    const token = await this.#findAccess(accessToken, now);
    if (token === undefined) return undefined;
    if (this.#secretStateOf(token, now) === "child") {
      const key = { organizationId: token.organization_id, id: token.token_id };
      const retiresAt = this.#retiresAt(now);
      await this.#dependencies.db.write((tx) =>
        queries.promoteNextSecret(tx, key, token.generation, retiresAt),
      );
    }
    return {
      personId: token.person_id,
      sessionId: token.token_id,
      deviceId: token.token_id,
      kind: "client",
      // Never more than the membership grants: platform rights are for interactive sign-ins only.
      platformRole: null,
      memberships: [toMembership(membershipOf(token), now)],
      startOrganizationId: token.organization_id,
      restriction: null,
      // An application never proves the user's identity, so it cannot take actions that need a step-up.
      authenticatedAt: new Date(0),
      secondFactorAt: null,
      hasSecondFactor: token.two_factor_enabled || token.has_passkey,
      isDemo: token.is_demo,
      idleExpiresAt: token.secret_expires_at,
      absoluteExpiresAt: token.secret_expires_at,
      token: {
        id: token.token_id,
        organizationId: token.organization_id,
        applicationId: token.application_id,
        scopes: token.scopes,
      },
    };
  }

  /**
   * Returns the row of a live access token of this organization and, if given, this application; undefined otherwise,
   * and for a suspended organization.
   */
  async validate(body: { accessToken: string; organizationId: string; applicationId?: string | undefined }) {
    const token = await this.#findAccess(body.accessToken, this.#dependencies.clock.now());
    if (token === undefined || token.organization_status === "suspended") return undefined;
    if (token.organization_id !== body.organizationId) return undefined;
    if (body.applicationId !== undefined && token.application_id !== body.applicationId) return undefined;
    return token;
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
    const token = await queries.findToken(this.#dependencies.db, hashToken(accessToken));
    return token?.kind === "access" && this.#isValid(token, now) ? token : undefined;
  }

  /**
   * Returns whether a value has not expired, its token is not revoked, and its user may currently work in the
   * organization. A user who must first change a password or set up a second factor cannot avoid that by using an
   * application.
   */
  #isValid(token: queries.FoundToken, now: Date): boolean {
    const membership = membershipOf(token);
    const user = { ...token, platform_role: null, memberships: [membership] };
    return (
      token.revoked_at === null &&
      token.applications_allowed &&
      now < token.secret_expires_at &&
      now < token.refresh_expires_at &&
      token.person_deactivated_at === null &&
      restrictionOf(user, this.#dependencies) === null &&
      (!token.is_demo || this.#dependencies.demo) &&
      isUsable(membership, now)
    );
  }

  #secretStateOf(token: queries.FoundToken, now: Date): SecretState {
    const chain = { generation: token.generation, previousRetiresAt: token.previous_retires_at };
    return secretStateOf(token.secret_generation, chain, now);
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
    token: queries.FoundToken,
    origin: RequestOrigin,
    now: Date,
  ): Promise<void> {
    await queries.revokeTokens(tx, token.organization_id, {
      id: token.token_id,
      by: null,
      reason: "refresh_reused",
      now,
    });
    tx.record({
      organizationId: token.organization_id,
      action: "token.refresh_reused",
      outcome: "denied",
      actor: {
        type: "token",
        id: token.token_id,
        application: { id: token.application_id, tokenId: token.token_id },
      },
      target: { type: "user", id: token.person_id },
      reason: token.application_id,
      request: origin.audit,
      origin: "api",
    });
  }
}

function organizationOf(token: queries.FoundToken): IssuedPair["organization"] {
  return {
    id: token.organization_id,
    name: token.organization_name,
    type: token.organization_type,
    status: token.organization_status,
  };
}

function membershipOf(token: queries.FoundToken): MembershipRow {
  return {
    organizationId: token.organization_id,
    name: token.organization_name,
    type: token.organization_type,
    organizationStatus: token.organization_status,
    trialEndsAt: token.trial_ends_at?.toISOString() ?? null,
    role: token.role,
    permissions: token.permissions,
    // A removed member has the same rights as a deactivated one: none.
    status: token.membership_status === "removed" ? "deactivated" : token.membership_status,
    username: token.username,
    blocked: token.blocked,
    twoFactorPolicy: token.two_factor_policy,
    // The session limits of the organization do not apply: a token has its own expiry times.
    sessionIdleMinutes: sessionIdleMinutesMax,
    sessionHours: sessionHoursMax,
    allowRememberMe: true,
    validUntil: token.valid_until?.toISOString() ?? null,
  };
}
