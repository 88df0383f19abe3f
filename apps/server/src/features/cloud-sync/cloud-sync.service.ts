import type { ChangeCloudSync, CloudSync } from "@praxisportal/contract/cloud-sync/cloud-sync.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { type CloudSyncRow, fingerprintOf, presentCloudSync } from "./cloud-sync.presenter.ts";
import * as queries from "./cloud-sync.queries.ts";
import { isUsableKey } from "./encryption.ts";
import { nextRunAt } from "./sync-schedule.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  notices: Pick<AdministratorNotices, "queue">;
  /** Whether the operator has configured a storage. */
  isAvailable: boolean;
};

/** Cloud sync settings of an organization, and the state of its runs. */
export class CloudSyncService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async status(db: OrganizationDb): Promise<CloudSync> {
    return presentCloudSync(await queries.findCloudSync(db), this.#dependencies.isAvailable);
  }

  /** Changes the settings. Errors: see the endpoint; 400 for a key that cannot be used for encryption. */
  async change(
    { context }: Authorized<"cloudSync.change">,
    body: ChangeCloudSync,
    ifMatch: string | undefined,
  ): Promise<CloudSync> {
    const { clock, notices, isAvailable } = this.#dependencies;
    assertFresh(context.caller, clock.now());
    if (body.publicKey !== undefined && !(await isUsableKey(body.publicKey))) {
      throw new ProblemError("VALIDATION_FAILED", {
        issues: [{ path: "publicKey", code: "invalidFormat", params: {} }],
      });
    }
    const { id, name, db } = context.organization;
    await this.#dependencies.db.write(async (tx) => {
      const row = await queries.lockCloudSync(tx, id);
      if (ifMatch !== undefined && Number(ifMatch) !== row.version) {
        throw new ProblemError("PRECONDITION_FAILED");
      }
      const publicKey = body.publicKey ?? row.public_key;
      if (body.schedule !== "off" && (publicKey === null || !isAvailable)) {
        throw new ProblemError("CLOUD_SYNC_NOT_READY");
      }
      if (body.schedule === row.schedule && publicKey === row.public_key) return;
      const dueAt = body.schedule === row.schedule ? row.due_at : nextRunAt(body.schedule, id, clock.now());
      await queries.storeChoice(tx, id, { schedule: body.schedule, publicKey, dueAt });
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "organization.sync_changed",
        target: { type: "organization", id, display: name },
        changes: {
          ...(body.schedule !== row.schedule && { schedule: [row.schedule, body.schedule] as const }),
          ...(publicKey !== row.public_key && {
            keyFingerprint: [
              row.public_key && fingerprintOf(row.public_key),
              publicKey && fingerprintOf(publicKey),
            ] as const,
          }),
        },
      });
      await notices.queue(tx, {
        kind: "cloudSyncChanged",
        organizationId: id,
        actorId: context.caller.personId,
      });
    });
    return this.status(db);
  }

  /** Requests a run. Errors: see the endpoint. */
  async start({ context }: Authorized<"cloudSync.start">): Promise<CloudSync> {
    const { clock, isAvailable } = this.#dependencies;
    const { id, name, db } = context.organization;
    await this.#dependencies.db.write(async (tx) => {
      const row = await queries.lockCloudSync(tx, id);
      if (row.public_key === null || !isAvailable) throw new ProblemError("CLOUD_SYNC_NOT_READY");
      if (isOpen(row)) throw new ProblemError("CLOUD_SYNC_RUNNING");
      await queries.requestRun(tx, id, clock.now());
      tx.record({
        ...context.auditBase(),
        organizationId: id,
        action: "organization.sync_requested",
        target: { type: "organization", id, display: name },
      });
    });
    return this.status(db);
  }
}

function isOpen({ run_id, requested_at }: CloudSyncRow): boolean {
  return run_id !== null || requested_at !== null;
}
