import type { ListPreferences, Preferences } from "@praxisportal/contract/preferences/preferences.schema";

/** A change to the preferences. It is reapplied if another device has changed them in the meantime. */
export type PreferencesChange = (preferences: Preferences) => Preferences;

export type ListColumns = NonNullable<ListPreferences["columns"]>;

/** The columns of a list before and after a change. Null means the default. */
export type ColumnChange = {
  readonly listId: string;
  readonly columns: ListColumns | null;
  readonly before: ListColumns | null;
};

/** A change that the server has not received. Only a change of columns is kept after the page is closed. */
export type UnsavedChange = {
  readonly change: PreferencesChange;
  readonly columns?: ColumnChange | undefined;
};
