import { rememberedSessionLengthMs } from "@praxisportal/contract/limits";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { deriveRefreshSecret, hashToken } from "../../../platform/crypto/tokens.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { readUserAgent } from "../../../platform/http/origin/user-agent.ts";
import type { Caller } from "../../../platform/request-context/caller.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import type { MembershipRow } from "../../../directory/membership-rules.ts";
import { recordWorkstationProof, type WorkstationProof } from "./workstation-proof.ts";
import * as devices from "./device.queries.ts";
import { endSessions, lockSessions } from "./end-sessions.ts";
import type { IssuedSession } from "./issued-session.ts";
import { lockKnownDevice, renewDevice } from "./known-device.ts";
import { boundsOf } from "./session-rules.ts";
import * as queries from "./session.queries.ts";
import { makeAccessToken } from "./token-times.ts";

/** A session that a sign-in begins. */
export type SessionStart = {
  personId: string;
  organizationId: string | null;
  rememberMe: boolean;
  restriction: Caller["restriction"];
  /** Time at which the second factor was proven for this session, or null if it was not. */
  secondFactorAt: Date | null;
  /** Day code that was used as the second step; the session ends with it. */
  dayCode?: { id: string; expiresAt: Date } | undefined;
  /** How the user proved their identity. On a shared workstation, this decides whether their PIN works again. */
  proof: WorkstationProof;
  /** The session gets the strictest limits of the organizations of these memberships. */
  memberships: readonly MembershipRow[];
  origin: RequestOrigin;
};

/**
 * Begins a session inside the transaction of a sign-in. A browser keeps its device and gets a new secret; its previous
 * user is signed out, because one browser serves one user. On a shared workstation the sessions of other users are
 * locked instead, and "remember me" has no effect.
 */
export async function beginSession(
  tx: WriteTransaction,
  options: SessionStart,
  { refreshKey, now }: { refreshKey: Buffer; now: Date },
): Promise<IssuedSession> {
  const { origin, personId, organizationId } = options;
  const kind = origin.isBrowser ? "browser" : "client";
  const openedDevice = await openDevice(tx, kind, origin, { personId, now });
  const { deviceId, generation } = openedDevice;
  const bounds = boundsOf(options.memberships, now);
  const { dayCode } = options;
  const rememberMe =
    options.rememberMe && bounds.mayRemember && !openedDevice.isShared && dayCode === undefined;
  const deviceSecret = deriveRefreshSecret(refreshKey, deviceId, generation);
  const sessionId = uuidV7();
  const token = makeAccessToken(now);
  const lengthMs = rememberMe ? rememberedSessionLengthMs : bounds.lengthMs;
  const absoluteExpiresAt = new Date(
    Math.min(now.getTime() + lengthMs, dayCode?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY),
  );
  const device = openedDevice.isNew ? [devices.insertDevice({ id: deviceId, kind })] : [];
  const sessionStatement = queries.insertSession({
    sessionId,
    personId,
    deviceId,
    generation,
    secretHash: hashToken(deviceSecret),
    tokenHash: hashToken(token.accessToken),
    tokenExpiresAt: token.accessTokenExpiresAt,
    startOrganizationId: organizationId,
    rememberMe,
    restriction: options.restriction,
    secondFactorAt: options.secondFactorAt,
    // "Remember me" also makes the device trusted, if the second factor was proven in this sign-in.
    trustedUntil:
      rememberMe && options.secondFactorAt !== null
        ? new Date(now.getTime() + rememberedSessionLengthMs)
        : null,
    dayCodeId: dayCode?.id ?? null,
    userAgent: origin.userAgent,
    address: origin.address,
    now,
    absoluteExpiresAt,
  });
  const statements = [...device, sessionStatement];
  const rows =
    organizationId === null || kind === "client"
      ? await tx.send(() => statements)
      : await tx.sendIn(organizationId, () => [
          ...statements,
          devices.recordWorkstation({ organizationId, deviceId, userAgent: origin.userAgent, now }),
        ]);
  if (openedDevice.isShared)
    await recordWorkstationProof(tx, options.proof, { personId, deviceId, sessionId, now });
  const startedSession = rows[device.length]?.[0] as queries.StartedSession | undefined;
  if (startedSession?.is_new_device === true)
    announceNewDevice(tx, { personId, sessionId, origin }, startedSession);
  return {
    sessionId,
    ...token,
    deviceSecret,
    kind,
    idleExpiresAt: new Date(now.getTime() + bounds.idleMs),
    absoluteExpiresAt,
  };
}

async function openDevice(
  tx: WriteTransaction,
  kind: "browser" | "client",
  origin: RequestOrigin,
  { personId, now }: { personId: string; now: Date },
) {
  const knownDeviceRow = kind === "browser" ? await lockKnownDevice(tx, origin, now) : undefined;
  if (knownDeviceRow === undefined) {
    return { deviceId: uuidV7(), generation: 1, isNew: true, isShared: false };
  }
  const { device_id: deviceId, isShared } = knownDeviceRow;
  // A shared workstation keeps the sessions of other users; the user's own previous session there always ends.
  await endSessions(tx, isShared ? { deviceId, personId } : { deviceId }, "replaced", now);
  if (isShared) await lockSessions(tx, { deviceId }, now);
  const generation = await renewDevice(tx, knownDeviceRow, now);
  return { deviceId, generation, isNew: false, isShared };
}

/** Notifies a user of a sign-in on a device that is new to them: by mail, and in their other sessions. */
function announceNewDevice(
  tx: WriteTransaction,
  { personId, sessionId, origin }: { personId: string; sessionId: string; origin: RequestOrigin },
  { unlocked_elsewhere: unlockedElsewhere }: queries.StartedSession,
): void {
  tx.emit("mail", { template: "newSignIn", personId, sessionId }, uuidV7());
  if (unlockedElsewhere.length === 0) return;
  tx.record({
    event: "session.started_elsewhere",
    organizationId: null,
    personId,
    sessionIds: unlockedElsewhere,
    data: { newSignIn: readUserAgent(origin.userAgent) },
  });
}
