import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** What this browser knows of the workstation it is; of the device, not of a person. */
export type DeskState = {
  /** Several people work here: tokens live in the tab, nobody stays signed in. */
  readonly shared: boolean;
  /** Minutes without activity after which the screen locks itself; null: never. */
  readonly autoLockMinutes: number | null;
};

const ownDesk: DeskState = { shared: false, autoLockMinutes: null };

/** The workstation as the server last told. */
export function deskState(): DeskState {
  return readJson(localValues, storageKeys.desk, isDeskState) ?? ownDesk;
}

/** Keeps what the server told of the workstation. */
export function noteDeskState(desk: DeskState): void {
  if (desk.shared || desk.autoLockMinutes !== null) writeJson(localValues, storageKeys.desk, desk);
  else localValues.remove(storageKeys.desk);
}

/** Whether the screen of this browser is locked; a reload, too, then shows the lock screen. */
export function isScreenLocked(): boolean {
  return localValues.get(storageKeys.screenLocked) !== null;
}

/** Remembers that the screen is locked, or that somebody is at it again. */
export function noteScreenLocked(locked: boolean): void {
  if (locked) localValues.set(storageKeys.screenLocked, "1");
  else localValues.remove(storageKeys.screenLocked);
}

function isDeskState(value: unknown): value is DeskState {
  if (!isRecord(value) || typeof value["shared"] !== "boolean") return false;
  const minutes = value["autoLockMinutes"];
  return minutes === null || typeof minutes === "number";
}
