import { uuidV7 } from "@praxisportal/contract/identifiers";
import { LRUCache } from "lru-cache";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { RequestContext, RequestOrganization } from "../../platform/request-context/request-context.ts";
import { insertVisit } from "./practice-visits.queries.ts";

/** Notes in a practice's audit log that a platform account opened it, once per session. */
export class PracticeVisits {
  readonly #db: IdentityDb;
  readonly #noted = new LRUCache<string, true>({ max: 10_000 });

  constructor(db: IdentityDb) {
    this.#db = db;
  }

  async note(context: RequestContext, organization: RequestOrganization): Promise<void> {
    const { caller } = context;
    const isMember = caller.memberships.some((membership) => membership.organizationId === organization.id);
    const key = `${caller.sessionId}.${organization.id}`;
    if (isMember || this.#noted.has(key)) return;
    await this.#db.write(async (tx) => {
      if (!(await insertVisit(tx, uuidV7(), caller.sessionId, organization.id))) return;
      tx.audit({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "platform.practice_opened",
        target: { type: "organization", id: organization.id, display: organization.name },
      });
    });
    this.#noted.set(key, true);
  }
}
