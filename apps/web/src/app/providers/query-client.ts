import { QueryClient } from "@tanstack/react-query";
import { onOrganizationChanged } from "../../platform/session/select-organization.ts";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";

/** How long an answer counts as fresh; live updates invalidate earlier. */
const staleMs = 15_000;

/**
 * What the server said, kept in memory only. The client of the calls repeats failed reads by itself, so the
 * query client must not repeat them again. Nothing of one person survives her sign-out.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: staleMs, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});

onPersonDataCleared(() => queryClient.clear());
// The keys name the practice, so nothing could be mixed up; what is left behind is only not kept for nothing.
onOrganizationChanged(() => queryClient.removeQueries({ type: "inactive" }));
