import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { rescueCodeTries } from "@praxisportal/contract/limits";
import type { redeemRescue } from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { newPasswordIssues, refuseNewPassword } from "../../platform/http/new-password.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { LoginCandidate } from "../auth/auth.queries.ts";
import type { readRescueCode } from "../two-factor/backup-codes.ts";
import type { tryRescueCode, useRescueCode } from "../two-factor/two-factor.queries.ts";
import { chainsOf, passwordContextsOf } from "./person-context.ts";
import { announceReplaced, replaceForgotten, type ResetParts } from "./password-reset.service.ts";
import { returnRescueTry } from "./password-reset.queries.ts";

/** Counts attempts before the code is checked; throws 429 while locked. */
export type RescueLimits = {
  /** The counter of a network address, which counts only failures. */
  addressKey: (address: string) => Buffer;
  assertAddressOpen: (lockedUntil: Date | null) => void;
  countAddress: (key: Buffer) => Promise<void>;
  /** The counter of an entered name, whether or not it exists. */
  reserveName: (name: string, organizationId: string | null) => Promise<void>;
};

type Parts = ResetParts & {
  limits: RescueLimits;
  codes: {
    readRescueCode: typeof readRescueCode;
    tryRescueCode: typeof tryRescueCode;
    useRescueCode: typeof useRescueCode;
  };
};

/** Sets a new password by a one-time code of the practice, for people without a mailbox. */
export class RescueService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Sets the password that the person chose. An unknown name, a wrong, expired or used code and a person who may not
   * sign in get the same response and cost the same. Errors: 400 CODE_INVALID or why the password is refused, 429.
   */
  async redeem(body: BodyOf<typeof redeemRescue>, origin: RequestOrigin): Promise<void> {
    // Does not depend on any person, so it comes first; words of the person are checked after the code.
    refuseNewPassword("newPassword", body.newPassword);
    const { limits, signIn } = this.#parts;
    const addressKey = limits.addressKey(origin.address);
    const { candidate, addressLockedUntil } = await signIn.findByName(body, addressKey);
    limits.assertAddressOpen(addressLockedUntil);
    await limits.reserveName(body.name, body.organizationId ?? null);
    const code = await this.#fittingCode(candidate, body.code);
    if (candidate === undefined || code === undefined) {
      await limits.countAddress(addressKey);
      await this.#noteFailure(candidate, origin);
      throw new ProblemError("CODE_INVALID");
    }
    const issues = newPasswordIssues("newPassword", body.newPassword, ...passwordContextsOf(candidate));
    if (issues.length > 0) {
      await this.#parts.db.write((tx) => returnRescueTry(tx, code.id));
      throw new ProblemError("VALIDATION_FAILED", { issues });
    }
    const hash = await this.#parts.hasher.hash(body.newPassword);
    const ended = await this.#parts.db.write(async (tx) => {
      if (!(await this.#parts.codes.useRescueCode(tx, code.id, this.#parts.clock.now()))) {
        throw new ProblemError("CODE_INVALID");
      }
      return replaceForgotten(this.#parts, tx, candidate, { hash, origin, reason: "rescue_code" });
    });
    announceReplaced(this.#parts, candidate, ended);
  }

  /** Returns the open code if it matches. Always counts one attempt and computes one slow hash. */
  async #fittingCode(
    candidate: LoginCandidate | undefined,
    typed: string,
  ): Promise<{ id: string } | undefined> {
    const { codes, db, clock, hasher, maySignIn } = this.#parts;
    const now = clock.now();
    const digits = codes.readRescueCode(typed);
    return hasher.withSlot(async () => {
      // Runs the same statement for an unknown person.
      const personId = candidate?.person_id ?? uuidV7();
      const open = await codes.tryRescueCode(db, personId, "password", rescueCodeTries, now);
      const fits = await hasher.verify(open?.code_hash ?? null, digits ?? typed);
      const mayUse = candidate !== undefined && maySignIn(candidate, now);
      return fits && mayUse ? open : undefined;
    });
  }

  async #noteFailure(candidate: LoginCandidate | undefined, origin: RequestOrigin): Promise<void> {
    const chains = candidate === undefined ? [platformChainId] : chainsOf(candidate).slice(0, -1);
    await this.#parts.db.write(async (tx) => {
      for (const organizationId of chains.length > 0 ? chains : [platformChainId]) {
        tx.audit({
          organizationId,
          action: "user.password_reset",
          outcome: "failed",
          actor: candidate === undefined ? { type: "user", id: null } : this.#parts.actorOf(candidate),
          reason: "code_incorrect",
          request: origin.audit,
          origin: origin.isBrowser ? "ui" : "api",
        });
      }
    });
  }
}
