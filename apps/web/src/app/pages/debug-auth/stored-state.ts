import { useEffect, useState } from "react";
import { failedRequests, type FailedRequest } from "../../../platform/api-client/failed-requests.ts";
import { accessToken, isSharedWorkstation, sessionHandle } from "../../../platform/api-client/tokens.ts";
import {
  type WorkstationState,
  workstationState,
  isScreenLocked,
} from "../../../platform/session/lock/workstation-state.ts";
import { lastActivityMs } from "../../../platform/session/times/last-activity.ts";
import { readStoredQueue } from "../../../platform/offline/stored-queue.ts";
import { sessionStore } from "../../../platform/session/session.store.ts";
import { isRecord, localValues } from "../../../platform/storage/browser-storage.ts";
import { storageKeys } from "../../../platform/storage/storage-keys.ts";
import { mask, type Masked } from "./mask.ts";
import { storedValues, type StoredValue } from "./stored-values.ts";

const tickMs = 1000;

/** Snapshot of the values stored in this browser, with masked secrets. */
export type StoredState = {
  /** Time of this browser's clock. */
  readonly nowMs: number;
  readonly token: Masked | null;
  readonly handle: Masked | null;
  readonly deviceLabel: Masked | null;
  readonly isSharedWorkstation: boolean;
  readonly workstation: WorkstationState;
  readonly isLocked: boolean;
  readonly activityMs: number | null;
  /** Number of the user's pending offline changes. */
  readonly waiting: number;
  readonly isStorageAllowed: boolean;
  readonly failures: readonly FailedRequest[];
  readonly stored: readonly StoredValue[];
};

const maskOrNull = (value: string | null) => (value === null ? null : mask(value));

/** Counts the user's pending changes. Returns 0 without a session. */
function pendingChangeCount(): number {
  const { user } = sessionStore.getState();
  return readStoredQueue().filter(
    (item) => isRecord(item) && item["userId"] === user?.id && item["state"] !== "rejected",
  ).length;
}

/** Returns whether storage works by writing and removing a value, because a read alone does not prove it. */
function probeStorage(): boolean {
  try {
    window.localStorage.setItem("portal-probe", "1");
    window.localStorage.removeItem("portal-probe");
    return true;
  } catch {
    return false;
  }
}

function readStoredState(): StoredState {
  return {
    nowMs: Date.now(),
    token: maskOrNull(accessToken()),
    handle: maskOrNull(sessionHandle()),
    deviceLabel: maskOrNull(localValues.get(storageKeys.deviceFingerprint)),
    isSharedWorkstation: isSharedWorkstation(),
    workstation: workstationState(),
    isLocked: isScreenLocked(),
    activityMs: lastActivityMs(),
    waiting: pendingChangeCount(),
    isStorageAllowed: probeStorage(),
    failures: failedRequests(),
    stored: storedValues(),
  };
}

/** Returns a snapshot of the stored values, updated every second. */
export function useStoredState(): StoredState {
  const [snapshot, setSnapshot] = useState(readStoredState);
  useEffect(() => {
    const timer = setInterval(() => setSnapshot(readStoredState()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return snapshot;
}
