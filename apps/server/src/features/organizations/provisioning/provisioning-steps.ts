import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { ProvisioningStep } from "@praxisportal/contract/tenants/provisioning.schema";
import {
  entitlementsIn,
  entitlementsOf,
  type EntitlementRow,
} from "../../../directory/entitlements.queries.ts";
import { insertInvitation } from "../../../directory/invitations.queries.ts";
import { auditPartyOf } from "../../../directory/member-guards.ts";
import { insertNewMember } from "../../../directory/new-member.ts";
import { startTrial } from "../../../directory/provision.queries.ts";
import { takeSeat } from "../../../directory/seats.queries.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { FirstAdministrator, ProvisioningRequest } from "./provisioning.queries.ts";
import { findAdministrator } from "./administrator.queries.ts";

type Work = (
  tx: WriteTransaction,
  organizationId: string,
  request: ProvisioningRequest,
  now: Date,
) => Promise<void>;

/**
 * Work of each step after the organization itself has been created. It runs in the transaction that marks it as done,
 * so that it takes effect exactly once.
 */
export const provisioningWork: Readonly<Record<Exclude<ProvisioningStep, "organization">, Work>> = {
  /** The limits of the plan were set with the row. None may be missing, because calls are checked against them. */
  limits: async (tx, organizationId) => void (await readLimits(tx, organizationId)),

  defaults: (tx, organizationId, _request, now) => startTrial(tx, organizationId, now),

  async administrator(tx, organizationId, { administrator, audit }, now) {
    if (administrator === null) return;
    const role = "org_admin" as const;
    await takeSeat(tx, organizationId);
    const { name } = await insertNewMember(tx, organizationId, {
      firstName: undefined,
      lastName: undefined,
      ...administrator,
      role,
      permissions: firstAdminGrants,
      createdAt: now,
    });
    tx.record({
      ...audit,
      organizationId,
      action: "member.added",
      target: auditPartyOf({ personId: administrator.id, ...name }),
      changes: { role: [null, role], permissions: [null, firstAdminGrants] },
    });
  },

  async mail(tx, organizationId, { administrator, requestedBy, language }, now) {
    if (administrator === null || administrator.email === null) return;
    const { membershipId } = await administratorOf(tx, organizationId, administrator);
    const offer = { organizationId, membershipId, message: null, invitedBy: requestedBy, language };
    await insertInvitation(tx, offer, now);
  },

  async check(tx, organizationId, { administrator }) {
    await readLimits(tx, organizationId);
    if (administrator === null) return;
    const { isInvited } = await administratorOf(tx, organizationId, administrator);
    if (administrator.email !== null && !isInvited) throw new Error("the administrator is not invited");
  },
};

async function readLimits(tx: WriteTransaction, organizationId: string) {
  const [rows] = await tx.sendIn<[EntitlementRow]>(organizationId, (db) => [
    entitlementsOf(organizationId)(db),
  ]);
  return entitlementsIn(rows);
}

async function administratorOf(tx: WriteTransaction, organizationId: string, { id }: FirstAdministrator) {
  const administrator = await findAdministrator(tx, organizationId, id);
  if (administrator === undefined) throw new Error("the administrator is not a member");
  return administrator;
}
