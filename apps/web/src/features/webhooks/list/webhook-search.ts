import { createListSearch, oneOf } from "../../../platform/list/list-search.ts";
import { webhookStates } from "./webhook-state.tsx";

/** The URL state of the list. */
export const webhookSearch = createListSearch({
  filters: { state: oneOf(webhookStates) },
  sortFields: ["name", "state", "eventTypes", "lastAttemptAt", "lastSuccessAt", "createdAt"],
  defaultSort: { sortBy: "name", sortOrder: "asc" },
});
