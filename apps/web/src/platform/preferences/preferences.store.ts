import type { ColumnChange, ListColumns, PreferencesChange, UnsavedChange } from "./preferences-change.ts";
import type { ListPreferences, Preferences } from "@praxisportal/contract/preferences/preferences.schema";
import { preferencesMaxBytes } from "@praxisportal/contract/limits";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { sessionStore } from "../session/session.store.ts";
import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { withDeviceValues } from "./device-values.ts";

export type PreferencesState = {
  /** The user whose preferences these are, or null while signed out. */
  readonly userId: string | null;
  /** The preferences with all saved and unsaved changes. */
  readonly preferences: Preferences;
  /** Version on the server on which `preferences` is based. 0 while it is unknown. */
  readonly version: number;
  /** Changes of this tab that the server has not received, oldest first. */
  readonly unsaved: readonly UnsavedChange[];
  /** Preferences that could not be saved before the page was reloaded. Used unless another device changed them. */
  readonly leftOver: Preferences | null;
  /** Preferences that were sent on the basis of `version` and may have reached the server, oldest first. */
  readonly sent: readonly Preferences[];
};

const noPreferences: Preferences = { sidebarCollapsed: null, lists: {} };

const signedOut: PreferencesState = {
  userId: null,
  preferences: noPreferences,
  version: 0,
  unsaved: [],
  leftOver: null,
  sent: [],
};

/**
 * The signed-in user's columns, saved views and sidebar. The server is authoritative. With the copy in this browser, a
 * reload shows them at once. Like all data of the user, the copy is removed at sign-out and when the screen is locked.
 */
export const preferencesStore = createStore<PreferencesState>()(() => signedOut);

/** Returns a part of the preferences for components. */
export function usePreferences<T>(select: (preferences: Preferences) => T): T {
  return useStore(preferencesStore, (state) => select(state.preferences));
}

/**
 * Applies a change at once and saves it in the background. Returns false if the preferences would become too large.
 * `columns` describes a change to a list's columns, which is kept while the server cannot be reached.
 */
export function changePreferences(change: PreferencesChange, columns?: ColumnChange): boolean {
  const { preferences, unsaved } = preferencesStore.getState();
  const changedPreferences = change(preferences);
  if (new TextEncoder().encode(JSON.stringify(changedPreferences)).length > preferencesMaxBytes) return false;
  preferencesStore.setState({ preferences: changedPreferences, unsaved: [...unsaved, { change, columns }] });
  keepCopy();
  return true;
}

/** Returns the preferences with changes applied. */
export function withChanges(preferences: Preferences, changes: readonly UnsavedChange[]): Preferences {
  return changes.reduce((current, { change }) => change(current), preferences);
}

/** Returns the change that sets the columns of a list, or restores its default columns for null. */
export function columnChange(listId: string, columns: ListColumns | null): PreferencesChange {
  return listChange(listId, ({ savedViews }) => ({ savedViews, ...(columns !== null && { columns }) }));
}

/** Returns a change to the preferences of one list. */
export function listChange(
  listId: string,
  change: (list: ListPreferences) => ListPreferences,
): PreferencesChange {
  return (preferences) => ({
    ...preferences,
    lists: { ...preferences.lists, [listId]: change(preferences.lists[listId] ?? { savedViews: [] }) },
  });
}

/** Stores a copy in this browser. */
export function keepCopy(): void {
  const { userId, preferences, version, unsaved, leftOver, sent } = preferencesStore.getState();
  if (userId === null) return;
  const isSaved = unsaved.length === 0 && leftOver === null;
  writeJson(localValues, storageKeys.preferences, { userId, preferences, version, isSaved, sent });
}

type Copy = {
  userId: string;
  preferences: Preferences;
  version: number;
  isSaved: boolean;
  /** Not a list in copies of earlier versions. */
  sent?: unknown;
};

function isCopy(value: unknown): value is Copy {
  return (
    isRecord(value) &&
    typeof value["userId"] === "string" &&
    typeof value["version"] === "number" &&
    typeof value["isSaved"] === "boolean" &&
    isRecord(value["preferences"]) &&
    isRecord(value["preferences"]["lists"])
  );
}

/** Shows this browser's copy to the user it belongs to. */
function adopt(userId: string): void {
  const copy = readJson(localValues, storageKeys.preferences, isCopy);
  const ownCopy = copy?.userId === userId ? copy : null;
  preferencesStore.setState({
    ...signedOut,
    userId,
    preferences: ownCopy?.preferences ?? noPreferences,
    version: ownCopy?.version ?? 0,
    leftOver: ownCopy?.isSaved === false ? ownCopy.preferences : null,
    sent: Array.isArray(ownCopy?.sent) ? (ownCopy.sent as Preferences[]) : [],
  });
  const change = withDeviceValues();
  if (change !== null) changePreferences(change);
}

/** Applies the changes of another tab of the same user. */
function followOtherTab(event: StorageEvent): void {
  if (event.key !== storageKeys.preferences || event.newValue === null) return;
  const { userId, unsaved } = preferencesStore.getState();
  const copy = readJson(localValues, storageKeys.preferences, isCopy);
  if (copy === null || copy.userId !== userId) return;
  const preferences = withChanges(copy.preferences, unsaved);
  preferencesStore.setState({ preferences, version: copy.version });
}

function followSession(): void {
  const { status, user } = sessionStore.getState();
  const userId = status === "signedIn" ? (user?.id ?? null) : null;
  if (userId === preferencesStore.getState().userId) return;
  if (userId === null) preferencesStore.setState(signedOut, true);
  else adopt(userId);
}

// Runs when this module is loaded, so that the first page of a signed-in user already shows the copy.
followSession();
sessionStore.subscribe(followSession);
window.addEventListener("storage", followOtherTab);
onPersonDataCleared(() => preferencesStore.setState(signedOut, true));
