import { QueryClient } from "@tanstack/react-query";
import { onOrganizationChanged } from "../../platform/session/select-organization.ts";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";

/** Time for which a response counts as fresh. Live updates invalidate it earlier. */
const staleMs = 15_000;

/**
 * Server data, kept in memory only. The API client already retries failed reads, so the query client must
 * not. All data is removed when the user signs out.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: staleMs, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});

queryClient.getQueryCache().subscribe((event) => {
  const { query } = event;
  if (event.type === "removed") {
    // V8 keeps the first object of each shape while the page lives. This can be a query, whose key contains search
    // texts.
    Object.assign(query, {
      queryKey: [],
      queryHash: "",
      options: {},
      state: { ...query.state, data: undefined },
    });
  } else if (
    event.type === "updated" &&
    event.action.type === "success" &&
    query.state.fetchStatus === "fetching"
  ) {
    // Data was set during a read. The read began before the change and would revert it, so it is restarted.
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
});

onPersonDataCleared(() => {
  // Otherwise the query of a page would stay in memory for five minutes after the page is closed.
  for (const query of queryClient.getQueryCache().getAll()) query.gcTime = 0;
  queryClient.clear();
});
// Query keys contain the organization, so data is never mixed up. This only frees memory.
onOrganizationChanged(() => queryClient.removeQueries({ type: "inactive" }));
