import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** A practice somebody signed in to on this device; the login page offers it. */
export type RememberedPractice = { readonly organizationId: string; readonly name: string };

/** More than this the device forgets, the longest unused first. */
export const rememberedPracticesMax = 10;

/** Practices remembered on this device, last used first. They stay when a person signs out. */
export function rememberedPractices(): readonly RememberedPractice[] {
  const stored = readJson(localValues, storageKeys.rememberedPractices, Array.isArray) ?? [];
  return stored.filter(isRememberedPractice).slice(0, rememberedPracticesMax);
}

/** Puts a practice first in the list, with its present name. */
export function rememberPractice({ organizationId, name }: RememberedPractice): void {
  const others = withoutPractice(organizationId);
  const list = [{ organizationId, name }, ...others].slice(0, rememberedPracticesMax);
  writeJson(localValues, storageKeys.rememberedPractices, list);
}

/** Takes a practice off the list of this device. */
export function forgetPractice(organizationId: string): void {
  writeJson(localValues, storageKeys.rememberedPractices, withoutPractice(organizationId));
}

function withoutPractice(organizationId: string): RememberedPractice[] {
  return rememberedPractices().filter((practice) => practice.organizationId !== organizationId);
}

function isRememberedPractice(value: unknown): value is RememberedPractice {
  return isRecord(value) && typeof value["organizationId"] === "string" && typeof value["name"] === "string";
}
