import {
  preferencesSchema,
  type Preferences,
  type StoredPreferences,
} from "@praxisportal/contract/preferences/preferences.schema";
import type { PreferencesRow } from "./preferences.queries.ts";

const defaults: Preferences = { sidebarCollapsed: null, lists: {} };

/** Returns a person's preferences. Stored JSON of an earlier version that is no longer valid is ignored. */
export function presentPreferences(row: PreferencesRow | undefined): StoredPreferences {
  const parsed = preferencesSchema.safeParse(row?.settings);
  return { ...(parsed.success ? parsed.data : defaults), version: row?.version ?? 0 };
}
