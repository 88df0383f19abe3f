import { uploadsInMemory, uploadsPerPerson, uploadsPerOrganization } from "@praxisportal/contract/limits";
import type { RequestContext } from "../../request-context/request-context.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";

const retryAfterSeconds = 2;

/**
 * Limits the uploads that this process receives at the same time. One organization gets at most half of the slots for
 * uploads kept in memory.
 */
export class UploadSlots {
  readonly #limit = new ConcurrencyLimit();

  /**
   * Takes a slot before any data is received, and returns a function that releases it. Throws 429 TOO_MANY_UPLOADS at
   * the limit of the person or the organization, and 503 OVERLOADED if the memory for uploads is in use.
   *
   * @param isKept Whether the file is kept in memory until its last field has arrived.
   */
  take({ callerIfAny, organizationIfAny }: RequestContext, isKept: boolean): () => void {
    const ownSlots = [
      ...(callerIfAny ? [{ key: `person ${callerIfAny.personId}`, max: uploadsPerPerson }] : []),
      ...(organizationIfAny
        ? [{ key: `organization ${organizationIfAny.id}`, max: uploadsPerOrganization }]
        : []),
    ];
    const shared = isKept ? [{ key: "kept", max: uploadsInMemory }] : [];
    return this.#limit.takeOrThrow({ own: ownSlots, shared, retryAfterSeconds, ownCode: "TOO_MANY_UPLOADS" });
  }
}
