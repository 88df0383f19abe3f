import { useState } from "react";
import type { ListParams, ListSearchDefinition } from "./list-search.ts";
import { type ListState, listStateOf } from "./use-list-search.ts";

const noParams: ListParams = {};

/**
 * Returns the state of a list whose search text, for example a patient's name, must not enter the URL, the history or a
 * storage. The state is lost when the page is left, reloaded or locked.
 */
export function useMemoryList<Filters extends Record<string, string>, SortField extends string>(
  definition: ListSearchDefinition<Filters, SortField>,
): ListState<Filters, SortField> {
  const [raw, setRaw] = useState(noParams);
  return listStateOf(definition, raw, setRaw);
}
