import { defaultPageSize, maxPageSize, minPageSize } from "@praxisportal/contract/limits";

export type SortOrder = "asc" | "desc";

export interface ListSort<SortField extends string = string> {
  readonly sortBy: SortField;
  readonly sortOrder: SortOrder;
}

/** List state as stored in the URL. Absent fields have defaults. */
export type ListSearch<Filters, SortField extends string> = Partial<ListSort<SortField>> & {
  readonly search?: string;
  readonly page?: number;
  readonly limit?: number;
  /** The position in a list that is paged by cursors. */
  readonly cursor?: string;
} & { readonly [name in keyof Filters]?: Filters[name] };

/** Returns the value of a filter, or undefined if the text is invalid. */
export type ParseFilter<Value extends string> = (text: string) => Value | undefined;

export interface ListSearchSchema<Filters extends Record<string, string>, SortField extends string> {
  readonly filters: { readonly [name in keyof Filters]: ParseFilter<Filters[name]> };
  /** Absent for a list with a fixed order. */
  readonly sortFields?: readonly SortField[];
  readonly defaultSort?: ListSort<NoInfer<SortField>>;
  /** False for a list without a text search. */
  readonly hasSearch?: boolean;
  /** True if the list is paged by cursors instead of page numbers. */
  readonly cursor?: RegExp;
}

/** The query parameters of a URL, or changes to them. Undefined removes a parameter. */
export type ListParams = Readonly<Record<string, string | number | undefined>>;

export interface ParsedList<Filters, SortField extends string> {
  readonly search: ListSearch<Filters, SortField>;
  /** Parameters of the URL with invalid values. */
  readonly ignoredParams: readonly string[];
}

export interface ListSearchDefinition<Filters extends Record<string, string>, SortField extends string> {
  readonly sortFields: readonly SortField[];
  readonly filterNames: readonly string[];
  /** Parses the query of a URL. Omits invalid values and returns the names of their parameters. */
  readonly parse: (raw: Readonly<Record<string, unknown>>) => ParsedList<Filters, SortField>;
  /**
   * Returns the query of the URL after a change. Keeps parameters that do not belong to the list, and drops invalid
   * values and the default page and page size. Starts at the first page if search, filters, order or page size change.
   */
  readonly after: (raw: Readonly<Record<string, unknown>>, change: ListParams) => ListParams;
  /** Returns the effective sort order. */
  readonly sortOf: (search: ListSearch<Filters, SortField>) => ListSort<SortField>;
  /** Returns the sort order after a click on the header of `field`: ascending first, then toggled. */
  readonly toggledSort: (search: ListSearch<Filters, SortField>, field: string) => ListSort;
  /** Returns whether a search or a filter restricts the list. */
  readonly hasActiveFilters: (search: ListSearch<Filters, SortField>) => boolean;
  /** The change that removes the search and all filters. */
  readonly withoutFilters: ListParams;
  /** Returns the query string of a saved view: search, filters, sort order and page size. */
  readonly viewOf: (search: ListSearch<Filters, SortField>) => string;
  /** Returns the query of the URL for a saved view. Values that are no longer valid are omitted. */
  readonly withView: (raw: Readonly<Record<string, unknown>>, view: string) => ListParams;
}

const maxTextLength = 100;
const maxCursorLength = 200;
const maxPage = 10_000_000;

/** Offered page sizes. The URL may contain others. */
export const pageSizes = [10, defaultPageSize, 50, 100] as const;

