import type { IdentityDb } from "../../../platform/db/handles.ts";
import {
  previousSecretGraceMs,
  type SecretState,
  secretStateOf,
} from "../../../platform/crypto/secret-chain.ts";
import { deriveRefreshSecret, hashToken } from "../../../platform/crypto/tokens.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { mayRenew } from "../../../directory/membership-rules.ts";
import { type FactorRules, checkProof } from "../../../directory/sign-in.policy.ts";
import * as devices from "./device.queries.ts";
import { revokeTokenFamily } from "./end-sessions.ts";
import type { IssuedSession } from "./issued-session.ts";
import { endOf } from "./session-rules.ts";
import * as queries from "./session.queries.ts";
import { activeAt, makeAccessToken } from "./token-times.ts";

/** Number of generations of refresh secrets kept to detect reuse: about a working day. */
const retainedGenerations = 200;

/** Options of a refresh request. */
export type RefreshOptions = { extend: boolean; lastActivityAgoMs: number | undefined; isBrowser: boolean };

type RefreshedSession = IssuedSession & { personId: string };

type Rules = FactorRules & { refreshKey: Buffer; now: Date };

/**
 * Issues a new access token for a device secret, and the child of that secret. A repeated request with the parent gets
 * the same child. Errors: 401 without an open session.
 */
export async function refreshSession(
  db: IdentityDb,
  secret: string | undefined,
  options: RefreshOptions,
  rules: Rules,
): Promise<RefreshedSession> {
  if (secret === undefined) throw new ProblemError("NOT_AUTHENTICATED");
  const outcome = await db.write((tx) => renew(tx, secret, options, rules));
  if (outcome.kind === "refreshed") return outcome.issued;
  if (outcome.kind === "reused") {
    const { deviceId, personId } = outcome;
    await db.write((tx) => revokeTokenFamily(tx, deviceId, personId, rules.now));
  }
  if (outcome.kind === "expired") throw new ProblemError("SESSION_EXPIRED");
  throw new ProblemError("NOT_AUTHENTICATED");
}

type Outcome =
  | { kind: "refreshed"; issued: RefreshedSession }
  | { kind: "reused"; deviceId: string; personId: string | undefined }
  | { kind: "expired" | "none" };

async function renew(
  tx: WriteTransaction,
  secret: string,
  options: RefreshOptions,
  rules: Rules,
): Promise<Outcome> {
  const { now } = rules;
  const device = await devices.lockDeviceBySecret(tx, hashToken(secret));
  if (!device || device.revoked_at !== null) return { kind: "none" };
  if ((device.kind === "browser") !== options.isBrowser) return { kind: "none" };
  const chain = { generation: device.generation, previousRetiresAt: device.previous_retires_at };
  const secretState = secretStateOf(device.secret_generation, chain, now);
  const session = await queries.findOpenSession(tx, device.device_id);
  if (secretState === "reused")
    return { kind: "reused", deviceId: device.device_id, personId: session?.person_id };
  if (!session || session.deactivated_at !== null) return { kind: "none" };
  // Neither reported activity nor "extend" revives a session that is past a limit when the request arrives.
  const bounds = await queries.findBounds(tx, session.person_id);
  const absoluteExpiresAt = endOf(bounds, session);
  const isIdle = now.getTime() >= session.last_active_at.getTime() + bounds.idleMs;
  if (isIdle || now >= absoluteExpiresAt) {
    await queries.endSessions(tx, { sessionId: session.id }, "expired", now);
    tx.record({ event: "session.expired", organizationId: null, personId: session.person_id });
    return { kind: "expired" };
  }
  const deviceSecret = await nextSecret(tx, device, secretState, rules);
  const lastActiveAt = activeAt(session.last_active_at, options, now);
  if (lastActiveAt > session.last_active_at) await queries.touchSession(tx, session.id, lastActiveAt);
  const token = makeAccessToken(now);
  const tokenHash = hashToken(token.accessToken);
  await queries.insertAccessToken(tx, session.id, tokenHash, token.accessTokenExpiresAt);
  const newCaller = await queries.findNewCaller(tx, tokenHash);
  // Throws, so that the renewal is rolled back.
  if (!newCaller || !mayRenew(newCaller, now) || checkProof(newCaller, rules) === "insufficient")
    throw new ProblemError("NOT_AUTHENTICATED");
  tx.record({ event: "session.renewed", organizationId: null, personId: session.person_id });
  const issuedSession = {
    personId: session.person_id,
    sessionId: session.id,
    ...token,
    deviceSecret,
    kind: device.kind,
    idleExpiresAt: new Date(lastActiveAt.getTime() + bounds.idleMs),
    absoluteExpiresAt,
  };
  return { kind: "refreshed", issued: issuedSession };
}

/** Stores and returns the secret that follows the one sent with a refresh. */
async function nextSecret(
  tx: WriteTransaction,
  device: devices.RefreshRow,
  secretState: Exclude<SecretState, "reused">,
  { refreshKey, now }: Rules,
): Promise<string> {
  const { device_id: deviceId } = device;
  let { generation } = device;
  if (secretState === "child") {
    const retiresAt = new Date(now.getTime() + previousSecretGraceMs);
    await devices.promoteNextSecret(tx, deviceId, generation, retiresAt);
    generation += 1;
  }
  // A parent within its grace period gets the generation that parallel tabs already use.
  const nextGeneration = secretState === "parent" ? generation : generation + 1;
  const secret = deriveRefreshSecret(refreshKey, deviceId, nextGeneration);
  await devices.insertSecret(tx, deviceId, nextGeneration, hashToken(secret));
  await devices.pruneSecrets(tx, deviceId, nextGeneration - retainedGenerations);
  return secret;
}
