import { isRecord, localValues, readJson, writeJson } from "../../storage/browser-storage.ts";
import { storageKeys } from "../../storage/storage-keys.ts";

/** The workstation as stored in this browser. It is data of the device, not of the user. */
export type WorkstationState = {
  /** True if several users work here. Tokens are then kept per tab, and no user stays signed in. */
  readonly shared: boolean;
  /** Minutes of inactivity after which the screen locks, or null if it never locks. */
  readonly autoLockMinutes: number | null;
};

const privateWorkstation: WorkstationState = { shared: false, autoLockMinutes: null };

/** Returns the workstation as last received from the server. */
export function workstationState(): WorkstationState {
  return readJson(localValues, storageKeys.workstation, isWorkstationState) ?? privateWorkstation;
}

/** Stores the workstation received from the server. */
export function persistWorkstationState(workstation: WorkstationState): void {
  if (workstation.shared || workstation.autoLockMinutes !== null)
    writeJson(localValues, storageKeys.workstation, workstation);
  else localValues.remove(storageKeys.workstation);
}

/** Returns whether this browser's screen is locked. The lock screen then also appears after a reload. */
export function isScreenLocked(): boolean {
  return localValues.get(storageKeys.screenLocked) !== null;
}

/** Stores whether the screen is locked. */
export function persistScreenLocked(locked: boolean): void {
  if (locked) localValues.set(storageKeys.screenLocked, "1");
  else localValues.remove(storageKeys.screenLocked);
}

function isWorkstationState(value: unknown): value is WorkstationState {
  if (!isRecord(value) || typeof value["shared"] !== "boolean") return false;
  const minutes = value["autoLockMinutes"];
  return minutes === null || typeof minutes === "number";
}
