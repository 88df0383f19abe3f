import { useEffect, useState } from "react";
import { refusedCalls, type RefusedCall } from "../../../platform/api-client/refused-calls.ts";
import { accessToken, isDeskShared, sessionHandle } from "../../../platform/api-client/tokens.ts";
import { type DeskState, deskState, isScreenLocked } from "../../../platform/session/desk-state.ts";
import { lastActivityMs } from "../../../platform/session/last-activity.ts";
import { localValues } from "../../../platform/storage/browser-storage.ts";
import { storageKeys } from "../../../platform/storage/storage-keys.ts";
import { masked, type Masked } from "./masked.ts";
import { storedValues, type StoredValue } from "./stored-values.ts";

const tickMs = 1000;

/** A snapshot of what this browser stores. Secrets are masked at this point and go no further. */
export type Kept = {
  /** This browser's clock. */
  readonly nowMs: number;
  readonly token: Masked | null;
  readonly handle: Masked | null;
  readonly deviceLabel: Masked | null;
  readonly isDeskShared: boolean;
  readonly desk: DeskState;
  readonly isLocked: boolean;
  readonly activityMs: number | null;
  /** Number of pending offline changes. */
  readonly waiting: number;
  readonly isStorageAllowed: boolean;
  readonly refused: readonly RefusedCall[];
  readonly stored: readonly StoredValue[];
};

const maskedOrNull = (value: string | null) => (value === null ? null : masked(value));

/** Counts the pending offline changes in storage; needs no session. */
function waitingChanges(): number {
  try {
    const stored: unknown = JSON.parse(localValues.get(storageKeys.pendingSyncs) ?? "[]");
    return Array.isArray(stored) ? stored.length : 0;
  } catch {
    return 0;
  }
}

/** Writes and removes a value as the portal does; a read alone does not prove that storage works. */
function probeStorage(): boolean {
  try {
    window.localStorage.setItem("portal-probe", "1");
    window.localStorage.removeItem("portal-probe");
    return true;
  } catch {
    return false;
  }
}

function readKept(): Kept {
  return {
    nowMs: Date.now(),
    token: maskedOrNull(accessToken()),
    handle: maskedOrNull(sessionHandle()),
    deviceLabel: maskedOrNull(localValues.get(storageKeys.deviceFingerprint)),
    isDeskShared: isDeskShared(),
    desk: deskState(),
    isLocked: isScreenLocked(),
    activityMs: lastActivityMs(),
    waiting: waitingChanges(),
    isStorageAllowed: probeStorage(),
    refused: refusedCalls(),
    stored: storedValues(),
  };
}

/** Returns what is stored, updated every second. */
export function useKept(): Kept {
  const [kept, setKept] = useState(readKept);
  useEffect(() => {
    const timer = setInterval(() => setKept(readKept()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return kept;
}
