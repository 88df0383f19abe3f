import { uploadsKept, uploadsPerPerson, uploadsPerPractice } from "@praxisportal/contract/limits";
import type { RequestContext } from "../request-context/request-context.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { ProblemError } from "./problem.ts";

const retryAfterSeconds = 2;

/** Uploads that this process receives at the same time. One practice gets at most half of the slots in memory. */
export class UploadSlots {
  readonly #limit = new ConcurrencyLimit();

  /**
   * Takes a slot before anything is received; returns what gives it back. Errors: 429 TOO_MANY_UPLOADS for too many of
   * the person or the practice, 503 BUSY when the memory for uploads is taken.
   *
   * @param isKept the file is held in memory until its last field has arrived
   */
  take({ callerIfAny, organizationIfAny }: RequestContext, isKept: boolean): () => void {
    const own = [
      ...(callerIfAny ? [{ key: `person ${callerIfAny.personId}`, max: uploadsPerPerson }] : []),
      ...(organizationIfAny ? [{ key: `practice ${organizationIfAny.id}`, max: uploadsPerPractice }] : []),
    ];
    const release = this.#limit.take(own);
    if (release === undefined) throw new ProblemError("TOO_MANY_UPLOADS", { retryAfterSeconds });
    if (!isKept) return release;
    const releaseMemory = this.#limit.take([{ key: "kept", max: uploadsKept }]);
    if (releaseMemory !== undefined) {
      return () => {
        release();
        releaseMemory();
      };
    }
    release();
    throw new ProblemError("BUSY", { retryAfterSeconds });
  }
}
