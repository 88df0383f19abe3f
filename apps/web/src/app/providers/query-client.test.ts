import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { clearTabPersonData } from "../../platform/storage/person-data.ts";
import { queryClient } from "./query-client.ts";

const searchText = "Kanariensuche";
const options = {
  queryKey: ["users", { search: searchText }],
  queryFn: () => Promise.resolve([{ id: "1", found: searchText }]),
};

async function loadedQuery() {
  await queryClient.fetchQuery(options);
  const query = queryClient.getQueryCache().find({ queryKey: options.queryKey });
  if (query === undefined) throw new Error("The query is not in the cache.");
  // Control: the query contains the search, in its key, its hash, its options and its data.
  const parts = [query.queryKey, query.queryHash, query.options, query.state];
  expect(parts.filter((part) => JSON.stringify(part).includes(searchText))).toHaveLength(4);
  return query;
}

test("see R3-95 a removed query, which V8 may keep in memory, contains no data of the user", async () => {
  const cleared = await loadedQuery();
  clearTabPersonData();
  const removedQuery = await loadedQuery();
  queryClient.removeQueries();
  for (const query of [cleared, removedQuery]) {
    expect(JSON.stringify([query.queryKey, query.queryHash, query.options, query.state])).not.toContain(
      searchText,
    );
  }
});

test("the result of a change is kept when a read that began earlier completes later", async () => {
  const queryKey = ["reviews", "members"];
  const early = Promise.withResolvers<string>();
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve("saved"));
  read.mockReturnValueOnce(early.promise);
  const results: unknown[] = [];
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: read });
  const unsubscribe = observer.subscribe(({ data }) => results.push(data));
  queryClient.setQueryData(queryKey, "saved");
  early.resolve("before");
  await vi.waitFor(() => expect([read.mock.calls.length, queryClient.isFetching()]).toEqual([2, 0]));
  expect(queryClient.getQueryData(queryKey)).toBe("saved");
  expect(results).not.toContain("before");
  unsubscribe();
});
