import { deriveRefreshSecret, hashToken } from "../../../platform/crypto/tokens.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import * as devices from "./device.queries.ts";
import { lockSessions } from "./end-sessions.ts";
import type { IssuedSession } from "./issued-session.ts";
import { lockKnownDevice, renewDevice } from "./known-device.ts";
import { endOf } from "./session-rules.ts";
import * as queries from "./session.queries.ts";
import { recordWorkstationProof, type WorkstationProof } from "./workstation-proof.ts";
import { liftPinLimit } from "./workstation-proof.queries.ts";
import { makeAccessToken } from "./token-times.ts";

/**
 * Unlocks a session of the device of a request with new tokens, and locks any other open session there. Returns
 * undefined when the device is not known, the session is not locked there, or a PIN is for another organization.
 */
export async function unlockSession(
  tx: WriteTransaction,
  sessionId: string,
  origin: RequestOrigin,
  proof: WorkstationProof,
  { refreshKey, now }: { refreshKey: Buffer; now: Date },
) {
  const device = await lockKnownDevice(tx, origin, now);
  if (device === undefined) return undefined;
  await lockSessions(tx, { deviceId: device.device_id, except: sessionId }, now);
  const unlockedSession = await queries.unlockSession(
    tx,
    {
      sessionId,
      deviceId: device.device_id,
      ...(proof.kind === "pin" && { organizationId: proof.organizationId }),
    },
    now,
  );
  if (unlockedSession === undefined) return undefined;
  if (proof.kind !== "pin") await liftPinLimit(tx, sessionId);
  if (device.isShared) {
    const place = { personId: unlockedSession.person_id, deviceId: device.device_id, sessionId, now };
    await recordWorkstationProof(tx, proof, place);
  }
  const bounds = await queries.findBounds(tx, unlockedSession.person_id);
  const absoluteExpiresAt = endOf(bounds, unlockedSession);
  // The caller throws, so that the unlock is rolled back.
  if (now >= absoluteExpiresAt) return undefined;
  const generation = await renewDevice(tx, device, now);
  const deviceSecret = deriveRefreshSecret(refreshKey, device.device_id, generation);
  const token = makeAccessToken(now);
  await devices.insertSecret(tx, device.device_id, generation, hashToken(deviceSecret));
  await queries.insertAccessToken(tx, sessionId, hashToken(token.accessToken), token.accessTokenExpiresAt);
  const { person_id: personId, start_organization_id: organizationId } = unlockedSession;
  if (organizationId !== null) {
    const workstation = { organizationId, deviceId: device.device_id, userAgent: origin.userAgent, now };
    await tx.sendIn(organizationId, () => [devices.recordWorkstation(workstation)]);
  }
  const session: IssuedSession = {
    sessionId,
    ...token,
    deviceSecret,
    kind: device.kind,
    idleExpiresAt: new Date(now.getTime() + bounds.idleMs),
    absoluteExpiresAt,
  };
  return { session, personId, organizationId };
}
