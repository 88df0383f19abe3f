import { createHmac } from "node:crypto";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { idempotencyKeyMs } from "@praxisportal/contract/limits";
import { canonicalJson } from "../audit/audit-record.ts";
import { ProblemError } from "../http/problem.ts";

/** A call that may be repeated with its key; carried by the request's context into the transaction of the change. */
export type RepeatableCall = {
  personId: string;
  key: string;
  /** Over endpoint, parameters, practice and body: the same key with another request is refused. */
  requestHash: Buffer;
  status: number;
  practiceId: string | null;
};

/** What is kept of a call that was carried out. */
export type KeptCall = { request_hash: Buffer; status: number; created_id: string | null; created_at: Date };

/** Thrown inside the transaction when the key is there already: the change is undone and the first one answered. */
export class RepeatedCallError extends Error {
  constructor() {
    super("the call was carried out before");
    this.name = "RepeatedCallError";
  }
}

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/** Reads the key of a request. Errors: 400 INVALID_HEADER when it is empty, too long or not printable ASCII. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (Array.isArray(header) || !keyPattern.test(header)) throw new ProblemError("INVALID_HEADER");
  return header;
}

/**
 * Whether two requests are the same one. With a key of the server, because bodies hold passwords, which could be
 * guessed from a plain hash by whoever reads the database.
 */
export function hashRequest(
  hashKey: Buffer,
  endpoint: Endpoint,
  parts: { params: unknown; query: unknown; body: unknown; practiceId: string | null },
): Buffer {
  return createHmac("sha256", hashKey)
    .update(canonicalJson([endpoint.name, parts.params, parts.query, parts.body, parts.practiceId]))
    .digest();
}

/**
 * Decides about a key that is known. Errors: 422 when it came with another request, 409 when the answer is never
 * given twice. A key past its time counts as unknown.
 */
export function isRepeat(kept: KeptCall, call: RepeatableCall, endpoint: Endpoint, now: Date): boolean {
  if (now.getTime() - kept.created_at.getTime() > idempotencyKeyMs) return false;
  if (!kept.request_hash.equals(call.requestHash)) throw new ProblemError("IDEMPOTENCY_KEY_REUSED");
  if (endpoint.replay === "none") throw new ProblemError("ALREADY_PROCESSED");
  return true;
}
