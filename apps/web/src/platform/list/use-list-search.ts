import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ListParams, ListSearch, ListSearchDefinition, ListSort, SortOrder } from "./list-search.ts";

/** The state of a list as stored in the URL, and the functions that change it. */
export interface ListState<Filters = object, SortField extends string = string> {
  readonly search: ListSearch<Filters, SortField>;
  readonly sort: ListSort<SortField>;
  readonly sortFields: readonly SortField[];
  /** Parameters of the URL with invalid values. */
  readonly ignoredParams: readonly string[];
  readonly hasActiveFilters: boolean;
  /** The query parameters after a change, for links. */
  readonly after: (change: ListParams) => ListParams;
  readonly change: (change: ListParams) => void;
  /** Changes the parameters without a history entry, while the user types. */
  readonly replace: (change: ListParams) => void;
  /** The query string that a saved view of the list would contain now. */
  readonly view: string;
  /** The query parameters of a saved view, for links. */
  readonly withView: (view: string) => ListParams;
  /** Removes the search and all filters. */
  readonly reset: () => void;
  readonly setSort: (sortBy: string, sortOrder: SortOrder) => void;
  /** Sorts by a field as a click on its column header does. */
  readonly toggleSort: (field: string) => void;
}

/** Returns the state of a list, which is stored only in the URL of the page. */
export function useListSearch<Filters extends Record<string, string>, SortField extends string>(
  definition: ListSearchDefinition<Filters, SortField>,
): ListState<Filters, SortField> {
  const navigate = useNavigate();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return listStateOf(definition, raw, (update, replace) => {
    void navigate({ to: ".", search: update(raw), replace, resetScroll: false });
  });
}

/** Returns the state of a list from its parameters. `store` replaces them with the result of `update`. */
export function listStateOf<Filters extends Record<string, string>, SortField extends string>(
  definition: ListSearchDefinition<Filters, SortField>,
  raw: Readonly<Record<string, unknown>>,
  store: (update: (raw: Readonly<Record<string, unknown>>) => ListParams, replace: boolean) => void,
): ListState<Filters, SortField> {
  const { search, ignoredParams } = definition.parse(raw);
  const sort = definition.sortOf(search);
  const after = (change: ListParams) => definition.after(raw, change);
  const go = (change: ListParams, replace: boolean) =>
    store((latest) => definition.after(latest, change), replace);
  return {
    search,
    sort,
    sortFields: definition.sortFields,
    ignoredParams,
    hasActiveFilters: definition.hasActiveFilters(search),
    after,
    change: (change) => go(change, false),
    replace: (change) => go(change, true),
    view: definition.viewOf(search),
    withView: (view) => definition.withView(raw, view),
    reset: () => go(definition.withoutFilters, false),
    setSort: (sortBy, sortOrder) => go({ sortBy, sortOrder }, false),
    toggleSort: (field) => go({ ...definition.toggledSort(search, field) }, false),
  };
}
