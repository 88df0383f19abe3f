import type { FastifyReply } from "fastify";
import type { RequestContext } from "../../request-context/request-context.ts";
import { ConcurrencyLimit, releaseWhenSent } from "../concurrency-limit.ts";
import { FileResponse } from "./file-response.ts";

const retryAfterSeconds = 1;

/** Maximum number of concurrent calls in this process. */
export type CallLimits = { perPerson: number; perOrganization: number; perProcess: number };

/**
 * Limits the calls that this process handles at the same time. They share its database connections, so that one caller
 * with many connections could make the calls of all others wait.
 */
export class CallSlots {
  readonly #slots = new ConcurrencyLimit();
  readonly #limits: CallLimits;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a call in a slot, which it keeps until its result is available. A file is read while it is sent, so its call
   * keeps the slot until the file has been sent or its client has disconnected. Throws 429 TOO_MANY_REQUESTS at the
   * limit of the person or the organization, and 503 OVERLOADED at the limit of the process.
   */
  async run<Result>(
    context: RequestContext,
    reply: FastifyReply,
    call: () => Promise<Result>,
  ): Promise<Result> {
    const release = this.#take(context);
    context.releaseSlot = release;
    let isFile = false;
    try {
      const result = await call();
      isFile = result instanceof FileResponse;
      return result;
    } finally {
      if (isFile) releaseWhenSent(reply, release);
      else release();
    }
  }

  #take({ callerIfAny, organizationIfAny }: RequestContext): () => void {
    const { perPerson, perOrganization, perProcess } = this.#limits;
    return this.#slots.takeOrThrow({
      own: [
        ...(callerIfAny ? [{ key: `person ${callerIfAny.personId}`, max: perPerson }] : []),
        ...(organizationIfAny ? [{ key: `organization ${organizationIfAny.id}`, max: perOrganization }] : []),
      ],
      shared: [
        // Callers without a session can use only half of the process.
        ...(callerIfAny ? [] : [{ key: "anonymous", max: Math.ceil(perProcess / 2) }]),
        { key: "process", max: perProcess },
      ],
      retryAfterSeconds,
    });
  }
}
