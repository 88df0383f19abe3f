import { uuidV7 } from "@praxisportal/contract/identifiers";
import { LRUCache } from "lru-cache";
import { type AuditDraft, platformChainId } from "../../../platform/audit/audit-record.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type {
  RequestContext,
  RequestOrganization,
} from "../../../platform/request-context/request-context.ts";
import { insertVisit } from "./organization-visits.queries.ts";

/** Records in an organization's audit log that a platform account opened it, once per session. */
export class OrganizationVisits {
  readonly #db: IdentityDb;
  readonly #noted = new LRUCache<string, true>({ max: 10_000 });

  constructor(db: IdentityDb) {
    this.#db = db;
  }

  async record(context: RequestContext, organization: RequestOrganization): Promise<void> {
    const isMember = context.caller.memberships.some(
      (membership) => membership.organizationId === organization.id,
    );
    if (isMember) return;
    await this.#recordOnce(context, organization.id, {
      action: "platform.organization_opened",
      target: { type: "organization", id: organization.id, display: organization.name },
    });
  }

  /** Records in the platform's own log that the people of all organizations were viewed. */
  async recordAll(context: RequestContext): Promise<void> {
    await this.#recordOnce(context, platformChainId, { action: "platform.members_viewed" });
  }

  async #recordOnce(
    context: RequestContext,
    chain: string,
    entry: Pick<AuditDraft, "action" | "target">,
  ): Promise<void> {
    const { sessionId } = context.caller;
    const key = `${sessionId}.${chain}`;
    if (this.#noted.has(key)) return;
    await this.#db.write(async (tx) => {
      if (!(await insertVisit(tx, uuidV7(), sessionId, chain))) return;
      tx.record({ ...context.auditBase(), organizationId: chain, ...entry });
    });
    this.#noted.set(key, true);
  }
}
