import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  parseUsersSearch,
  placeSearch,
  type UsersSearch,
  type UsersBasePath,
  type UsersSearchField,
} from "./users-search.ts";

export interface UsersSearchState {
  readonly search: UsersSearch;
  /** Fields of the URL with invalid values. */
  readonly ignoredParams: readonly UsersSearchField[];
  /** Changes the URL. Changed filters or sorting start at the first page and close the quick look. */
  readonly change: (change: { [field in keyof UsersSearch]?: UsersSearch[field] | undefined }) => void;
  /** The same without a history entry, for typing and moving between rows. */
  readonly replace: (change: { [field in keyof UsersSearch]?: UsersSearch[field] | undefined }) => void;
}

const keepsPage: readonly string[] = ["page", "person", "create"];

/** State of a member list, kept only in the URL. */
export function useUsersSearch(basePath: UsersBasePath): UsersSearchState {
  const raw = useSearch({ from: `/signed-in${basePath}` });
  const navigate = useNavigate();
  const { search, ignoredParams } = parseUsersSearch(raw);

  function go(change: Record<string, unknown>, replace: boolean): void {
    const sameList = Object.keys(change).every((field) => keepsPage.includes(field));
    const base = sameList ? search : { ...search, page: undefined, person: undefined };
    void navigate({
      to: basePath,
      search: { ...placeSearch(basePath), ...base, ...change },
      replace,
      resetScroll: false,
      state: { opened: !replace && change["create"] !== undefined },
    });
  }

  return {
    search,
    ignoredParams,
    change: (change) => go(change, false),
    replace: (change) => go(change, true),
  };
}
