import { createHmac } from "node:crypto";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Logger } from "pino";
import { type AuditDraft, platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { isUnavailable } from "../../../platform/http/errors/to-problem.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import type { OutsideSignIn } from "../../auth/sign-in/outside-sign-in.ts";
import { hasAuditEntry } from "../legacy.queries.ts";
import type { AuditSpool, SpooledEntry } from "./audit-spool.ts";

/** Interval between attempts to write waiting entries. */
const drainIntervalMs = 2_000;

/** The organization of an entry, and the person whose account has the name, if known. */
type EntryParties = { organizationId: string | undefined; personId: string | undefined };

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  log: Logger;
  spool: AuditSpool;
  outside: Pick<OutsideSignIn, "accountOf">;
  practiceCode: string;
  /** Key of the ids that entries use for an account of the legacy server. */
  hashKey: Buffer;
};

/**
 * Records the actions of sessions of the fallback login in the database, or in the spool until the database is
 * available again.
 */
export class FallbackAudit {
  readonly #dependencies: Dependencies;
  #draining: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => void this.drain(), drainIntervalMs).unref();
  }

  /** Returns an entry about an account. Its id is final, so that it is never written twice. */
  entryOf(
    username: string,
    origin: RequestOrigin,
    event: Pick<SpooledEntry, "action" | "outcome" | "reason"> & { sessionId: string | null },
  ): SpooledEntry {
    const { sessionId, ...rest } = event;
    return {
      ...rest,
      id: uuidV7(),
      occurredAt: this.#dependencies.clock.now().toISOString(),
      accountId: this.#accountIdOf(username),
      // The database takes no control characters.
      ...(event.outcome === "success" && { username: username.replaceAll(/\p{Cc}/gu, "") }),
      request: { ...origin.audit, sessionId },
      isBrowser: origin.isBrowser,
    };
  }

  /** Returns the entry for a transaction. */
  draftOf(entry: SpooledEntry, { organizationId, personId }: EntryParties): AuditDraft {
    const { id, action, outcome, reason, request, accountId, username } = entry;
    return {
      id,
      organizationId: organizationId ?? platformChainId,
      action,
      outcome,
      reason,
      actor:
        personId === undefined
          ? { type: "legacy_account", id: accountId, ...(username !== undefined && { display: username }) }
          : { type: "user", id: personId },
      request,
      origin: "legacy",
    };
  }

  /**
   * Writes an entry, or keeps it until the database can take it. Errors: 503 SERVICE_UNAVAILABLE when there is no room.
   */
  async write(entry: SpooledEntry): Promise<void> {
    try {
      await this.#insert(entry);
    } catch {
      await this.keep(entry);
    }
  }

  /** Keeps an entry until the database is available again. Errors: 503 SERVICE_UNAVAILABLE when there is no room. */
  async keep(entry: SpooledEntry): Promise<void> {
    try {
      await this.#dependencies.spool.append(entry);
    } catch (error) {
      this.#dependencies.log.error({ err: error }, "legacy: an audit entry could not be kept");
      throw new ProblemError("SERVICE_UNAVAILABLE", { cause: error, retryAfterSeconds: 60 });
    }
  }

  /** Writes the entries that wait. Never rejects. */
  drain(): Promise<void> {
    const { spool, log } = this.#dependencies;
    this.#draining = this.#draining.then(async () => {
      if (!spool.mayHaveEntries) return;
      try {
        await spool.drain((entry) => this.#insert(entry));
      } catch (error) {
        if (!isUnavailable(error))
          log.error({ err: error }, "legacy: waiting audit entries could not be written");
      }
    });
    return this.#draining;
  }

  /** Stops writing entries that wait; they stay in the spool. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#draining;
  }

  async #insert(entry: SpooledEntry): Promise<void> {
    const { db, outside, practiceCode } = this.#dependencies;
    const account = await outside.accountOf({ username: entry.username, practiceCode });
    const draft = this.draftOf(entry, account);
    await db.write(async (tx) => {
      if (await hasAuditEntry(tx, draft.organizationId, entry.id)) return;
      tx.recordPast(draft, new Date(entry.occurredAt));
    });
  }

  /** Returns an id that is the same for every spelling of the name and cannot be reversed without the key. */
  #accountIdOf(username: string): string {
    const { hashKey, practiceCode } = this.#dependencies;
    const text = `legacy_account ${practiceCode.toUpperCase()} ${username.trim().toLowerCase()}`;
    const hex = createHmac("sha256", hashKey).update(text).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }
}
