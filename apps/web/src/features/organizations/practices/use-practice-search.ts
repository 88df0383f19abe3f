import { useNavigate, useSearch } from "@tanstack/react-router";
import { parsePracticeSearch, type PracticeSearch, type PracticeSearchField } from "./practice-search.ts";

/** A change of the URL's query; undefined removes a field. */
export type PracticeSearchChange = {
  readonly [field in keyof PracticeSearch]?: PracticeSearch[field] | undefined;
};

export interface PracticeSearchState {
  readonly search: PracticeSearch;
  /** Fields of the URL with invalid values. */
  readonly skipped: readonly PracticeSearchField[];
  /** Navigates to the changed query. Any change except of the page starts at the first page. */
  readonly change: (change: PracticeSearchChange) => void;
  /** The same without a history entry, for typing. */
  readonly replace: (change: PracticeSearchChange) => void;
}

/** State of the list, kept only in the URL. */
export function usePracticeSearch(): PracticeSearchState {
  const raw = useSearch({ from: "/signed-in/organizations" });
  const navigate = useNavigate();
  const { search, skipped } = parsePracticeSearch(raw);
  const go = (change: PracticeSearchChange, replace: boolean) => {
    const samePage = Object.keys(change).every((field) => field === "page");
    const base = samePage ? search : { ...search, page: undefined };
    void navigate({ to: "/organizations", search: { ...base, ...change }, replace, resetScroll: false });
  };
  return {
    search,
    skipped,
    change: (change) => go(change, false),
    replace: (change) => go(change, true),
  };
}
