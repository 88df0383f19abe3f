import { isRecord, localValues, readJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** The bearer half of the session, as all tabs of this browser share it; null when nobody is signed in. */
export function accessToken(): string | null {
  return localValues.get(storageKeys.accessToken);
}

/** Keeps the bearer half and the non-secret handle of the session. */
export function storeTokens(tokens: { accessToken: string; refreshToken: string }): void {
  localValues.set(storageKeys.refreshToken, tokens.refreshToken);
  localValues.set(storageKeys.accessToken, tokens.accessToken);
}

/** Id of the person to whom the stored session belongs; null when none is stored. */
export function storedPersonId(): string | null {
  return readJson(localValues, storageKeys.user, hasId)?.id ?? null;
}

function hasId(value: unknown): value is { id: string } {
  return isRecord(value) && typeof value["id"] === "string";
}
