import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { readOwnActivity } from "./own-activity.platform-queries.ts";
import { listAllUsers } from "./users.platform-queries.ts";

/** What only the operator reads: the people of all practices, which is noted, and what was done in her own name. */
export function platformReads(
  db: PlatformDb,
  visits: { noteAll: (context: RequestContext) => Promise<void> },
) {
  return {
    listAllUsers: async (context: RequestContext, query: UserListQuery) => {
      await visits.noteAll(context);
      return listAllUsers(db, query);
    },
    readOwnActivity: (personId: string) => readOwnActivity(db, personId),
  };
}