function integer(text: string, min: number, max: number): number | undefined {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** Accepts only the given values. */
export function oneOf<const Value extends string>(values: readonly Value[]): ParseFilter<Value> {
  return (text) => values.find((value) => value === text);
}

/** Accepts text that matches `pattern`, of at most 100 characters by default. */
export function textMatching(pattern: RegExp, maxLength = maxTextLength): ParseFilter<string> {
  return (text) => (text.length <= maxLength && pattern.test(text) ? text : undefined);
}

/** Defines how the URL stores the state of a list. */
export function createListSearch<
  const Filters extends Record<string, string>,
  const SortField extends string,
>(schema: ListSearchSchema<Filters, SortField>): ListSearchDefinition<Filters, SortField> {
  const { filters, sortFields = [], defaultSort, hasSearch = true, cursor } = schema;
  const filterNames = Object.keys(filters);
  const searchNames = hasSearch ? ["search", ...filterNames] : filterNames;
  const parsers: Readonly<Record<string, (text: string) => string | number | undefined>> = {
    ...(hasSearch ? { search: textMatching(/^/) } : {}),
    ...filters,
    ...(defaultSort ? { sortBy: oneOf(sortFields), sortOrder: oneOf(["asc", "desc"]) } : {}),
    ...(cursor
      ? { cursor: textMatching(cursor, maxCursorLength) }
      : {
          page: (text: string) => integer(text, 1, maxPage),
          limit: (text: string) => integer(text, minPageSize, maxPageSize),
        }),
  };
  const defaults: ListParams = { page: 1, limit: defaultPageSize };

  function parseParams(raw: Readonly<Record<string, unknown>>) {
    const params: Record<string, string | number> = {};
    const ignoredParams: string[] = [];
    for (const [name, parse] of Object.entries(parsers)) {
      const value = raw[name];
      // A link inside the app may contain the page as a number.
      const text = typeof value === "number" ? String(value) : value;
      if (typeof text !== "string" || text === "") continue;
      const parsed = parse(text);
      if (parsed === undefined) ignoredParams.push(name);
      else params[name] = parsed;
    }
    return { params, ignoredParams };
  }

  const sortOf = ({ sortBy, sortOrder }: ListSearch<Filters, SortField>): ListSort<SortField> => ({
    sortBy: sortBy ?? (defaultSort?.sortBy as SortField),
    sortOrder: sortOrder ?? defaultSort?.sortOrder ?? "asc",
  });

  /** Returns the parameters that are not the list's own. */
  const othersOf = (raw: Readonly<Record<string, unknown>>) =>
    Object.entries(raw).filter(
      ([name, value]) =>
        !Object.hasOwn(parsers, name) && (typeof value === "string" || typeof value === "number"),
    );

  return {
    sortFields,
    filterNames,
    parse: (raw) => {
      const { params, ignoredParams } = parseParams(raw);
      return { search: params as ListSearch<Filters, SortField>, ignoredParams };
    },
    after: (raw, change) => {
      const isSameList = Object.keys(change).every(
        (name) => !Object.hasOwn(parsers, name) || name === "page" || name === "cursor",
      );
      const { params } = parseParams(raw);
      const position = isSameList ? {} : { page: undefined, cursor: undefined };
      const next = { ...Object.fromEntries(othersOf(raw)), ...params, ...position, ...change };
      return Object.fromEntries(
        Object.entries(next).filter(
          ([name, value]) => value !== undefined && value !== "" && value !== defaults[name],
        ),
      );
    },
    sortOf,
    toggledSort: (search, field) => {
      const { sortBy, sortOrder } = sortOf(search);
      return { sortBy: field, sortOrder: sortBy === field && sortOrder === "asc" ? "desc" : "asc" };
    },
    hasActiveFilters: (search) => searchNames.some((name) => (search as ListParams)[name] !== undefined),
    withoutFilters: Object.fromEntries(searchNames.map((name) => [name, undefined])),
    viewOf: ({ page: _page, cursor: _cursor, ...kept }) =>
      new URLSearchParams(Object.entries(kept).map(([name, value]) => [name, String(value)])).toString(),
    withView: (raw, view) => {
      const { params } = parseParams(Object.fromEntries(new URLSearchParams(view)));
      return Object.fromEntries([...othersOf(raw), ...Object.entries(params)]) as ListParams;
    },
  };
}
