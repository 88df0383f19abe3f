import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  parseUsersSearch,
  placeSearch,
  type UsersSearch,
  type UsersPlace,
  type UsersSearchField,
} from "./users-search.ts";

export interface UsersSearchState {
  readonly search: UsersSearch;
  /** Fields of the address that had no usable value. */
  readonly skipped: readonly UsersSearchField[];
  /** Changes the address. A change of what is listed begins at its first page and closes the quick look. */
  readonly change: (change: { [field in keyof UsersSearch]?: UsersSearch[field] | undefined }) => void;
  /** The same without a new entry in the history: for typing and going from row to row. */
  readonly replace: (change: { [field in keyof UsersSearch]?: UsersSearch[field] | undefined }) => void;
}

const keepsPage: readonly string[] = ["page", "person", "create"];

/** State of a page of people, kept in its address and nowhere else. */
export function useUsersSearch(place: UsersPlace): UsersSearchState {
  const raw = useSearch({ from: `/signed-in${place}` });
  const navigate = useNavigate();
  const { search, skipped } = parseUsersSearch(raw);

  function go(change: Record<string, unknown>, replace: boolean): void {
    const sameList = Object.keys(change).every((field) => keepsPage.includes(field));
    const base = sameList ? search : { ...search, page: undefined, person: undefined };
    void navigate({
      to: place,
      search: { ...placeSearch(place), ...base, ...change },
      replace,
      resetScroll: false,
      state: { opened: !replace && change["create"] !== undefined },
    });
  }

  return {
    search,
    skipped,
    change: (change) => go(change, false),
    replace: (change) => go(change, true),
  };
}
