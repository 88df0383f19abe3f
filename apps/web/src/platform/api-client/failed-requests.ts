import { isRecord, readJson, tabValues, writeJson } from "../storage/browser-storage.ts";
import { portalConfig } from "../storage/portal-config.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import type { ApiError } from "./api-error.ts";
import type { CallTarget } from "./route.ts";

/** A failed call. Contains the path pattern and never the path, which could identify a person. */
export type FailedRequest = {
  readonly method: string;
  readonly path: string;
  /** HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  /** Request id under which the server logged it. */
  readonly requestId: string | null;
  /** Time by this browser's clock, in ms. */
  readonly atMs: number;
};

const maxFailedRequests = 10;

/** Records a failed call for /debug-auth: in this tab, across reloads, and only if that page is enabled. */
export function recordFailedRequest(
  { method, path }: CallTarget,
  { status, code, requestId }: ApiError,
): void {
  if (!portalConfig().debugAuth) return;
  const call: FailedRequest = { method, path, status, code, requestId, atMs: Date.now() };
  writeJson(tabValues, storageKeys.failedRequests, [call, ...failedRequests()].slice(0, maxFailedRequests));
}

/** Returns the last failed calls of this tab, newest first. */
export function failedRequests(): readonly FailedRequest[] {
  return (readJson(tabValues, storageKeys.failedRequests, Array.isArray) ?? []).filter(isFailedRequest);
}

function isFailedRequest(value: unknown): value is FailedRequest {
  if (!isRecord(value)) return false;
  const { method, path, code, requestId } = value;
  return (
    [method, path, code].every((item) => typeof item === "string") &&
    (requestId === null || typeof requestId === "string") &&
    [value["status"], value["atMs"]].every((item) => typeof item === "number")
  );
}
