import type {
  AuditFileCheckpoint,
  AuditFileEntry,
  AuditListQuery,
  ChainCheck,
} from "@praxisportal/contract/audit/audit.schema";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { type ChainFinding, checkChain } from "../../platform/audit/check-chain.ts";
import { type HistoryCursor, readCursor } from "../../platform/audit/history-cursor.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { presentCheck, presentCheckpoint, presentEntry, presentFileEntry } from "./audit.presenter.ts";
import {
  type AuditFilter,
  type AuditRow,
  type CheckpointRow,
  findCheckpoint,
  findParties,
  type RequestedFilter,
  readPage,
  readPageAndTotal,
} from "./audit.queries.ts";

type Range = { cursor: HistoryCursor | undefined; limit: number };

/** A chain that can be read and verified. */
export type AuditLog = {
  /** Returns the ids of the people and objects that a search finds by their names. */
  find: (search: string) => Promise<string[]>;
  page: (filter: AuditFilter, range: Range) => Promise<{ rows: AuditRow[]; total: number }>;
  batch: (filter: AuditFilter, range: Range) => Promise<AuditRow[]>;
  checkpoint: () => Promise<CheckpointRow | undefined>;
  check: () => Promise<ChainFinding>;
};

/** Content of a file. The checkpoint is read after the entries. */
export type AuditExport = {
  entries: AsyncIterable<AuditFileEntry>;
  checkpoint: () => Promise<AuditFileCheckpoint | null>;
};

type Dependencies = {
  db: IdentityDb;
  reports: ReportDb;
  clock: Clock;
  /** Opens the checkpoints of chains whose expired entries were removed. */
  keys: SealingKeys;
  platform: AuditLog;
};

/** Entries per batch of an export. */
const batchSize = 1_000;

/** The audit log of an organization or of the platform. */
export class AuditService {
  readonly #dependencies: Dependencies;
  /** Running verifications by chain. Concurrent requests share the result. */
  readonly #checks = new Map<string, Promise<ChainCheck>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a page of an organization's log, newest first. Errors: 400 for an unknown cursor. */
  list(db: OrganizationDb, query: AuditListQuery) {
    return listOf(this.#organizationLog(db), query);
  }

  listPlatform(_authorized: Authorized<"audit.readPlatform">, query: AuditListQuery) {
    return listOf(this.#dependencies.platform, query);
  }

  /** Returns all matching entries one by one. The export itself is audited before the first. */
  async export(
    { context }: Authorized<"audit.export">,
    filter: RequestedFilter,
    format: string,
  ): Promise<AuditExport> {
    const { db, id } = context.organization;
    await this.#recordExport(context, id, format);
    return exportOf(this.#organizationLog(db), filter);
  }

  async exportPlatform(
    { context }: Authorized<"audit.exportPlatform">,
    filter: RequestedFilter,
    format: string,
  ): Promise<AuditExport> {
    await this.#recordExport(context, platformChainId, format);
    return exportOf(this.#dependencies.platform, filter);
  }

  /** Verifies the whole chain of an organization. */
  verify(db: OrganizationDb): Promise<ChainCheck> {
    return this.#check(db.organizationId, this.#organizationLog(db));
  }

  verifyPlatform(_authorized: Authorized<"audit.readPlatform">): Promise<ChainCheck> {
    return this.#check(platformChainId, this.#dependencies.platform);
  }

  async #recordExport(context: RequestContext, organizationId: string, format: string): Promise<void> {
    await this.#dependencies.db.write(async (tx) => {
      tx.record({ ...context.auditBase(), organizationId, action: "audit.exported", reason: format });
    });
  }

  #organizationLog(organization: OrganizationDb): AuditLog {
    const { reports, keys } = this.#dependencies;
    return {
      find: (search) => reports.organization(organization, (db) => findParties(db, search)),
      page: (filter, range) =>
        reports.organization(organization, (db) => readPageAndTotal(db, filter, range)),
      batch: (filter, range) => reports.organization(organization, (db) => readPage(db, filter, range)),
      checkpoint: () => reports.organization(organization, findCheckpoint),
      check: () =>
        reports.organization(organization, (db) =>
          checkChain((build) => db.read(build), db.organizationId, keys),
        ),
    };
  }

  #check(chain: string, log: AuditLog): Promise<ChainCheck> {
    const running = this.#checks.get(chain);
    if (running !== undefined) return running;
    const check = log
      .check()
      .then((finding) => presentCheck(finding, this.#dependencies.clock.now()))
      .finally(() => this.#checks.delete(chain));
    this.#checks.set(chain, check);
    return check;
  }
}

async function listOf(log: AuditLog, { limit, cursor: cursorText, ...requested }: AuditListQuery) {
  const filter = await resolveSearch(log, requested);
  const cursor = readCursor(cursorText);
  const isBack = cursor?.side === "newer";
  // One entry more than requested shows whether there is another page on that side.
  const { rows: foundRows, total } = await log.page(filter, { cursor, limit: limit + 1 });
  const hasMore = foundRows.length > limit;
  const rows = isBack ? foundRows.slice(hasMore ? 1 : 0) : foundRows.slice(0, limit);
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    data: rows.map(presentEntry),
    pagination: {
      limit,
      prevCursor: first && cursor !== undefined && (!isBack || hasMore) ? `newer-${first.seq}` : null,
      nextCursor: last && (isBack || hasMore) ? `older-${last.seq}` : null,
      totalEstimate: total,
    },
  };
}

/** Resolves a search to the people, objects and actions that it finds. */
async function resolveSearch(
  log: AuditLog,
  { search, searchActions, ...filter }: RequestedFilter,
): Promise<AuditFilter> {
  if (search === undefined || search.trim() === "") return filter;
  const partyIds = await log.find(search);
  return { ...filter, found: { partyIds, actions: searchActions?.split(",") ?? [] } };
}

function exportOf(log: AuditLog, requested: RequestedFilter): AuditExport {
  return {
    entries: entriesOf(log, requested),
    checkpoint: async () => {
      const row = await log.checkpoint();
      return row === undefined ? null : presentCheckpoint(row);
    },
  };
}

/** Yields all entries in batches. No transaction or cursor stays open between batches. */
async function* entriesOf(log: AuditLog, requested: RequestedFilter): AsyncGenerator<AuditFileEntry> {
  const filter = await resolveSearch(log, requested);
  let cursor: HistoryCursor | undefined;
  for (;;) {
    const rows = await log.batch(filter, { cursor, limit: batchSize });
    yield* rows.map(presentFileEntry);
    const last = rows.at(-1);
    if (rows.length < batchSize || last === undefined) return;
    cursor = { side: "older", seq: last.seq };
  }
}
