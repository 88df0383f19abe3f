import type { QueryOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { OrgToken, OrgTokenStatistics } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { paginationFor } from "@praxisportal/contract/pagination";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { Caller } from "../../platform/request-context/caller.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import { presentToken, type TokenRow } from "./org-tokens.presenter.ts";
import * as queries from "./org-tokens.queries.ts";
import {
  listTokens,
  readStatistics,
  type TokenFilter,
  type TokenOrder,
  type TokenRange,
} from "./token-list.queries.ts";

type ListQuery = QueryOf<typeof endpoints.listAllOrgTokens>;
type Page = { rows: readonly TokenRow[]; total: number };

/** Reads and deletions across all organizations, provided by the composition root. */
export type AllTokens = {
  list: (filter: TokenFilter, order: TokenOrder, range: TokenRange, now: Date) => Promise<Page>;
  statistics: (now: Date) => Promise<OrgTokenStatistics>;
  read: (filter: TokenFilter, now: Date) => AsyncIterable<TokenRow>;
  deleteOld: (now: Date, write: (tx: WriteTransaction) => void) => Promise<number>;
  hasOrganization: (organizationId: string) => Promise<boolean>;
};

type Dependencies = { db: IdentityDb; clock: Clock; allTokens: AllTokens };

/** Maximum number of tokens per organization in the user's own list. */
const ownTokensMax = 200;

/** Lists, statistics and exports of tokens, and revoking other users' tokens. */
export class TokenRecordService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the caller's active tokens, newest first, in all their organizations or in one. */
  async listOwn(caller: Caller, organizationId: string | undefined): Promise<readonly OrgToken[]> {
    const now = this.#dependencies.clock.now();
    const organizations = caller.memberships
      .map((membership) => membership.organizationId)
      .filter((id) => organizationId === undefined || id === organizationId);
    const order = { sortBy: "createdAt", sortOrder: "desc" } as const;
    const pages = await Promise.all(
      organizations.map((id) =>
        listTokens(
          this.#dependencies.db.organization(id),
          { personId: caller.personId, status: "active" },
          order,
          { limit: ownTokensMax, offset: 0 },
          now,
        ),
      ),
    );
    return pages
      .flatMap(({ rows }) => rows)
      .toSorted((left, right) => right.created_at.getTime() - left.created_at.getTime())
      .map((row) => presentToken(row, now));
  }

  async listForOrganization(db: OrganizationDb, query: ListQuery) {
    const now = this.#dependencies.clock.now();
    return this.#page(query, await listTokens(db, filterOf(query), query, rangeOf(query), now), now);
  }

  statisticsOf(db: OrganizationDb): Promise<OrgTokenStatistics> {
    return readStatistics(db, this.#dependencies.clock.now());
  }

  async listAll(_authorized: Authorized<"orgTokens.readAll">, query: ListQuery) {
    const now = this.#dependencies.clock.now();
    return this.#page(
      query,
      await this.#dependencies.allTokens.list(filterOf(query), query, rangeOf(query), now),
      now,
    );
  }

  statistics(_authorized: Authorized<"orgTokens.readAll">): Promise<OrgTokenStatistics> {
    return this.#dependencies.allTokens.statistics(this.#dependencies.clock.now());
  }

  /** Yields all records one by one. The audit entry is written before the first. */
  async export(
    { context }: Authorized<"orgTokens.export">,
    query: QueryOf<typeof endpoints.exportOrgTokens>,
  ): Promise<AsyncIterable<OrgToken>> {
    const now = this.#dependencies.clock.now();
    await this.#dependencies.db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        organizationId: platformChainId,
        action: "token.exported",
        reason: query.format,
        ...(query.organizationId === undefined
          ? {}
          : { target: { type: "organization" as const, id: query.organizationId } }),
      });
    });
    return present(this.#dependencies.allTokens.read(filterOf(query), now), now);
  }

  /** Revokes one token of an organization. Idempotent: only the first call is audited. Errors: 404. */
  async revokeOne(
    { context }: Authorized<"orgTokens.revoke">,
    id: string,
    reason: string | undefined,
  ): Promise<void> {
    const { organization, caller } = context;
    await this.#dependencies.db.write(async (tx) => {
      const [application] = await queries.revokeTokens(tx, organization.id, {
        id,
        by: caller.personId,
        reason: reason ?? null,
        now: this.#dependencies.clock.now(),
      });
      if (application === undefined) {
        if (!(await queries.hasToken(tx, organization.id, id))) throw new ProblemError("NOT_FOUND");
        return;
      }
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "token.revoked",
        target: { type: "token", id, display: application },
        ...(reason === undefined ? {} : { reason }),
      });
    });
  }

  /** Revokes every active token of an organization. Errors: 404; 403 STEP_UP_REQUIRED. */
  async revokeOrganization(
    { context }: Authorized<"orgTokens.revokeOrganization">,
    { organizationId, reason }: { organizationId: string; reason: string },
  ): Promise<number> {
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    if (!(await this.#dependencies.allTokens.hasOrganization(organizationId)))
      throw new ProblemError("NOT_FOUND");
    return this.#dependencies.db.write(async (tx) => {
      const by = context.caller.personId;
      const revokedTokens = await queries.revokeTokens(tx, organizationId, { by, reason, now });
      tx.record({
        ...context.auditBase(),
        organizationId,
        action: "token.organization_revoked",
        target: { type: "organization", id: organizationId },
        reason,
      });
      return revokedTokens.length;
    });
  }

  /** Deletes tokens that have expired or were revoked long ago. */
  async cleanUp({ context }: Authorized<"orgTokens.cleanUp">): Promise<number> {
    return this.#dependencies.allTokens.deleteOld(this.#dependencies.clock.now(), (tx) =>
      tx.record({ ...context.auditBase(), organizationId: platformChainId, action: "token.cleaned_up" }),
    );
  }

  #page(query: ListQuery, { rows, total }: Page, now: Date) {
    return { data: rows.map((row) => presentToken(row, now)), pagination: paginationFor(query, total) };
  }
}

async function* present(rows: AsyncIterable<TokenRow>, now: Date): AsyncGenerator<OrgToken> {
  for await (const row of rows) yield presentToken(row, now);
}

function filterOf(query: TokenFilter): TokenFilter {
  const { search, status, organizationId, applicationId, applicationType } = query;
  return { search, status, organizationId, applicationId, applicationType };
}

function rangeOf({ page, limit }: ListQuery): TokenRange {
  return { limit, offset: (page - 1) * limit };
}
