import type { ListParams } from "../../../platform/list/list-search.ts";

const paths = { staff: "/users", members: "/organization/users", tab: "/organization" } as const;

interface LeftList {
  readonly organizationId: string;
  /** The person who left it: a shared computer shows nobody the search of another. */
  readonly ownId: string | undefined;
  readonly variant: keyof typeof paths;
  readonly search: ListParams;
}

/** In memory only, because a search may contain a name. */
let last: LeftList | undefined;

/** Keeps search, filters, sort order and page of the list of people, which a person's page leads back to. */
export function keepList(list: LeftList): void {
  last = list;
}

/** Returns the address of the list of people as the signed-in user left it; the whole list if they did not. */
export function lastList(organizationId: string, ownId: string | undefined) {
  const isOwn = last !== undefined && last.organizationId === organizationId && last.ownId === ownId;
  return isOwn && last !== undefined
    ? { to: paths[last.variant], search: last.search }
    : { to: paths.staff, search: {} };
}
