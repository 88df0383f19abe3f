import type { updateMe } from "@praxisportal/contract/users/users.endpoints";
import { settingsLanguage } from "@praxisportal/contract/languages";
import type { SettingsLanguage } from "@praxisportal/contract/languages";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { appState } from "../../platform/app-state/app-state.store.ts";
import { recordAndRethrow } from "../../platform/app-state/record-error.ts";
import { setLanguage } from "../../platform/i18n/store.ts";
import { isUnreachable, queueChange } from "../../platform/offline/queue-change.ts";
import { currentOwner } from "../../platform/offline/sync-owner.ts";
import { updateUser } from "../../platform/session/session.actions.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { isRecord, localValues, readJson, writeJson } from "../../platform/storage/browser-storage.ts";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";
import { storageKeys } from "../../platform/storage/storage-keys.ts";
import { setThemeMode, themeStore } from "../../platform/theme/theme-store.ts";

export type Settings = { readonly isDarkMode: boolean; readonly language: SettingsLanguage };

export type SettingsState = Settings & {
  readonly saving: boolean;
  /** 'Could not save settings' after a failed save. */
  readonly error: string | null;
  /** The setting that could not be saved. */
  readonly unsaved: keyof Settings | null;
};

const saveFailed = "Could not save settings";
const updateMeRoute = route<typeof updateMe>()("users.updateMe", "PUT", "/api/v1/users/me");

/** The user's two settings. The theme and i18n modules apply them, and this store loads and saves the preference. */
export const settingsStore = createStore<SettingsState>()(() => ({
  isDarkMode: themeStore.getState().dark,
  language: settingsLanguage(localValues.get(storageKeys.locale)),
  saving: false,
  error: null,
  unsaved: null,
}));

export function useSettings<T>(select: (settings: SettingsState) => T): T {
  return useStore(settingsStore, select);
}

// Keeps the store in sync with the theme, which may also change elsewhere (user menu, system).
themeStore.subscribe(({ dark }) => settingsStore.setState({ isDarkMode: dark }));

/**
 * Loads the settings of the signed-in user, or else those stored in this browser. A locale or theme chosen in this
 * browser takes precedence. The settings apply only where none is stored.
 */
export async function loadSettings(): Promise<void> {
  const { user } = sessionStore.getState();
  const stored = readJson(localValues, storageKeys.settings, isRecord);
  const source: unknown = user?.settings ?? stored;
  const { isDarkMode, language } = acceptedSettings(source);
  settingsStore.setState({ language, error: null });
  if (source === null) return;
  // Light is the default. It may not have been chosen, so it must not override a dark system theme.
  if (localValues.get(storageKeys.theme) === null && isDarkMode) setThemeMode("dark");
  // A stored locale that differs from the temporary one was chosen on this device in the meantime, and is kept.
  const isTemporary =
    stored?.["lentLocale"] === true && localValues.get(storageKeys.locale) === stored["language"];
  if (localValues.get(storageKeys.locale) === null || isTemporary)
    await applyTemporaryLocale({ isDarkMode, language });
}

/**
 * Applies the user's language to the browser until sign-out. It must not persist: the next user has their own
 * settings, and it was not chosen for this device.
 */
async function applyTemporaryLocale(settings: Settings): Promise<void> {
  await setLanguage(settings.language);
  writeJson(localValues, storageKeys.settings, { ...settings, lentLocale: true });
  keepLocale();
  stopReverting = onPersonDataCleared(() => {
    // A different locale was chosen on this device in the meantime, for example in the user menu.
    if (localValues.get(storageKeys.locale) === settings.language) localValues.remove(storageKeys.locale);
    keepLocale();
  });
}

let stopReverting: (() => void) | null = null;

function keepLocale(): void {
  stopReverting?.();
  stopReverting = null;
}

/**
 * Applies and stores changed settings and saves them for the signed-in user. Offline changes are queued.
 * @throws the save's error, after recording 'Could not save settings'.
 */
export function saveSettings(change: Partial<Settings>): Promise<void> {
  const unsaved = change.language === undefined ? "isDarkMode" : "language";
  const record = () => settingsStore.setState({ error: saveFailed, unsaved });
  return recordAndRethrow(saveFailed, record, async () => {
    settingsStore.setState({ ...change, saving: true, error: null });
    const { isDarkMode, language } = settingsStore.getState();
    writeJson(localValues, storageKeys.settings, { isDarkMode, language });
    try {
      if (change.isDarkMode !== undefined) setThemeMode(change.isDarkMode ? "dark" : "light");
      if (change.language !== undefined) await applyLanguage(change.language);
      if (sessionStore.getState().status === "signedIn") await sendOrQueue(change);
    } finally {
      settingsStore.setState({ saving: false });
    }
  });
}

/** Applies the language. Offline, its texts may not have been downloaded: then it is only saved. */
async function applyLanguage(language: SettingsLanguage): Promise<void> {
  try {
    await setLanguage(language);
    keepLocale();
  } catch (error) {
    if (appState.getState().online) throw error;
  }
}

/** Queues the change if the user is offline or other changes are waiting. It is already applied locally. */
async function sendOrQueue(data: Partial<Settings>): Promise<void> {
  const owner = currentOwner();
  const { user } = sessionStore.getState();
  if (user === null) return;
  const change = { data, before: user.settings, version: user.version };
  const queue = async (isBehindOthers: boolean) => {
    await queueChange("settings.save", change, owner, isBehindOthers);
    updateUser({ ...user, settings: { ...user.settings, ...data } });
  };
  if (appState.getState().pendingSyncCount > 0) return queue(true);
  try {
    updateUser(await call(updateMeRoute, { body: { settings: data } }));
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await queue(false);
  }
}

/** Returns the usable parts of a stored value. A language other than de or en becomes de. */
export function acceptedSettings(value: unknown): Settings {
  const stored = isRecord(value) ? value : {};
  const isDarkMode = stored["isDarkMode"];
  return {
    isDarkMode: typeof isDarkMode === "boolean" ? isDarkMode : themeStore.getState().dark,
    language: settingsLanguage(stored["language"]),
  };
}
