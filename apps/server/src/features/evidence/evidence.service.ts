import type {
  EvidenceFolder,
  EvidenceFormat,
  EvidenceList,
} from "@praxisportal/contract/evidence/evidence.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { evidenceFileName } from "./evidence-texts.ts";
import { FileResponse } from "../../platform/http/calls/file-response.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { presentFolder } from "./evidence.presenter.ts";
import * as queries from "./evidence.queries.ts";

type Dependencies = { db: IdentityDb; clock: Clock };

const contentTypes = { pdf: "application/pdf", zip: "application/zip" } as const;

/** Evidence folders of an organization; a job creates them. */
export class EvidenceService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list({ context }: Authorized<"evidence.list">): Promise<EvidenceList> {
    const { db } = context.organization;
    const [country, rows] = await Promise.all([queries.readCountry(db), queries.readFolders(db)]);
    const now = this.#dependencies.clock.now();
    return { country, folders: rows.map((row) => presentFolder(row, now)) };
  }

  /** Requests a folder. Errors: 403 STEP_UP_REQUIRED, 409 EVIDENCE_RUNNING. */
  async create({ context }: Authorized<"evidence.create">, years: number): Promise<EvidenceFolder> {
    const now = this.#dependencies.clock.now();
    assertFresh(context.caller, now);
    const { id: organizationId } = context.organization;
    return this.#dependencies.db.write(async (tx) => {
      const id = uuidV7();
      await saveIdempotencyKey(tx, context.repeatable, id);
      const isNew = await queries.insertFolder(tx, organizationId, {
        id,
        years,
        language: context.origin.language,
        requestedBy: context.caller.personId,
        now,
      });
      if (!isNew) throw new ProblemError("EVIDENCE_RUNNING");
      this.#record(tx, context, "evidence.requested", String(years));
      return this.#show(tx, organizationId, id);
    });
  }

  /** Returns a folder. Errors: 404. */
  async get({ organization }: RequestContext, id: string): Promise<EvidenceFolder> {
    const row = await queries.readFolder(organization.db, id);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentFolder(row, this.#dependencies.clock.now());
  }

  /** Cancels the creation of a folder. Errors: 404, 409 CONFLICT when the folder is not being created. */
  async cancel({ context }: Authorized<"evidence.cancel">, id: string): Promise<EvidenceFolder> {
    const { id: organizationId } = context.organization;
    return this.#dependencies.db.write(async (tx) => {
      const folder = await queries.findFolder(tx, organizationId, id);
      if (folder === undefined) throw new ProblemError("NOT_FOUND");
      const isCanceled = await queries.cancelFolder(tx, organizationId, id, this.#dependencies.clock.now());
      if (!isCanceled) throw new ProblemError("CONFLICT");
      this.#record(tx, context, "evidence.cancelled");
      return this.#show(tx, organizationId, id);
    });
  }

  /** Requires a step-up before a page opens the download link. Errors: 403 STEP_UP_REQUIRED. */
  admit({ caller }: RequestContext): void {
    assertFresh(caller, this.#dependencies.clock.now());
  }

  /** Returns a file; the audit entry is written before. Errors: 404 also when the file was deleted. */
  async download(
    { context }: Authorized<"evidence.download">,
    id: string,
    format: EvidenceFormat,
  ): Promise<FileResponse> {
    const file = await queries.readFile(context.organization.db, id, format, this.#dependencies.clock.now());
    if (file === undefined) throw new ProblemError("NOT_FOUND");
    await this.#dependencies.db.write(async (tx) => {
      this.#record(tx, context, "evidence.downloaded", format);
    });
    const name = `${evidenceFileName(file.language)}-${file.at}.${format}`;
    return new FileResponse(name, contentTypes[format], once(file.content));
  }

  #record(
    tx: WriteTransaction,
    context: RequestContext,
    action: "evidence.requested" | "evidence.cancelled" | "evidence.downloaded",
    reason?: string,
  ): void {
    const { id, name } = context.organization;
    tx.record({
      ...context.auditBase(),
      organizationId: id,
      action,
      target: { type: "organization", id, display: name },
      ...(reason !== undefined && { reason }),
    });
  }

  async #show(tx: WriteTransaction, organizationId: string, id: string): Promise<EvidenceFolder> {
    const row = await queries.findFolder(tx, organizationId, id);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentFolder(row, this.#dependencies.clock.now());
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
