import { type ProvisioningStep, provisioningSteps } from "@praxisportal/contract/tenants/provisioning.schema";
import { sql } from "kysely";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/** The first administrator of an organization. */
export type FirstAdministrator = {
  /** Id of the person. */
  id: string;
  email: string | null;
  username: string | null;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Hash of the temporary password, or null if the administrator has an address. */
  passwordHash: string | null;
};

/** Data for the steps of a provisioning, stored so that any process can run them. */
export type ProvisioningRequest = {
  audit: Pick<AuditDraft, "actor" | "request" | "origin">;
  requestedBy: string;
  language: string;
  administrator: FirstAdministrator | null;
};

type Times = Record<`${ProvisioningStep}_at`, Date | null>;

/** Progress of a provisioning. The request is null when everything is done. */
export type ProvisioningRow = Times & { request: ProvisioningRequest | null; error: string | null };

const columns = [...provisioningSteps.map((step) => `${step}_at` as const), "error", "request"] as const;

const rowOf = (db: OrganizationQueries, organizationId: string) =>
  db.selectFrom("provisioning").select(columns).where("organization_id", "=", organizationId);

/** Records that the row of an organization exists and the other steps follow. */
export async function insertProvisioning(
  tx: WriteTransaction,
  organizationId: string,
  request: ProvisioningRequest,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .insertInto("provisioning")
      .values({ organization_id: organizationId, request: JSON.stringify(request) })
      .execute(),
  );
}

export async function findProvisioning(db: OrganizationDb): Promise<ProvisioningRow | undefined> {
  const [row] = await db.read((builder) => rowOf(builder, db.organizationId));
  return row as ProvisioningRow | undefined;
}

/** Locks a provisioning until the transaction ends, so that each step is done by one process only. */
export async function lockProvisioning(
  tx: WriteTransaction,
  organizationId: string,
): Promise<ProvisioningRow | undefined> {
  const row = await tx.organization(organizationId, (db) =>
    rowOf(db, organizationId).forUpdate().executeTakeFirst(),
  );
  return row as ProvisioningRow | undefined;
}

/** Records that a step is done. The last step also deletes the data that only the steps need. */
export async function markDone(
  tx: WriteTransaction,
  organizationId: string,
  step: ProvisioningStep,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("provisioning")
      .set({
        [`${step}_at`]: sql`clock_timestamp()`,
        error: null,
        ...(step === provisioningSteps.at(-1) && { request: null }),
      })
      .where("organization_id", "=", organizationId)
      .execute(),
  );
}

/** Records why a step failed; it is tried again in a minute. */
export async function markFailed(tx: WriteTransaction, organizationId: string, error: string): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("provisioning")
      .set({ error, retry_at: sql`now() + interval '1 minute'` })
      .where("organization_id", "=", organizationId)
      .where("check_at", "is", null)
      .execute(),
  );
}
