import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { login } from "@praxisportal/contract/auth/auth.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { secondStepMs } from "@praxisportal/contract/limits";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { hashToken, makeToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PreparedQuery } from "../../platform/db/prepared.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { AuditedChange } from "../../platform/events/change.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { queueIdentityNotice } from "../../platform/mail/identity-notice.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import { addressRule, attemptKey, type RateLimiter, loginRule } from "../../directory/rate-limiter.ts";
import { clearAttempts, lockShownPerson, showAttempts } from "../../directory/rate-limiter.queries.ts";
import * as queries from "./auth.queries.ts";
import { chooseCandidate, chooseStart, type LoginName, readLoginName } from "./sign-in/login-subject.ts";
import type { SessionService } from "./session/session.service.ts";
import { boundsOf } from "./session/session-rules.ts";
import { secretStateOf } from "../../platform/crypto/secret-chain.ts";
import { administers, asksSecondStep, restrictionOf } from "../../directory/sign-in.policy.ts";
import { type SignedInPerson, type SignInService } from "./sign-in/sign-in.service.ts";
import { actorOf } from "../../directory/person-context.ts";
import { countUnknownName } from "../../directory/unknown-names.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import type { Credentials } from "./password/credentials.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  sessions: SessionService;
  signIn: SignInService;
  credentials: Pick<Credentials, "endRecovery">;
  /** Demonstration accounts are refused unless this is set. */
  demo: boolean;
  offersTwoFactor: boolean;
};

/** The result of a sign-in. */
export type LoginOutcome =
  | ({ kind: "signedIn" } & SignedInPerson)
  | ({ kind: "secondStep" } & OpenSecondStep);

/** What a second step needs and which factors it accepts; disclosed only after a correct password. */
export type OpenSecondStep = { tempToken: string; expiresAt: Date; app: boolean; passkey: boolean };

/** A person whose password was correct. */
export type ProvenPassword = {
  candidate: queries.LoginStart["candidates"][number];
  /** Records why the sign-in is refused nevertheless. */
  refuse: (reason: string) => Promise<void>;
  /** Takes the counted attempt back, because another factor is checked next. */
  refund: (tx: WriteTransaction) => Promise<void>;
  /** Statements that delete all attempts; for the transaction of the step that follows. */
  clearFailures: readonly PreparedQuery<unknown>[];
};

