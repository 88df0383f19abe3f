import { normalizeEmail } from "@praxisportal/contract/validation";
import { isUsable, givesAccess } from "../../../directory/membership-rules.ts";
import { addressRule, attemptKey, loginRule, type RateLimiter } from "../../../directory/rate-limiter.ts";
import type { LoginCandidate } from "../../../directory/sign-in-person.queries.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { findLoginStart, findOrganizationByCode, hasDeparted } from "../auth.queries.ts";
import { copyAttemptStatements } from "../attempt-statements.ts";
import { chooseCandidate, type LoginName } from "./login-subject.ts";

type Dependencies = { db: IdentityDb; clock: Clock; limits: RateLimiter };

/** Verdict of another server on a name and password; `unanswered` if it gave none. */
export type OutsideVerdict = "accepted" | "refused" | "unanswered";

/** A sign-in that another server is about to judge. Its attempt is already counted. */
export type OutsideAttempt = {
  /** The organization of the practice code, or undefined when there is none. */
  organizationId: string | undefined;
  /** The person whose account in that organization has the name, or undefined when there is none. */
  personId: string | undefined;
  /**
   * Whether the account is blocked, has ended or has a second factor, so that a password alone must not open anything.
   */
  isBarred: boolean;
  /** Counts the result, in the transaction that records it. Call it once. */
  settle: (verdict: OutsideVerdict, write: (tx: WriteTransaction) => void) => Promise<void>;
};

/**
 * Applies the login limits of the portal, and the state of its own accounts, to a sign-in that another server judges.
 * The attempts count together with those at the portal's own login.
 */
export class OutsideSignIn {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the organization of a practice code, and the person whose account there has the name. */
  async accountOf({
    username,
    practiceCode,
  }: {
    username: string | undefined;
    practiceCode: string;
  }): Promise<Pick<OutsideAttempt, "organizationId" | "personId">> {
    const { db } = this.#dependencies;
    const organizationId = (await findOrganizationByCode(db, practiceCode))?.organization_id;
    if (username === undefined || organizationId === undefined)
      return { organizationId, personId: undefined };
    const name = nameOf(username, organizationId);
    const { candidates } = await findLoginStart(db, name, attemptKey("address", ""), null);
    return { organizationId, personId: chooseCandidate(candidates, name)?.person_id };
  }

  /** Counts an attempt. Does the same work for known and unknown names. Errors: 429 while locked. */
  async begin(
    { username, practiceCode }: { username: string; practiceCode: string },
    origin: RequestOrigin,
  ): Promise<OutsideAttempt> {
    const { db, clock, limits } = this.#dependencies;
    const organizationId = (await findOrganizationByCode(db, practiceCode))?.organization_id;
    const name = nameOf(username, organizationId);
    const addressKey = attemptKey("address", origin.address);
    const loginStart = await findLoginStart(db, name, addressKey, null);
    limits.assertLockExpired(loginStart.addressLockedUntil);
    const candidate = chooseCandidate(loginStart.candidates, name);
    const hasDepartedMember = organizationId !== undefined && (await hasDeparted(db, organizationId, name));
    const key =
      candidate === undefined
        ? attemptKey("name", name.email ?? name.username ?? "", organizationId ?? "")
        : attemptKey("person", candidate.person_id);
    const reserved = await limits.consume(key, loginRule);
    const now = clock.now();
    const isMember = loginStart.candidates.some((row) => rowsIn(row, organizationId).length > 0);
    return {
      organizationId,
      personId: candidate?.person_id,
      isBarred:
        loginStart.candidates.some((row) => isBarred(row, organizationId, now)) ||
        (hasDepartedMember && !isMember),
      settle: async (verdict, write) => {
        if (verdict === "refused") await limits.count(addressKey, addressRule);
        await db.write(async (tx) => {
          if (verdict !== "refused") await limits.refund(tx, key, reserved);
          if (candidate !== undefined) await tx.send(() => copyAttemptStatements(candidate.person_id, key));
          write(tx);
        });
      },
    };
  }
}

/** Usernames contain no "@"; every address does. */
function nameOf(typed: string, organizationId: string | undefined): LoginName {
  const isEmail = typed.includes("@");
  return {
    email: isEmail ? normalizeEmail(typed) : null,
    username: isEmail ? null : typed.trim().toLowerCase(),
    organizationId: organizationId ?? null,
  };
}

/** Returns whether a password alone may not open anything for this account in the organization. */
function isBarred(candidate: LoginCandidate, organizationId: string | undefined, now: Date): boolean {
  if (candidate.two_factor_enabled || candidate.has_passkey || candidate.deactivated_at !== null) return true;
  return rowsIn(candidate, organizationId).some((row) => !isUsable(row, now) || !givesAccess(row));
}

function rowsIn({ memberships }: LoginCandidate, organizationId: string | undefined) {
  return memberships.filter((row) => row.organizationId === organizationId);
}
