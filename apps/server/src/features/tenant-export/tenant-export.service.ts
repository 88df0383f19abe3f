import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { FileAnswer } from "../../platform/http/calls/file-answer.ts";
import { ConcurrencyLimit } from "../../platform/http/concurrency-limit.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { exportJson } from "./export-json.ts";
import { fileNameOf } from "./file-name.ts";

type Dependencies = { db: IdentityDb; clock: Clock; notices: AdministratorNotices };

/** Exports that a process serves at once; each occupies a connection of the database. */
const maxRunning = 2;

/** Exports all data of an organization. */
export class TenantExportService {
  readonly #dependencies: Dependencies;
  readonly #running = new ConcurrencyLimit();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws unless the caller proved their identity within the last ten minutes. */
  assertFresh({ caller }: RequestContext): void {
    assertFresh(caller, this.#dependencies.clock.now());
  }

  /** Returns a function that ends the use of a slot. Errors: 503 OVERLOADED while too many exports are running. */
  takeSlot(): () => void {
    const release = this.#running.take([{ key: "process", max: maxRunning }]);
    if (release === undefined) throw new ProblemError("OVERLOADED", { retryAfterSeconds: 30 });
    return release;
  }

  /**
   * Exports the organization of the request. Audit entry and notices to its administrators are written before the first
   * byte is sent.
   */
  async export({ context }: Authorized<"tenants.export">): Promise<FileAnswer> {
    await this.#record(context);
    const name = fileNameOf(context.organization.name, "json");
    return new FileAnswer(name, "application/json; charset=utf-8", this.#stream(context));
  }

  async *#stream({ organization: { id, db } }: RequestContext): AsyncGenerator<string> {
    const snapshot = await db.openSnapshot();
    try {
      yield* exportJson(snapshot, { organizationId: id, exportedAt: this.#dependencies.clock.now() });
    } finally {
      await snapshot.close();
    }
  }

  async #record(context: RequestContext): Promise<void> {
    const { id, name } = context.organization;
    await this.#dependencies.db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "organization.exported",
        target: { type: "organization", id, display: name },
        reason: "json",
      });
      await this.#dependencies.notices.queue(tx, {
        kind: "organizationExported",
        organizationId: id,
        actorId: context.caller.personId,
      });
    });
  }
}
