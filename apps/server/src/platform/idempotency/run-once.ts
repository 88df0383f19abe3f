import { type Endpoint, successStatus } from "@praxisportal/contract/endpoint";
import type { Logger } from "pino";
import type { IdentityDb } from "../db/handles.ts";
import { ProblemError } from "../http/problem.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import {
  hashRequest,
  isRepeat,
  type RepeatableCall,
  RepeatedCallError,
  unsavedKeyMessage,
} from "./idempotency.ts";
import { findIdempotencyKey } from "./idempotency.queries.ts";

/** Store of the keys, and HMAC key of the request hashes that distinguish a repeated call from another one. */
export type RunOnceDependencies = {
  identityDb: IdentityDb;
  requestHashKey: Buffer;
  log: Pick<Logger, "error">;
};

/** Call with an idempotency key, with the functions that run it and reload its result. */
export type KeyedCall<Result> = {
  endpoint: Endpoint;
  key: string;
  input: { params: unknown; query: unknown; body: unknown };
  context: RequestContext;
  run: () => Promise<Result>;
  /** Reloads the result. Without it, a repetition returns 409 ALREADY_PROCESSED. */
  reread: ((createdId: string) => Promise<Result>) | undefined;
};

/**
 * Runs a call once. A repetition returns the reloaded result of the first call. If both run at the same time, the one
 * whose transaction finds the key taken is rolled back and reloads.
 */
export async function runOnce<Result>(
  { identityDb, requestHashKey, log }: RunOnceDependencies,
  { endpoint, key, input, context, run, reread }: KeyedCall<Result>,
): Promise<Result> {
  const organizationId = context.organizationIfAny?.id ?? null;
  const repeatable: RepeatableCall = {
    personId: context.caller.personId,
    key,
    requestHash: hashRequest(requestHashKey, endpoint, { ...input, organizationId }),
    status: successStatus(endpoint),
    organizationId,
    isSaved: false,
  };
  const storedResult = async () => {
    const stored = await findIdempotencyKey(identityDb, repeatable.personId, key);
    if (stored === undefined || !isRepeat(stored, repeatable, endpoint)) return undefined;
    if (stored.created_id === null || reread === undefined) throw new ProblemError("ALREADY_PROCESSED");
    return { result: await reread(stored.created_id) };
  };
  const before = await storedResult();
  if (before !== undefined) return before.result;
  context.repeatable = repeatable;
  try {
    const result = await run();
    if (!repeatable.isSaved) log.error({ endpoint: endpoint.name }, unsavedKeyMessage);
    return result;
  } catch (error) {
    if (!(error instanceof RepeatedCallError)) throw error;
    const now = await storedResult();
    if (now === undefined) throw error;
    return now.result;
  }
}
