import { secondStepMaxAttempts } from "@praxisportal/contract/limits";
import type { Clock } from "../../../platform/clock/clock.ts";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { findFirstStep, tryFirstStep, consumeFirstStep } from "./first-steps.queries.ts";

/** Data that the first step stores for the second. */
type FirstStep = { organizationId: string | null; rememberMe: boolean; device: string | null };

/** The first steps of sign-ins that wait for their second one. */
export class FirstSteps {
  readonly #db: IdentityDb;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: IdentityDb; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the first step of a token and counts one more attempt. Errors: 401 SECOND_STEP_EXPIRED. */
  async take(tokenHash: Buffer, origin: RequestOrigin): Promise<FirstStep & { personId: string }> {
    const storedStep = await tryFirstStep(this.#db, tokenHash, secondStepMaxAttempts, this.#clock.now());
    return firstStepOf(storedStep, origin);
  }

  /** Like {@link take}, but without counting an attempt, for calls that only prepare one. */
  async read(tokenHash: Buffer, origin: RequestOrigin): Promise<FirstStep & { personId: string }> {
    const now = this.#clock.now();
    return firstStepOf(await findFirstStep(this.#db, tokenHash, secondStepMaxAttempts, now), origin);
  }

  /** Uses up the first step. Errors: 401 SECOND_STEP_EXPIRED when a parallel request used it first. */
  async use(tx: WriteTransaction, tokenHash: Buffer): Promise<void> {
    if (!(await consumeFirstStep(tx, tokenHash, this.#clock.now())))
      throw new ProblemError("SECOND_STEP_EXPIRED");
  }
}

/** Returns the data of the first step, only on the device where it was made. */
function firstStepOf(
  storedStep: { person_id: string | null; details: unknown } | undefined,
  origin: RequestOrigin,
): FirstStep & { personId: string } {
  const details = storedStep?.details as FirstStep | undefined;
  const device = origin.deviceSecret === undefined ? null : hashToken(origin.deviceSecret).toString("hex");
  const personId = storedStep?.person_id ?? undefined;
  if (details === undefined || personId === undefined || details.device !== device) {
    throw new ProblemError("SECOND_STEP_EXPIRED");
  }
  return { ...details, personId };
}
