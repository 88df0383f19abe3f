import { uuidV7 } from "@praxisportal/contract/identifiers";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import * as devices from "./device.queries.ts";
import { revokeDayCode, dayCodeSessions } from "../../../directory/day-codes/day-codes.queries.ts";
import { untrustDevices } from "./device-trust.queries.ts";
import type { EndedSession } from "./issued-session.ts";
import * as queries from "./session.queries.ts";
import { coversAllSessions } from "./session-rules.ts";

/** Reasons that do not discredit the device; every other reason withdraws its trust. */
const reasonsKeepingTrust: readonly string[] = ["signed_out", "replaced", "expired"];

/**
 * Ends sessions inside a transaction. Their devices are no longer trusted for the second factor; where all sessions of
 * a user end, this applies to all of their devices, because a lost one may have no open session. Ending all sessions of
 * a user also ends the organization tokens of applications that act for them, and their day code: this covers a block,
 * the end of a membership, and a change of password or second factor.
 */
export async function endSessions(
  tx: WriteTransaction,
  filter: queries.SessionFilter,
  reason: string,
  now: Date,
): Promise<EndedSession[]> {
  if (coversAllSessions(filter, reason)) {
    await queries.endTokensAndDayCode(tx, filter.personId, null, reason, now);
  }
  const endedSessions = await queries.endSessions(tx, filter, reason, now);
  recordSessions(tx, "session.ended", endedSessions, reason);
  if (!reasonsKeepingTrust.includes(reason)) await untrustDevices(tx, filter, endedSessions);
  return endedSessions;
}

/** Ends the day code of a user and the sessions that began with it. Returns false when there was none. */
export async function endDayCode(
  tx: WriteTransaction,
  personId: string,
  now: Date,
  organizationId?: string,
): Promise<boolean> {
  const id = await revokeDayCode(tx, personId, now, organizationId);
  if (id !== undefined) await endDayCodeSessions(tx, id, now);
  return id !== undefined;
}

async function endDayCodeSessions(tx: WriteTransaction, id: string, now: Date): Promise<void> {
  for (const sessionId of await dayCodeSessions(tx, id)) {
    await endSessions(tx, { sessionId }, "day_code_ended", now);
  }
}

/**
 * Ends a user's access to an organization that they leave: the tokens of applications there, and their day code with
 * its sessions.
 */
export async function endOrganizationAccess(
  tx: WriteTransaction,
  personId: string,
  organizationId: string,
  now: Date,
): Promise<void> {
  const reason = "membership_ended";
  const id = await queries.endTokensAndDayCode(tx, personId, organizationId, reason, now);
  if (id !== undefined) await endDayCodeSessions(tx, id, now);
}

/**
 * Revokes a device whose retired secret was used, because that means its cookie was copied. Its sessions end, and their
 * users are notified by mail.
 */
export async function revokeTokenFamily(
  tx: WriteTransaction,
  deviceId: string,
  personId: string | undefined,
  now: Date,
): Promise<void> {
  await devices.revokeDevice(tx, deviceId, now);
  const endedSessions = await endSessions(tx, { deviceId }, "refresh_reused", now);
  tx.record({
    organizationId: platformChainId,
    action: "auth.refresh_reused",
    outcome: "denied",
    actor: { type: "session", id: null },
    target: { type: "user", id: personId ?? null },
    origin: "api",
  });
  for (const affectedPersonId of new Set(endedSessions.map((session) => session.person_id))) {
    tx.emit("mail", { template: "sessionsRevoked", personId: affectedPersonId }, uuidV7());
  }
}

/** Locks sessions of a device inside a transaction: their tokens become invalid, their sockets are closed. */
export async function lockSessions(
  tx: WriteTransaction,
  filter: Parameters<typeof queries.lockSessions>[1],
  now: Date,
): Promise<void> {
  recordSessions(tx, "session.locked", await queries.lockSessions(tx, filter, now), "locked");
}

function recordSessions(
  tx: WriteTransaction,
  event: "session.ended" | "session.locked",
  sessions: readonly EndedSession[],
  reason: string,
): void {
  for (const [personId, personSessions] of Map.groupBy(sessions, (session) => session.person_id)) {
    tx.record({
      event,
      organizationId: null,
      personId,
      sessionIds: personSessions.map((session) => session.id),
      data: { reason },
    });
  }
}