/** Signs people in and changes their passwords. */
export class AuthService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Checks name and password. Unknown name, wrong password, ambiguous name and other organization give the same
   * response and cost the same. Errors: 401, 429 while locked (403 ACCOUNT_LOCKED on a device known for this user), 503
   * when too many passwords wait, 403 with the reason only after a correct password.
   */
  async login(body: BodyOf<typeof login>, origin: RequestOrigin): Promise<LoginOutcome> {
    const name = readLoginName(body);
    const proven = await this.provePassword(name, body.password, origin, "auth.login");
    if (proven === undefined) throw new ProblemError("INVALID_CREDENTIALS");
    const { candidate } = proven;
    const now = this.#dependencies.clock.now();
    const isStart = candidate.must_change_password;
    if (isStart && (await queries.isStartPasswordExpired(this.#dependencies.db, candidate.person_id, now))) {
      await proven.refuse("TEMPORARY_PASSWORD_EXPIRED");
      throw new ProblemError("TEMPORARY_PASSWORD_EXPIRED");
    }
    const start = chooseStart(candidate, name, now);
    if (candidate.is_demo && (origin.isForwarded || !this.#dependencies.demo))
      throw new ProblemError("DEMO_LOCAL_ONLY");
    if ("refusal" in start) {
      await proven.refuse(start.refusal);
      throw new ProblemError(start.refusal);
    }
    if (asksSecondStep(candidate, this.#dependencies.demo) && !this.#isTrusted(candidate))
      return this.#beginSecondStep(proven, body, start.organizationId, origin);
    return this.#signIn(proven, body, start.organizationId, origin);
  }

  /**
   * Checks a name and its password for every sign-in method that takes them; returns undefined when they do not match.
   * Unknown name, wrong password, ambiguous name and other organization cost the same, count the same and are recorded
   * under `action`. Candidates that fail `isMeant` count as unknown. Errors: 429 while locked, 503 when too many
   * passwords wait.
   */
  async provePassword(
    name: LoginName,
    password: string,
    origin: RequestOrigin,
    action: "auth.login" | "token.created",
    isMeant: (candidate: LoginCandidate) => boolean = () => true,
  ): Promise<ProvenPassword | undefined> {
    const addressKey = attemptKey("address", origin.address);
    const secretHash = origin.deviceSecret === undefined ? null : hashToken(origin.deviceSecret);
    const found = await queries.findLoginStart(this.#dependencies.db, name, addressKey, secretHash);
    this.#dependencies.limits.assertPast(found.addressLockedUntil);
    const candidates = await this.#candidatesOf(found);
    const candidate = chooseCandidate(candidates.filter(isMeant), name);
    const key = keyOf(candidate, name);
    // The user has signed in on this device before, so it may learn that the account is locked; others may not.
    const isKnown = action === "auth.login" && (candidate?.known_device_id ?? null) !== null;
    const locked = isKnown ? "ACCOUNT_LOCKED" : "TOO_MANY_ATTEMPTS";
    const { fits, reservation } = await this.#dependencies.hasher.withSlot(async () => {
      const reserved = await this.#dependencies.limits.consume(key, loginRule, locked);
      const stored = candidate?.password_hash ?? null;
      return { fits: await this.#dependencies.hasher.verify(stored, password), reservation: reserved };
    });
    const refuse = (reason: string) => this.#recordRefusal(candidate, name, origin, { action, reason }, key);
    if (!fits || candidate === undefined) {
      await this.#dependencies.limits.count(addressKey, addressRule);
      await refuse(reservation.lockedUntil ? "locked" : "invalid_credentials");
      return undefined;
    }
    const { person_id: personId } = candidate;
    return {
      candidate,
      refuse,
      refund: (tx) => this.#dependencies.limits.refund(tx, key, reservation),
      // The person's row first: counting attempts and ending sessions lock it before any of their other rows.
      clearFailures: [
        lockShownPerson({ personId }),
        clearAttempts({ key }),
        showAttempts(shownKeys(personId, key)),
      ],
    };
  }

  /**
   * Changes a person's own password and ends their other sessions. Wrong attempts count as failed sign-ins of the
   * device, so that locking the name from elsewhere does not prevent the change. Errors: 400 `PASSWORD_INCORRECT`, 429
   * while locked.
   */
  async changePassword(
    change: {
      personId: string;
      sessionId: string;
      deviceId: string;
      organizationIds: readonly string[];
      currentPassword: string;
      newPassword: string;
    },
    audit: AuditedChange,
  ): Promise<void> {
    const proven = await this.proveOwnPassword({ ...change, password: change.currentPassword }, audit);
    const chains = [...change.organizationIds, platformChainId];
    const hash = await this.#dependencies.hasher.hash(change.newPassword);
    const person = await this.#dependencies.signIn.find(change.personId);
    // After the password change, a missing second factor is the next restriction.
    const next =
      person === undefined
        ? null
        : restrictionOf({ ...person, must_change_password: false }, this.#dependencies);
    await this.#dependencies.db.write(async (tx) => {
      await proven.clearFailures(tx);
      if (!(await queries.replacePassword(tx, change.personId, proven.hash, hash))) {
        throw new ProblemError("PASSWORD_INCORRECT");
      }
      await this.#dependencies.credentials.endRecovery(tx, change.personId, "password_changed");
      await this.#dependencies.sessions.liftRestriction(tx, change.sessionId, "password_change", next);
      for (const organizationId of chains) tx.record({ ...audit, organizationId });
      await queueIdentityNotice(tx, "passwordChanged", change.personId, { sessionId: change.sessionId });
      await this.#dependencies.sessions.end(
        tx,
        { personId: change.personId, except: change.sessionId },
        "password_changed",
      );
    });
  }

  /**
   * Checks that the holder of a session knows its password. Wrong attempts count as failed sign-ins of the device and
   * are logged under the action of `audit`. Call `forgive` in the transaction of the change that follows. Errors: 400
   * `PASSWORD_INCORRECT`, 429 while locked.
   */
  async proveOwnPassword(
    subject: { personId: string; deviceId: string; organizationIds: readonly string[]; password: string },
    audit: AuditedChange,
  ): Promise<{ hash: string | null; clearFailures: (tx: WriteTransaction) => Promise<void> }> {
    const owner = await queries.findPasswordOwner(this.#dependencies.db, subject.personId);
    const hash = owner?.password_hash ?? null;
    const key = attemptKey("device", subject.deviceId, subject.personId);
    const fits = await this.#dependencies.hasher.withSlot(async () => {
      await this.#dependencies.limits.consume(key, loginRule);
      return this.#dependencies.hasher.verify(hash, subject.password);
    });
    if (!fits) {
      await this.#dependencies.db.write(async (tx) => {
        await showCounters(tx, subject.personId, key);
        for (const organizationId of [...subject.organizationIds, platformChainId]) {
          tx.record({ ...audit, organizationId, outcome: "failed", reason: "password_incorrect" });
        }
      });
      throw new ProblemError("PASSWORD_INCORRECT");
    }
    return {
      hash,
      clearFailures: async (tx) => {
        const { personId } = subject;
        await tx.send(() => [
          lockShownPerson({ personId }),
          clearAttempts({ key }),
          showAttempts(shownKeys(personId, key)),
        ]);
      },
    };
  }

  /** Finds an organization by its code. Errors: 404, 429 after many unknown codes from one address. */
  async organizationByCode(code: string, origin: RequestOrigin) {
    const key = attemptKey("practice-code", origin.address);
    const reservation = await this.#dependencies.limits.consume(key, addressRule, "TOO_MANY_REQUESTS");
    const found = await queries.findOrganizationByCode(this.#dependencies.db, code.trim());
    if (found === undefined) throw new ProblemError("NOT_FOUND");
    await this.#dependencies.db.write((tx) => this.#dependencies.limits.refund(tx, key, reservation));
    return { organizationId: found.organization_id, name: found.name };
  }

  /**
   * Returns the users whom a name may mean and the devices they are known on. A retired secret is a copy of the cookie:
   * its device is neither known nor trusted, and its sessions end, as they do on a refresh.
   */
  async #candidatesOf({ device, candidates }: queries.LoginStart): Promise<queries.LoginStart["candidates"]> {
    if (device === undefined) return candidates;
    const chain = {
      generation: device.device_generation,
      previousRetiresAt: device.device_previous_retires_at,
    };
    if (secretStateOf(device.secret_generation, chain, this.#dependencies.clock.now()) !== "reused")
      return candidates;
    await this.#dependencies.sessions.revokeTokenFamily(device.device_id, undefined);
    return candidates.map((row) => ({ ...row, known_device_id: null, device_trusted_until: null }));
  }

  /** On a trusted device users skip the second step for a week; administrators never do. */
  #isTrusted(candidate: queries.LoginStart["candidates"][number]): boolean {
    const until = candidate.device_trusted_until;
    const now = this.#dependencies.clock.now();
    const mayRemember = boundsOf(candidate.memberships, now).mayRemember;
    return until !== null && now < until && mayRemember && !administers(candidate);
  }

  async #signIn(
    { candidate, clearFailures: forgive }: ProvenPassword,
    body: BodyOf<typeof login>,
    organizationId: string | null,
    origin: RequestOrigin,
  ): Promise<LoginOutcome> {
    const signedIn = await this.#dependencies.signIn.complete(candidate, {
      organizationId,
      rememberMe: body.rememberMe ?? false,
      origin,
      factors: ["password"],
      before: forgive,
    });
    return { kind: "signedIn", ...signedIn };
  }

  async #beginSecondStep(
    { candidate, refund: release }: ProvenPassword,
    body: BodyOf<typeof login>,
    organizationId: string | null,
    origin: RequestOrigin,
  ): Promise<LoginOutcome> {
    const tempToken = makeToken();
    const expiresAt = new Date(this.#dependencies.clock.now().getTime() + secondStepMs);
    await this.#dependencies.db.write(async (tx) => {
      // The password was correct; the second step has its own counter.
      await release(tx);
      await queries.insertOneTimeToken(tx, {
        token_hash: hashToken(tempToken),
        purpose: "second_step",
        person_id: candidate.person_id,
        details: {
          organizationId,
          rememberMe: body.rememberMe ?? false,
          // Only the device that did the first step may do the second.
          device: origin.deviceSecret === undefined ? null : hashToken(origin.deviceSecret).toString("hex"),
        },
        expires_at: expiresAt,
      });
    });
    const { two_factor_enabled: app, has_passkey: passkey } = candidate;
    return { kind: "secondStep", tempToken, expiresAt, app, passkey };
  }

  async #recordRefusal(
    candidate: LoginCandidate | undefined,
    name: LoginName,
    origin: RequestOrigin,
    what: { action: "auth.login" | "token.created"; reason: string },
    key: Buffer,
  ): Promise<void> {
    await this.#dependencies.db.write(async (tx) => {
      // Runs the same statements for an unknown name, so that response times do not reveal which names exist.
      await showCounters(tx, candidate?.person_id ?? uuidV7(), key);
      if (candidate === undefined) await countUnknownName(tx, origin, what, this.#dependencies.clock.now());
      else this.#auditRefusal(tx, candidate, name, origin, what);
    });
  }

  /**
   * Records a failed sign-in in the organizations of the person it was tried for; for a platform account in the
   * platform's log.
   */
  #auditRefusal(
    tx: WriteTransaction,
    candidate: LoginCandidate,
    name: LoginName,
    origin: RequestOrigin,
    { action, reason }: { action: "auth.login" | "token.created"; reason: string },
  ): void {
    const concerned = candidate.memberships
      .map((membership) => membership.organizationId)
      .filter((id) => name.organizationId === null || id === name.organizationId);
    const chains = concerned.length > 0 ? concerned : [platformChainId];
    for (const organizationId of chains) {
      tx.record({
        organizationId,
        action,
        outcome: reason === "invalid_credentials" || reason === "locked" ? "failed" : "denied",
        actor: actorOf(candidate),
        reason,
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      });
    }
  }
}

/** A device known for this person has its own counter, so that they cannot be locked out from elsewhere. */
function keyOf(candidate: queries.LoginStart["candidates"][number] | undefined, name: LoginName): Buffer {
  if (candidate === undefined)
    return attemptKey("name", name.email ?? name.username ?? "", name.organizationId ?? "");
  return candidate.known_device_id === null
    ? attemptKey("person", candidate.person_id)
    : attemptKey("device", candidate.known_device_id, candidate.person_id);
}

async function showCounters(tx: WriteTransaction, personId: string, key: Buffer): Promise<void> {
  await tx.send(() => [lockShownPerson({ personId }), showAttempts(shownKeys(personId, key))]);
}

/** Returns the counters shown for a person: the one of this attempt and the one for unknown devices. */
function shownKeys(personId: string, key: Buffer) {
  return { personId, key, personKey: attemptKey("person", personId) };
}
