import { QueryClient } from "@tanstack/react-query";
import { onOrganizationChanged } from "../../platform/session/select-organization.ts";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";

/** How long a response counts as fresh; live updates invalidate it earlier. */
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

// A read that began before a change was saved would take back what the page shows of it, so the read starts again.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "success" || event.action.manual !== true) return;
  const { queryKey, state } = event.query;
  if (state.fetchStatus === "fetching") void queryClient.invalidateQueries({ queryKey, exact: true });
});

// V8 keeps the first object of a shape for as long as the page lives, which can be a query: its key contains searches.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== "removed") return;
  query.queryKey = [];
  query.queryHash = "";
  query.options = {};
  query.state = { ...query.state, data: undefined };
});

onPersonDataCleared(() => {
  // Otherwise the query of a page would stay in memory for five minutes after the page is closed.
  for (const query of queryClient.getQueryCache().getAll()) query.gcTime = 0;
  queryClient.clear();
});
// Query keys contain the organization, so nothing can be mixed up; this only frees memory.
onOrganizationChanged(() => queryClient.removeQueries({ type: "inactive" }));
