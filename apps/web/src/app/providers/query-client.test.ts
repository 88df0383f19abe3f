import { expect, test } from "vitest";
import { clearPersonDataOfTab } from "../../platform/storage/person-data.ts";
import { queryClient } from "./query-client.ts";

const typed = "Kanariensuche";
const options = {
  queryKey: ["users", { search: typed }],
  queryFn: () => Promise.resolve([{ id: "1", found: typed }]),
};

async function loadedQuery() {
  await queryClient.fetchQuery(options);
  const query = queryClient.getQueryCache().find({ queryKey: options.queryKey });
  if (query === undefined) throw new Error("The query is not in the cache.");
  // Control: the query contains the search, in its key, its hash, its options and its data.
  const parts = [query.queryKey, query.queryHash, query.options, query.state];
  expect(parts.filter((part) => JSON.stringify(part).includes(typed))).toHaveLength(4);
  return query;
}

test("see R3-95 a removed query, which V8 may keep in memory, contains nothing of the user", async () => {
  const cleared = await loadedQuery();
  clearPersonDataOfTab();
  const removed = await loadedQuery();
  queryClient.removeQueries();
  for (const query of [cleared, removed]) {
    expect(JSON.stringify([query.queryKey, query.queryHash, query.options, query.state])).not.toContain(
      typed,
    );
  }
});
