import type { Preferences } from "@praxisportal/contract/preferences/preferences.schema";

/** A change of the preferences; reapplied if another device has changed them in the meantime. */
export type PreferencesChange = (preferences: Preferences) => Preferences;
