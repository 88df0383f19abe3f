import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** An organization that was signed in to on this device; offered on the login page. */
export type RememberedPractice = { readonly organizationId: string; readonly name: string };

/** Maximum number kept; the least recently used are dropped first. */
export const rememberedPracticesMax = 10;

/**
 * Returns the organizations remembered on this device, most recently used first. They are kept at sign-out.
 */
export function rememberedPractices(): readonly RememberedPractice[] {
  const stored = readJson(localValues, storageKeys.rememberedPractices, Array.isArray) ?? [];
  return stored.filter(isRememberedPractice).slice(0, rememberedPracticesMax);
}

/** Moves an organization to the top of the list, with its current name. */
export function rememberPractice({ organizationId, name }: RememberedPractice): void {
  const others = withoutPractice(organizationId);
  const list = [{ organizationId, name }, ...others].slice(0, rememberedPracticesMax);
  writeJson(localValues, storageKeys.rememberedPractices, list);
}

/** Removes an organization from the list of this device. */
export function forgetPractice(organizationId: string): void {
  writeJson(localValues, storageKeys.rememberedPractices, withoutPractice(organizationId));
}

function withoutPractice(organizationId: string): RememberedPractice[] {
  return rememberedPractices().filter((practice) => practice.organizationId !== organizationId);
}

function isRememberedPractice(value: unknown): value is RememberedPractice {
  return isRecord(value) && typeof value["organizationId"] === "string" && typeof value["name"] === "string";
}
