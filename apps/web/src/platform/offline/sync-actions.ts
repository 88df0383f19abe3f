import type { PendingData, PendingName } from "./pending-sync.ts";

/** Parameters of an attempt to send a change. */
export type SyncAttempt = {
  readonly idempotencyKey: string;
  /** Version on which the change is based, or undefined for an action that cannot conflict. */
  readonly ifMatch: number | undefined;
};

/** Checks and sends the queued changes of one action. */
export type SyncAction<Data> = {
  /** Changes of the same entity are sent in order. */
  readonly entity: string;
  /** Returns the data with its known fields in a fixed order, or null if it contains anything else. */
  readonly parse: (data: unknown) => Data | null;
  /**
   * Sends a change and resolves with the version that it created, or null if there is none.
   * @throws ApiError PRECONDITION_FAILED if the entity has another version than `ifMatch`.
   */
  readonly send: (data: Data, attempt: SyncAttempt) => Promise<number | null>;
  /** Reads the server's value of the fields that `data` changes. Absent for an action that cannot conflict. */
  readonly read?: (data: Data) => Promise<{ readonly version: number; readonly value: Data }>;
  /** Shows a value on this device that replaces the user's change: the server's value or the previous value. */
  readonly show?: (value: Data) => void;
};

/** The actions, exactly one per kind of change. */
export type SyncActions = { readonly [Name in PendingName]: SyncAction<PendingData[Name]> };

let actions: SyncActions | null = null;

/** Sets the actions. They come from features, on which the platform does not depend. */
export function setSyncActions(syncActions: SyncActions): void {
  actions = syncActions;
}

/** Returns the action with this name, or undefined for every name that is not on the list. */
export function syncActionOf(name: string): SyncAction<unknown> | undefined {
  return (actions as Readonly<Record<string, SyncAction<unknown> | undefined>> | null)?.[name];
}

/** Returns whether two parsed values are the same. */
export function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
