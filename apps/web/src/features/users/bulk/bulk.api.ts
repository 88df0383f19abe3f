import type { deleteUser, updateUser } from "@praxisportal/contract/users/users.endpoints";
import type { QueryClient } from "@tanstack/react-query";
import type { BulkItem } from "../../../platform/bulk/bulk-work.ts";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";
import { type ListedUser, usersQuery } from "../users.api.ts";
import type { UsersSearch } from "../list/users-search.ts";

const updateRoute = route<typeof updateUser>()("users.update", "PUT", "/api/v1/users/{id}");
const deleteRoute = route<typeof deleteUser>()("users.delete", "DELETE", "/api/v1/users/{id}");

/** Bulk actions on people. */
export const bulkKinds = ["activate", "deactivate", "delete"] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Maximum number of people selected by "select all matching". Their keys must fit into session storage. */
export const bulkSelectionMax = 2000;

/**
 * Performs the action on one person without a version check, because it does not depend on the current data.
 * The key makes retries idempotent.
 */
export function applyBulkAction(
  kind: BulkKind,
  { id, key }: BulkItem,
  bulkOperation: string,
): Promise<unknown> {
  const target = { params: { id }, idempotencyKey: key, bulkOperation };
  if (kind === "delete") return call(deleteRoute, target);
  const body = { status: kind === "activate" ? ("active" as const) : ("deactivated" as const) };
  return call(updateRoute, { ...target, body });
}

/** Loads all people that match a list, page by page, up to {@link bulkSelectionMax}. */
export async function findMatching(
  client: QueryClient,
  organizationId: string,
  search: UsersSearch,
): Promise<ListedUser[]> {
  const people: ListedUser[] = [];
  for (let page = 1; people.length < bulkSelectionMax; page += 1) {
    const query = usersQuery(organizationId, { ...search, page, limit: 100 });
    const { data, pagination } = await client.fetchQuery({ ...query, staleTime: 0, gcTime: 0 });
    people.push(...data);
    if (page >= pagination.pages) break;
  }
  return people.slice(0, bulkSelectionMax);
}
