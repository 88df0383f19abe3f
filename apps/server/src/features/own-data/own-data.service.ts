import type { Clock } from "../../platform/clock/clock.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { FileResponse } from "../../platform/http/calls/file-response.ts";
import { ConcurrencyLimit } from "../../platform/http/concurrency-limit.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { ownDataJson } from "./own-data-json.ts";
import { fileNameOf } from "./own-data-texts.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  notifier: Pick<Notifier, "storeAndMail">;
  /** Returns the ids of the organizations that store data about a person. */
  organizationsOf: (personId: string) => Promise<string[]>;
};

/** Exports that a process serves at once; each occupies a connection of the database. */
const maxRunning = 2;
const retryAfterSeconds = 30;

/** Exports all data stored about the caller. */
export class OwnDataService {
  readonly #dependencies: Dependencies;
  readonly #running = new ConcurrencyLimit();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Checks whether an export may start, before a page opens the link. Errors: 403 STEP_UP_REQUIRED, 403 FORBIDDEN for
   * applications, and as {@link takeSlot}.
   */
  admit({ caller }: RequestContext): void {
    assertFresh(caller, this.#dependencies.clock.now());
    this.takeSlot(caller.personId)();
  }

  /**
   * Returns a function that ends the use of a slot. Errors: 429 TOO_MANY_REQUESTS while the person's data are being
   * exported, 503 OVERLOADED while too many exports are running.
   */
  takeSlot(personId: string): () => void {
    return this.#running.takeOrThrow({
      own: [{ key: `person ${personId}`, max: 1 }],
      shared: [{ key: "process", max: maxRunning }],
      retryAfterSeconds,
    });
  }

  /** Exports the caller's data. Audit entries and the notice are written before the first byte is sent. */
  async export(context: RequestContext): Promise<FileResponse> {
    const { db, clock, organizationsOf } = this.#dependencies;
    const { personId } = context.caller;
    const { language } = context.origin;
    const exportedAt = clock.now();
    assertFresh(context.caller, exportedAt);
    await this.#record(context);
    const organizationIds = await organizationsOf(personId);
    const json = ownDataJson(db, { personId, organizationIds, exportedAt, language });
    return new FileResponse(fileNameOf(language, exportedAt), "application/json; charset=utf-8", json);
  }

  /** Records the export in the logs of the person's organizations and of the platform. */
  async #record(context: RequestContext): Promise<void> {
    const { personId, sessionId, memberships } = context.caller;
    await this.#dependencies.db.write(async (tx) => {
      const chains = [...memberships.map(({ organizationId }) => organizationId), platformChainId];
      for (const organizationId of chains) {
        tx.record({
          ...context.auditBase(),
          organizationId,
          action: "user.own_data_exported",
          target: { type: "user", id: personId },
        });
      }
      this.#dependencies.notifier.storeAndMail(tx, [
        {
          personId,
          organizationId: null,
          type: "warning",
          template: "ownDataExported",
          route: "profile",
          ids: { sessionId },
        },
      ]);
    });
  }
}
