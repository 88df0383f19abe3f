import { contractRetrievalMs } from "@praxisportal/contract/limits";
import { type AuditDraft, platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { AdministratorNotices } from "../../notifications/administrator-notices.ts";
import * as changes from "../organization-changes.queries.ts";
import type { OrganizationClosing } from "../organization-closing.ts";
import { findEndedContracts } from "./contract-end.platform-queries.ts";

export type ContractEndDependencies = {
  db: PlatformDb;
  clock: Clock;
  closing: Pick<OrganizationClosing, "close">;
  notices: Pick<AdministratorNotices, "queue">;
};

type Locked = NonNullable<Awaited<ReturnType<typeof changes.lockOrganization>>>;

const operatingStatuses = ["trial", "active"];
const notDeleted = [...operatingStatuses, "suspended", "archived"];

/**
 * Carries out what a notice announced: at the end of the contract the organization is suspended, so that its
 * administrators can only read and export; 30 days later it is deleted as of the end of the contract, so that it is due
 * for erasure. Idempotent.
 */
export async function endContracts(
  dependencies: ContractEndDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = dependencies;
  const now = clock.now();
  const retrievalEnded = new Date(now.getTime() - contractRetrievalMs);
  for (const id of await findEndedContracts(db, retrievalEnded, notDeleted)) {
    if (signal.aborted) return;
    await db.write((tx) => remove(dependencies, tx, { id, endedBy: retrievalEnded }));
  }
  for (const id of await findEndedContracts(db, now, operatingStatuses)) {
    if (signal.aborted) return;
    await db.write((tx) => suspend(dependencies, tx, { id, now }));
  }
}

async function remove(
  { closing }: ContractEndDependencies,
  tx: WriteTransaction,
  { id, endedBy }: { id: string; endedBy: Date },
): Promise<void> {
  const organization = await lockEnded(tx, id, endedBy, notDeleted);
  if (organization === undefined) return;
  await changes.updateOrganization(tx, id, {
    status: "deleted",
    previous_status: organization.status,
    deleted_at: organization.contract_ends_at,
  });
  record(tx, organization, "organization.deleted", "deleted");
  await closing.close(tx, id, { reason: "organization_deleted", by: null, suspended: false });
}

async function suspend(
  { closing, notices }: ContractEndDependencies,
  tx: WriteTransaction,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const organization = await lockEnded(tx, id, now, operatingStatuses);
  if (organization === undefined) return;
  await changes.updateOrganization(tx, id, {
    status: "suspended",
    previous_status: organization.status,
    suspended_at: organization.contract_ends_at,
    suspension_reason: null,
  });
  // First, because suspending closes all sockets, and open pages must receive the reason before that.
  await closing.close(tx, id, { reason: "organization_suspended", by: null, suspended: true });
  record(tx, organization, "organization.contract_ended", "suspended");
  await notices.queue(tx, { kind: "contractEnded", organizationId: id, actorId: null });
}

/** Locks an organization whose contract ended by a time. Returns undefined when the notice was withdrawn meanwhile. */
async function lockEnded(
  tx: WriteTransaction,
  id: string,
  endedBy: Date,
  statuses: readonly string[],
): Promise<Locked | undefined> {
  const organization = await changes.lockOrganization(tx, id);
  const endsAt = organization?.contract_ends_at;
  const isDue = endsAt && endsAt.getTime() <= endedBy.getTime() && statuses.includes(organization.status);
  return isDue ? organization : undefined;
}

/** Writes to the log of the organization and to the platform's. */
function record(
  tx: WriteTransaction,
  organization: Locked,
  action: AuditDraft["action"],
  status: string,
): void {
  for (const organizationId of [organization.organization_id, platformChainId])
    tx.record({
      organizationId,
      action,
      actor: { type: "system", id: null },
      target: { type: "organization", id: organization.organization_id, display: organization.name },
      changes: { status: [organization.status, status] },
      ids: { organizationId: organization.organization_id },
      origin: "job",
    });
}
