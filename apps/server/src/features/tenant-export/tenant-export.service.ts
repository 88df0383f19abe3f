import type { TenantExportFormat } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import { FileResponse } from "../../platform/http/calls/file-response.ts";
import { ConcurrencyLimit } from "../../platform/http/concurrency-limit.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { exportArchive } from "./export-archive.ts";
import { type ExportHead, exportJson } from "./export-json.ts";
import { fileNameOf } from "./file-name.ts";

type Dependencies = { db: IdentityDb; clock: Clock; notices: AdministratorNotices };

/** Writers of the export, by format. */
const writers = {
  json: { extension: "json", contentType: "application/json; charset=utf-8", write: exportJson },
  archive: { extension: "zip", contentType: "application/zip", write: exportArchive },
} as const;

/** Maximum number of exports that a process serves at once. Each occupies a database connection. */
const maxRunning = 2;
const retryAfterSeconds = 30;

/** Exports all data of an organization. */
export class TenantExportService {
  readonly #dependencies: Dependencies;
  readonly #running = new ConcurrencyLimit();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks an export before a page opens its link. Errors: 403 STEP_UP_REQUIRED, and those of {@link takeSlot}. */
  admit({ caller, organization }: RequestContext): void {
    assertFresh(caller, this.#dependencies.clock.now());
    this.takeSlot(organization.id)();
  }

  /**
   * Returns a function that ends the use of a slot. Errors: 429 TOO_MANY_REQUESTS while the organization is being
   * exported, 503 OVERLOADED while too many exports are running.
   */
  takeSlot(organizationId: string): () => void {
    return this.#running.takeOrThrow({
      own: [{ key: `organization ${organizationId}`, max: 1 }],
      shared: [{ key: "process", max: maxRunning }],
      retryAfterSeconds,
    });
  }

  /**
   * Exports the organization of the request. The audit entry and the notices to its administrators are written before
   * the first byte is sent.
   */
  async export({ context }: Authorized<"tenants.export">, format: TenantExportFormat): Promise<FileResponse> {
    await this.#record(context, format);
    const { extension, contentType } = writers[format];
    const name = fileNameOf(context.organization.name, extension);
    return new FileResponse(name, contentType, this.#stream(context.organization.db, format));
  }

  /** Yields the archive of an organization, for a copy that no request downloads. */
  async *archiveOf(organizationId: string): AsyncGenerator<Buffer> {
    for await (const chunk of this.#stream(this.#dependencies.db.organization(organizationId), "archive"))
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  }

  async *#stream(db: OrganizationDb, format: TenantExportFormat): AsyncGenerator<string | Buffer> {
    const snapshot = await db.openSnapshot();
    try {
      const head: ExportHead = {
        organizationId: db.organizationId,
        exportedAt: this.#dependencies.clock.now(),
      };
      yield* writers[format].write(snapshot, head);
    } finally {
      await snapshot.close();
    }
  }

  async #record(context: RequestContext, format: TenantExportFormat): Promise<void> {
    const { id, name } = context.organization;
    await this.#dependencies.db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "organization.exported",
        target: { type: "organization", id, display: name },
        reason: format,
      });
      await this.#dependencies.notices.queue(tx, {
        kind: "organizationExported",
        organizationId: id,
        actorId: context.caller.personId,
      });
    });
  }
}
