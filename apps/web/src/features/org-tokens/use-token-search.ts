import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  parseTokenSearch,
  type TokenBasePath,
  type TokenSearch,
  type TokenSearchField,
} from "./token-search.ts";

/** A change of the URL's query; undefined removes a field. */
export type TokenSearchChange = { readonly [field in keyof TokenSearch]?: TokenSearch[field] | undefined };

export interface TokenSearchState {
  readonly basePath: TokenBasePath;
  readonly search: TokenSearch;
  /** Fields of the URL with invalid values. */
  readonly ignoredParams: readonly TokenSearchField[];
  /** Returns the URL's query after a change. Any change except of the page starts at the first page. */
  readonly after: (change: TokenSearchChange) => Record<string, string | number | undefined>;
  /** Navigates to the changed query. */
  readonly change: (change: TokenSearchChange) => void;
  /** The same without a history entry, for typing. */
  readonly replace: (change: TokenSearchChange) => void;
}

/** Removes all filters. */
export const noSelection = {
  search: undefined,
  status: undefined,
  organizationId: undefined,
  applicationId: undefined,
  applicationType: undefined,
} as const;

/** State of a token list, kept only in the URL. */
export function useTokenSearch(basePath: TokenBasePath): TokenSearchState {
  const raw = useSearch({ from: `/signed-in${basePath}` });
  const navigate = useNavigate();
  const { search, ignoredParams } = parseTokenSearch(raw);
  // Tabbed pages must stay on the tokens tab.
  const tab = basePath === "/admin/client-tokens" ? {} : { tab: "tokens" };

  const after = (change: TokenSearchChange) => {
    const samePage = Object.keys(change).every((field) => field === "page");
    return { ...tab, ...search, ...(samePage ? {} : { page: undefined }), ...change };
  };
  const go = (change: TokenSearchChange, replace: boolean) => {
    void navigate({ to: basePath, search: after(change), replace, resetScroll: false });
  };
  return {
    basePath,
    search,
    ignoredParams,
    after,
    change: (change) => go(change, false),
    replace: (change) => go(change, true),
  };
}
