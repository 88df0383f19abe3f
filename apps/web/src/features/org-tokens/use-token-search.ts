import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  parseTokenSearch,
  type TokenPlace,
  type TokenSearch,
  type TokenSearchField,
} from "./token-search.ts";

/** What changes in the address; undefined takes a field out of it. */
export type TokenSearchChange = { readonly [field in keyof TokenSearch]?: TokenSearch[field] | undefined };

export interface TokenSearchState {
  readonly place: TokenPlace;
  readonly search: TokenSearch;
  /** Fields of the address that had no usable value. */
  readonly skipped: readonly TokenSearchField[];
  /** The query of the address after a change. A change of what is listed begins at its first page. */
  readonly after: (change: TokenSearchChange) => Record<string, string | number | undefined>;
  /** Goes there. */
  readonly change: (change: TokenSearchChange) => void;
  /** The same without a new entry in the history: for typing. */
  readonly replace: (change: TokenSearchChange) => void;
}

/** Each field taken out of the address. */
export const nothing = {
  search: undefined,
  status: undefined,
  organizationId: undefined,
  applicationId: undefined,
  applicationType: undefined,
} as const;

/** State of a list of tokens, kept in its address and nowhere else. */
export function useTokenSearch(place: TokenPlace): TokenSearchState {
  const raw = useSearch({ from: `/signed-in${place}` });
  const navigate = useNavigate();
  const { search, skipped } = parseTokenSearch(raw);
  // A page of tabs must stay at the one with the tokens.
  const tab = place === "/admin/client-tokens" ? {} : { tab: "tokens" };

  const after = (change: TokenSearchChange) => {
    const samePage = Object.keys(change).every((field) => field === "page");
    return { ...tab, ...search, ...(samePage ? {} : { page: undefined }), ...change };
  };
  const go = (change: TokenSearchChange, replace: boolean) => {
    void navigate({ to: place, search: after(change), replace, resetScroll: false });
  };
  return {
    place,
    search,
    skipped,
    after,
    change: (change) => go(change, false),
    replace: (change) => go(change, true),
  };
}
