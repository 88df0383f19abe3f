import { useNavigate, useSearch } from "@tanstack/react-router";
import { parsePracticeSearch, type PracticeSearch, type PracticeSearchField } from "./practice-search.ts";

/** What changes in the address; undefined takes a field out of it. */
export type PracticeSearchChange = {
  readonly [field in keyof PracticeSearch]?: PracticeSearch[field] | undefined;
};

export interface PracticeSearchState {
  readonly search: PracticeSearch;
  /** Fields of the address that had no usable value. */
  readonly skipped: readonly PracticeSearchField[];
  /** Goes there. A change of what is listed begins at its first page. */
  readonly change: (change: PracticeSearchChange) => void;
  /** The same without a new entry in the history: for typing. */
  readonly replace: (change: PracticeSearchChange) => void;
}

/** State of the list of practices, kept in its address and nowhere else. */
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
