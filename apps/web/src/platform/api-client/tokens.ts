import { isRecord, localValues, readJson, tabValues } from "../storage/browser-storage.ts";
import type { ValueStore } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** Where the tokens live: in all tabs, or on a shared workstation in this tab alone. */
function tokenValues(): ValueStore {
  return isDeskShared() ? tabValues : localValues;
}

/** Whether this browser is a workstation that several people share. */
export function isDeskShared(): boolean {
  return readJson(localValues, storageKeys.desk, isRecord)?.["shared"] === true;
}

/** The bearer half of the session; null when nobody is signed in. */
export function accessToken(): string | null {
  return tokenValues().get(storageKeys.accessToken);
}

/** Keeps the bearer half and the non-secret handle of the session. */
export function storeTokens(tokens: { accessToken: string; refreshToken: string }): void {
  const values = tokenValues();
  values.set(storageKeys.refreshToken, tokens.refreshToken);
  values.set(storageKeys.accessToken, tokens.accessToken);
}

/** The non-secret handle of the stored session; null without one. */
export function sessionHandle(): string | null {
  return tokenValues().get(storageKeys.refreshToken);
}

/** Puts the tokens where they belong once `change` has made this browser a shared workstation, or none any more. */
export function moveTokens(change: () => void): void {
  const before = tokenValues();
  const [token, handle] = [accessToken(), sessionHandle()];
  change();
  if (before === tokenValues() || token === null || handle === null) return;
  storeTokens({ accessToken: token, refreshToken: handle });
  before.remove(storageKeys.accessToken);
  before.remove(storageKeys.refreshToken);
}

/** Id of the person to whom the stored session belongs; null when none is stored. */
export function storedPersonId(): string | null {
  return readJson(localValues, storageKeys.user, hasId)?.id ?? null;
}

function hasId(value: unknown): value is { id: string } {
  return isRecord(value) && typeof value["id"] === "string";
}
