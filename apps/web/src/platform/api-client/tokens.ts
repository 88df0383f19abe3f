import { isRecord, localValues, readJson, tabValues } from "../storage/browser-storage.ts";
import type { ValueStore } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** Returns the storage of the tokens. All tabs share it, except on a shared workstation, where each tab has its own. */
function tokenValues(): ValueStore {
  return isSharedWorkstation() ? tabValues : localValues;
}

/** Returns whether this browser is a workstation shared by several users. */
export function isSharedWorkstation(): boolean {
  return readJson(localValues, storageKeys.workstation, isRecord)?.["shared"] === true;
}

/** Returns the access token, or null if signed out. */
export function accessToken(): string | null {
  return tokenValues().get(storageKeys.accessToken);
}

/** Stores the access token and the non-secret handle of the session. */
export function storeTokens(tokens: { accessToken: string; refreshToken: string }): void {
  const values = tokenValues();
  values.set(storageKeys.refreshToken, tokens.refreshToken);
  values.set(storageKeys.accessToken, tokens.accessToken);
}

/** Returns the non-secret handle of the stored session, or null if there is none. */
export function sessionHandle(): string | null {
  return tokenValues().get(storageKeys.refreshToken);
}

/** Moves the tokens to the right storage after `change` has turned this browser into a shared workstation, or back. */
export function moveTokens(change: () => void): void {
  const previousValues = tokenValues();
  const [token, handle] = [accessToken(), sessionHandle()];
  change();
  if (previousValues === tokenValues() || token === null || handle === null) return;
  storeTokens({ accessToken: token, refreshToken: handle });
  previousValues.remove(storageKeys.accessToken);
  previousValues.remove(storageKeys.refreshToken);
}

/** Returns the id of the user that the stored session belongs to, or null if none is stored. */
export function storedPersonId(): string | null {
  return readJson(localValues, storageKeys.user, hasId)?.id ?? null;
}

function hasId(value: unknown): value is { id: string } {
  return isRecord(value) && typeof value["id"] === "string";
}
