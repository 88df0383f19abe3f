import type { SavedView } from "@praxisportal/contract/preferences/preferences.schema";
import { savedViewsMax } from "@praxisportal/contract/limits";
import type { ListColumns } from "./preferences-change.ts";
import {
  columnChange,
  listChange,
  changePreferences,
  preferencesStore,
  usePreferences,
} from "./preferences.store.ts";

export type { SavedView };

/** Returns the columns that the user chose for a list, in order, or undefined if they chose none. */
export function useColumnPreference(listId: string) {
  return {
    columns: usePreferences(({ lists }) => lists[listId]?.columns),
    /** Stores the columns. Undefined restores the default of the list. */
    setColumns: (columns: ListColumns | undefined) => {
      const before = preferencesStore.getState().preferences.lists[listId]?.columns ?? null;
      const change = { listId, columns: columns ?? null, before };
      changePreferences(columnChange(listId, change.columns), change);
    },
  };
}

const noViews: readonly SavedView[] = [];

/** Returns the user's saved views of a list, in the order of their creation, and functions to change them. */
export function useSavedViews(listId: string) {
  const views: readonly SavedView[] = usePreferences(({ lists }) => lists[listId]?.savedViews ?? noViews);

  const change = (next: (views: readonly SavedView[]) => readonly SavedView[]) =>
    changePreferences(listChange(listId, (list) => ({ ...list, savedViews: [...next(list.savedViews)] })));

  return {
    views,
    /** Saves a query string under a name. Returns false if the list is full. */
    save: (name: string, query: string): boolean => {
      if (views.length >= savedViewsMax) return false;
      const view = { id: crypto.randomUUID(), name, query };
      // Another device may have filled the list in the meantime.
      return change((stored) => [...stored, view].slice(0, savedViewsMax));
    },
    rename: (id: string, name: string) =>
      change((stored) => stored.map((view) => (view.id === id ? { ...view, name } : view))),
    remove: (id: string) => change((stored) => stored.filter((view) => view.id !== id)),
    /** Restores a removed view at its position. */
    restore: (view: SavedView, index: number) =>
      change((stored) =>
        stored.some(({ id }) => id === view.id) || stored.length >= savedViewsMax
          ? stored
          : stored.toSpliced(index, 0, view),
      ),
  };
}
