import type { ListPreferences, Preferences } from "@praxisportal/contract/preferences/preferences.schema";

/** A change to the preferences; reapplied if another device has changed them in the meantime. */
export type PreferencesChange = (preferences: Preferences) => Preferences;

export type ListColumns = NonNullable<ListPreferences["columns"]>;

/** The columns of a list before and after a change; null: its default. */
export type ColumnChange = {
  readonly listId: string;
  readonly columns: ListColumns | null;
  readonly before: ListColumns | null;
};

/** A change that the server does not have. Only a change of columns can wait beyond this page. */
export type UnsavedChange = {
  readonly change: PreferencesChange;
  readonly columns?: ColumnChange | undefined;
};
