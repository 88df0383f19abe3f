import { uuidV7 } from "@praxisportal/contract/identifiers";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../../platform/crypto/password-hasher.ts";
import { secretStateOf } from "../../../platform/crypto/secret-chain.ts";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { PreparedQuery } from "../../../platform/db/prepared.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import {
  addressRule,
  attemptKey,
  loginRule,
  passwordKey,
  type RateLimiter,
} from "../../../directory/rate-limiter.ts";
import type { LoginCandidate } from "../../../directory/sign-in-person.queries.ts";
import { recordRefusedAttempt } from "../../../directory/person-context.ts";
import { countUnknownName } from "../../../directory/unknown-names.ts";
import { findLoginStart, type LoginStart } from "../auth.queries.ts";
import { revokeTokenFamily } from "../session/end-sessions.ts";
import { clearAttemptStatements, copyAttemptStatements } from "../attempt-statements.ts";
import { chooseCandidate, type LoginName } from "./login-subject.ts";

type Dependencies = { db: IdentityDb; clock: Clock; hasher: PasswordHasher; limits: RateLimiter };

/** The attempted action, as in the audit entry. */
type SignInAction = "auth.login" | "token.created";

/** A person to whom a name may belong, with the state of the device. */
type Candidate = LoginStart["candidates"][number];

/** A person whose password was correct. */
export type ProvenPassword = {
  candidate: Candidate;
  /** Records why the sign-in is refused although the password was correct. */
  refuse: (reason: string) => Promise<void>;
  /** Takes the counted attempt back, because another factor is checked next. */
  refund: (tx: WriteTransaction) => Promise<void>;
  /** Statements that delete all attempts, for the transaction of the step that follows. */
  clearFailures: readonly PreparedQuery<unknown>[];
};

/** Checks a name and its password, for every sign-in method that takes them. */
export class PasswordProver {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the person if name and password match, else undefined. Unknown name, wrong password, ambiguous name and
   * other organization cost the same, count the same and are recorded under `action`. Candidates that fail `isEligible`
   * count as unknown. Errors: 429 while locked, 503 when too many passwords wait.
   */
  async prove(
    name: LoginName,
    password: string,
    origin: RequestOrigin,
    action: SignInAction,
    isEligible: (candidate: LoginCandidate) => boolean = () => true,
  ): Promise<ProvenPassword | undefined> {
    const { limits, hasher } = this.#dependencies;
    const addressKey = attemptKey("address", origin.address);
    const secretHash = origin.deviceSecret === undefined ? null : hashToken(origin.deviceSecret);
    const loginStart = await findLoginStart(this.#dependencies.db, name, addressKey, secretHash);
    limits.assertLockExpired(loginStart.addressLockedUntil);
    const candidates = await this.#candidatesOf(loginStart);
    const candidate = chooseCandidate(candidates.filter(isEligible), name);
    const key = keyOf(candidate, name);
    // The user has signed in on this device before, so they may learn that the account is locked; others may not.
    const isKnown = action === "auth.login" && (candidate?.known_device_id ?? null) !== null;
    const lockedCode = isKnown ? "ACCOUNT_LOCKED" : "TOO_MANY_ATTEMPTS";
    const { isCorrect, reservation } = await hasher.withSlot(async () => {
      const reserved = await limits.consume(key, loginRule, lockedCode);
      const storedHash = candidate?.password_hash ?? null;
      return { isCorrect: await hasher.verify(storedHash, password), reservation: reserved };
    });
    const refuse = (reason: string) => this.#recordRefusal(candidate, name, origin, { action, reason }, key);
    if (!isCorrect || candidate === undefined) {
      await limits.count(addressKey, addressRule);
      await refuse(reservation.lockedUntil ? "locked" : "invalid_credentials");
      return undefined;
    }
    return {
      candidate,
      refuse,
      refund: (tx) => limits.refund(tx, key, reservation),
      clearFailures: clearAttemptStatements(candidate.person_id, key),
    };
  }

  /**
   * Returns the people to whom a name may belong, with the devices on which they are known. A retired secret is a copy
   * of the cookie: its device is neither known nor trusted, and its sessions end, as they do on a refresh.
   */
  async #candidatesOf({ device, candidates }: LoginStart): Promise<Candidate[]> {
    if (device === undefined) return candidates;
    const now = this.#dependencies.clock.now();
    const chain = {
      generation: device.device_generation,
      previousRetiresAt: device.device_previous_retires_at,
    };
    if (secretStateOf(device.secret_generation, chain, now) !== "reused") return candidates;
    await this.#dependencies.db.write((tx) => revokeTokenFamily(tx, device.device_id, undefined, now));
    return candidates.map((row) => ({ ...row, known_device_id: null, device_trusted_until: null }));
  }

  async #recordRefusal(
    candidate: LoginCandidate | undefined,
    name: LoginName,
    origin: RequestOrigin,
    attempt: { action: SignInAction; reason: string },
    key: Buffer,
  ): Promise<void> {
    await this.#dependencies.db.write(async (tx) => {
      // Runs the same statements for an unknown name, so that response times do not reveal which names exist.
      await tx.send(() => copyAttemptStatements(candidate?.person_id ?? uuidV7(), key));
      if (candidate === undefined)
        await countUnknownName(tx, origin, attempt, this.#dependencies.clock.now());
      else auditRefusal(tx, candidate, name, origin, attempt);
    });
  }
}

function keyOf(candidate: Candidate | undefined, name: LoginName): Buffer {
  if (candidate === undefined)
    return attemptKey("name", name.email ?? name.username ?? "", name.organizationId ?? "");
  return passwordKey(candidate.person_id, candidate.known_device_id);
}

/**
 * Records a failed sign-in in the logs of the person's organizations, or for a platform account in the platform's log.
 */
function auditRefusal(
  tx: WriteTransaction,
  candidate: LoginCandidate,
  name: LoginName,
  origin: RequestOrigin,
  { action, reason }: { action: SignInAction; reason: string },
): void {
  const affectedOrganizations = candidate.memberships
    .map((membership) => membership.organizationId)
    .filter((id) => name.organizationId === null || id === name.organizationId);
  recordRefusedAttempt(
    tx,
    candidate,
    affectedOrganizations.length > 0 ? affectedOrganizations : [platformChainId],
    origin,
    {
      action,
      outcome: reason === "invalid_credentials" || reason === "locked" ? "failed" : "denied",
      reason,
    },
  );
}
