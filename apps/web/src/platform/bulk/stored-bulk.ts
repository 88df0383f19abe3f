import { isRecord, readJson, tabValues, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import type { BulkItem, BulkWork } from "./bulk-work.ts";

/**
 * Stores unfinished work in this tab. It survives a reload and contains ids but no names. Like all values that do not
 * belong to the device, it is removed at sign-out.
 */
export function storeBulk(work: BulkWork): void {
  writeJson(tabValues, storageKeys.bulkWork, work);
}

export function clearStoredBulk(): void {
  tabValues.remove(storageKeys.bulkWork);
}

/** Returns unfinished work of one of these kinds in this organization. */
export function storedBulk<Kind extends string>(
  kinds: readonly Kind[],
  organizationId: string,
): BulkWork<Kind> | null {
  const work = readJson(tabValues, storageKeys.bulkWork, isBulkWork);
  if (work === null || work.organizationId !== organizationId) return null;
  const kind = kinds.find((candidate) => candidate === work.kind);
  return kind === undefined ? null : { ...work, kind };
}

function isBulkItem(value: unknown): value is BulkItem {
  if (!isRecord(value) || typeof value["id"] !== "string" || typeof value["key"] !== "string") return false;
  const { state, reason } = value;
  const isState = state === "open" || state === "done" || state === "failed";
  return isState && (reason === undefined || typeof reason === "string");
}

function isBulkWork(value: unknown): value is BulkWork {
  if (!isRecord(value) || !Array.isArray(value["items"])) return false;
  const isNamed =
    typeof value["id"] === "string" &&
    typeof value["kind"] === "string" &&
    typeof value["organizationId"] === "string";
  return isNamed && value["items"].every(isBulkItem);
}
