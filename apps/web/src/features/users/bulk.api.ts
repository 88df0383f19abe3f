import type { deleteUser, updateUser } from "@praxisportal/contract/users/users.endpoints";
import type { QueryClient } from "@tanstack/react-query";
import type { BulkItem } from "../../platform/bulk/bulk-work.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { type ListedUser, usersQuery } from "./users.api.ts";
import type { UsersSearch } from "./users-search.ts";

const updateRoute = route<typeof updateUser>()("users.update", "PUT", "/api/v1/users/{id}");
const deleteRoute = route<typeof deleteUser>()("users.delete", "DELETE", "/api/v1/users/{id}");

/** What is done to several people at once. */
export const bulkKinds = ["activate", "deactivate", "delete"] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Most people selected at once by "all that match"; their keys have to fit into what a tab may keep. */
export const bulkSelectionMax = 2000;

/**
 * Does it to one person, whatever version of her there is: what is wanted of her does not depend on it. The key makes
 * a second try harmless.
 */
export function actOn(kind: BulkKind, { id, key }: BulkItem): Promise<unknown> {
  const which = { params: { id }, idempotencyKey: key };
  if (kind === "delete") return call(deleteRoute, which);
  const body = { status: kind === "activate" ? ("active" as const) : ("deactivated" as const) };
  return call(updateRoute, { ...which, body });
}

/** Everybody a list finds, page by page, up to {@link bulkSelectionMax}. */
export async function findMatching(
  client: QueryClient,
  organizationId: string,
  search: UsersSearch,
): Promise<ListedUser[]> {
  const found: ListedUser[] = [];
  for (let page = 1; found.length < bulkSelectionMax; page += 1) {
    const query = usersQuery(organizationId, { ...search, page, limit: 100 });
    const { data, pagination } = await client.fetchQuery({ ...query, staleTime: 0, gcTime: 0 });
    found.push(...data);
    if (page >= pagination.pages) break;
  }
  return found.slice(0, bulkSelectionMax);
}
