import { createHmac } from "node:crypto";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { canonicalJson } from "../audit/audit-record.ts";
import { ProblemError } from "../http/problem.ts";

/** A call with an idempotency key. The request context passes it to the transaction of the change. */
export type RepeatableCall = {
  personId: string;
  key: string;
  /**
   * Covers endpoint, parameters, organization and body, so that reusing the key for a different request is rejected.
   */
  requestHash: Buffer;
  status: number;
  organizationId: string | null;
  /** Set once the key was sent with the change. */
  isSaved: boolean;
};

/** Log line of a call that changed data without saving its key, so that a repetition would change it again. */
export const unsavedKeyMessage = "a call did not save its idempotency key";

/** Stored record of an executed call. */
export type StoredCall = {
  request_hash: Buffer;
  status: number;
  created_id: string | null;
  is_expired: boolean;
};

/**
 * Thrown inside the transaction if the key already exists. Then the change is rolled back, and the response describes
 * the first call.
 */
export class RepeatedCallError extends Error {
  constructor() {
    super("the call was carried out before");
    this.name = "RepeatedCallError";
  }
}

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/** Reads the key of a request. Throws 400 INVALID_HEADER if it is empty, too long or not printable ASCII. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (Array.isArray(header) || !keyPattern.test(header)) throw new ProblemError("INVALID_HEADER");
  return header;
}

/**
 * Returns the hash that identifies a request. It is keyed, because bodies contain passwords, which a person with access
 * to the database could guess from a plain hash.
 */
export function hashRequest(
  hashKey: Buffer,
  endpoint: Endpoint,
  request: { params: unknown; query: unknown; body: unknown; organizationId: string | null },
): Buffer {
  return createHmac("sha256", hashKey)
    .update(
      canonicalJson([endpoint.name, request.params, request.query, request.body, request.organizationId]),
    )
    .digest();
}

/**
 * Returns whether a call with a known key is a repetition. An expired key counts as unknown. Throws 422 if it came with
 * a different request, and 409 if the endpoint never repeats its response.
 */
export function isRepeat(stored: StoredCall, call: RepeatableCall, endpoint: Endpoint): boolean {
  if (stored.is_expired) return false;
  if (!stored.request_hash.equals(call.requestHash)) throw new ProblemError("IDEMPOTENCY_KEY_REUSED");
  if (endpoint.replay === "none") throw new ProblemError("ALREADY_PROCESSED");
  return true;
}
