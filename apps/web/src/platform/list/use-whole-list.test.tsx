// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import type { UseQueryResult } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { I18nProvider } from "../i18n/i18n-provider.tsx";
import { ensureMessages } from "../i18n/store.ts";
import { createListSearch } from "./list-search.ts";
import { useMemoryList } from "./use-memory-list.ts";
import { useWholeList } from "./use-whole-list.ts";

type Row = { readonly name: string };

const definition = createListSearch({
  filters: {},
  sortFields: ["name"],
  defaultSort: { sortBy: "name", sortOrder: "asc" },
});
const columns = [{ id: "name", header: "Name", text: ({ name }: Row) => name }];

it("see R9-27 a list that is loaded as a whole shows 20 rows per page", async () => {
  await ensureMessages("common");
  const query = {
    data: Array.from({ length: 23 }, (_, index) => ({ name: `Zeile ${index}` })),
  } as unknown as UseQueryResult<readonly Row[]>;
  const { result } = renderHook(
    () => useWholeList({ query, columns, filters: [], list: useMemoryList(definition) }),
    { wrapper: I18nProvider },
  );
  expect(result.current.rows).toHaveLength(20);
  expect(result.current.pagination).toEqual({ page: 1, limit: 20, total: 23, pages: 2 });
});
