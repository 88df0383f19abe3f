import type { Preferences } from "@praxisportal/contract/preferences/preferences.schema";

/** A change of the preferences; applied again when another device has changed them meanwhile. */
export type PreferencesChange = (preferences: Preferences) => Preferences;
