import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** What this browser knows about its workstation; device data, not user data. */
export type DeskState = {
  /** Several users work here: tokens are kept per tab, and no user stays signed in. */
  readonly shared: boolean;
  /** Minutes of inactivity after which the screen locks; null: never. */
  readonly autoLockMinutes: number | null;
};

const ownDesk: DeskState = { shared: false, autoLockMinutes: null };

/** Returns the workstation as last received from the server. */
export function deskState(): DeskState {
  return readJson(localValues, storageKeys.desk, isDeskState) ?? ownDesk;
}

/** Stores the workstation received from the server. */
export function noteDeskState(desk: DeskState): void {
  if (desk.shared || desk.autoLockMinutes !== null) writeJson(localValues, storageKeys.desk, desk);
  else localValues.remove(storageKeys.desk);
}

/** Returns whether this browser's screen is locked; the lock screen then also shows after a reload. */
export function isScreenLocked(): boolean {
  return localValues.get(storageKeys.screenLocked) !== null;
}

/** Stores whether the screen is locked. */
export function noteScreenLocked(locked: boolean): void {
  if (locked) localValues.set(storageKeys.screenLocked, "1");
  else localValues.remove(storageKeys.screenLocked);
}

function isDeskState(value: unknown): value is DeskState {
  if (!isRecord(value) || typeof value["shared"] !== "boolean") return false;
  const minutes = value["autoLockMinutes"];
  return minutes === null || typeof minutes === "number";
}
