import type { ListParams } from "../../../platform/list/list-search.ts";
import { sessionStore } from "../../../platform/session/session.store.ts";

const paths = { staff: "/users", members: "/organization/users", tab: "/organization" } as const;

interface LeftList {
  readonly organizationId: string;
  readonly variant: keyof typeof paths;
  readonly search: ListParams;
}

/** Kept in memory until the session ends, because a search may contain a name. */
let last: LeftList | undefined;

sessionStore.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) last = undefined;
});

/** Stores search, filters, sort order and page of the list of people, for the link back from a person's page. */
export function keepList(list: LeftList): void {
  last = list;
}

/** Returns the URL of the list of people with the last filters of the signed-in user, or without filters. */
export function lastList(organizationId: string) {
  return last?.organizationId === organizationId
    ? { to: paths[last.variant], search: last.search }
    : { to: paths.staff, search: {} };
}
