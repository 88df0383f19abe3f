import { rememberedSessionLengthMs } from "@praxisportal/contract/limits";
import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../../platform/clock/clock.ts";
import { deriveRefreshSecret, hashToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { readUserAgent } from "../../../platform/http/origin/user-agent.ts";
import type { Caller, Credentials } from "../../../platform/request-context/caller.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { CallerCache } from "./caller-cache.ts";
import * as devices from "./device.queries.ts";
import { untrustDevices } from "./device-trust.queries.ts";
import { endSessions, lockSessions, revokeTokenFamily } from "./end-sessions.ts";
import type { EndedSession, IssuedSession } from "./issued-session.ts";
import { knownDevice, renewDevice } from "./known-device.ts";
import { recordMemberActivity } from "./member-activity.queries.ts";
import * as queries from "./session.queries.ts";
import { judgeProof } from "../../../directory/sign-in.policy.ts";
import { activeAt, makeAccessToken } from "./token-times.ts";
import { boundsOf, endOf, judgeCaller } from "./session-rules.ts";
import { previousSecretGraceMs, secretStateOf } from "../../../platform/crypto/secret-chain.ts";
import { mayRenew, type MembershipRow } from "../../../directory/membership-rules.ts";

/** The idle clock is written at most this often per session; a lost write shortens a session by at most this much. */
const touchIntervalMs = 30_000;
const minuteMs = 60_000;
/** Number of generations of refresh secrets kept to detect reuse: about a working day. */
const retainedGenerations = 200;

type SessionServiceDependencies = {
  db: IdentityDb;
  clock: Clock;
  refreshKey: Buffer;
  /** The portal runs as a demonstration: its platform accounts need no second factor. */
  demo: boolean;
  offersTwoFactor: boolean;
};

/** Finds, renews and ends sessions. */
export class SessionService {
  readonly cache = new CallerCache();
  readonly #dependencies: SessionServiceDependencies;
  readonly #touched = new Map<string, number>();
  /** The latest recorded minute per person and organization. */
  readonly #activeMinutes = new Map<string, number>();

  constructor(dependencies: SessionServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the caller for a bearer token and a device secret, or undefined. The first use of a child secret retires
   * its parent; the use of a retired one ends every session of the device.
   */
  async resolve({ accessToken, deviceSecret }: Credentials): Promise<Caller | undefined> {
    if (accessToken === undefined || accessToken.length > 100) return undefined;
    return this.resolveHashed(hashToken(accessToken), deviceSecret);
  }

  async resolveHashed(tokenHash: Buffer, deviceSecret: string | undefined): Promise<Caller | undefined> {
    const secretHash = deviceSecret === undefined ? null : hashToken(deviceSecret);
    const key = `${tokenHash.toString("base64")}.${secretHash?.toString("base64") ?? ""}`;
    const [epoch, kept] = [this.cache.epoch, this.cache.get(key)];
    const row = kept ?? (await queries.findCaller(this.#dependencies.db, tokenHash, secretHash));
    const verdict = judgeCaller(row, this.#dependencies.clock.now(), this.#dependencies);
    if (verdict.kind === "none" || row === undefined) return undefined;
    if (verdict.kind === "reused") {
      await this.revokeTokenFamily(verdict.deviceId, row.person_id);
      return undefined;
    }
    if (verdict.isNextUsed) await this.#promote(row.device_id, row.device_generation, row.person_id);
    else if (kept === undefined) this.cache.set(key, row, epoch);
    return verdict.caller;
  }

  /** Records activity of a person, in an organization if the request has one. */
  async recordActivity({ personId, sessionId }: Caller, organizationId: string | undefined): Promise<void> {
    const now = this.#dependencies.clock.now();
    const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
    const isTouched = this.#isDue(this.#touched, sessionId, now.getTime(), touchIntervalMs);
    // Once per minute and process, unless another process did.
    const isNewMinute =
      organizationId !== undefined &&
      this.#isDue(this.#activeMinutes, `${personId} ${organizationId}`, minute.getTime(), minuteMs);
    if (!isTouched && !isNewMinute) return;
    await this.#dependencies.db.write(async (tx) => {
      if (isTouched) await queries.touchSession(tx, sessionId, now);
      if (isNewMinute) await recordMemberActivity(tx, personId, organizationId, minute);
    });
    // This request keeps the times by which its caller was judged; the next one reads the new ones.
    if (isTouched) this.cache.forgetPerson(personId);
  }

  /** Returns whether a key was last written at least `intervalMs` ago, and notes that it is written now. */
  #isDue(written: Map<string, number>, key: string, nowMs: number, intervalMs: number): boolean {
    if (nowMs - (written.get(key) ?? 0) < intervalMs) return false;
    if (written.size > 50_000) written.clear();
    written.set(key, nowMs);
    return true;
  }

  /**
   * Begins a session inside the transaction of a sign-in. A browser keeps its device and gets a new secret; its
   * previous user is signed out, because one browser serves one user. On a shared workstation the sessions of other
   * users are locked instead, and "remember me" has no effect.
   */
  async begin(
    tx: WriteTransaction,
    options: {
      personId: string;
      organizationId: string | null;
      rememberMe: boolean;
      restriction: Caller["restriction"];
      /** When the second factor was proven for this session; null if it was not. */
      secondFactorAt: Date | null;
      /** The strictest of these organizations limits the session. */
      memberships: readonly MembershipRow[];
      origin: RequestOrigin;
    },
  ): Promise<IssuedSession> {
    const now = this.#dependencies.clock.now();
    const { origin } = options;
    const kind = origin.isBrowser ? "browser" : "client";
    const { personId } = options;
    const opened = await this.#openDevice(tx, kind, origin, { personId, now });
    const { deviceId, generation } = opened;
    const bounds = boundsOf(options.memberships, now);
    const rememberMe = options.rememberMe && bounds.mayRemember && !opened.isShared;
    const deviceSecret = this.#secretOf(deviceId, generation);
    const sessionId = uuidV7();
    const token = makeAccessToken(now);
    const absoluteExpiresAt = new Date(
      now.getTime() + (rememberMe ? rememberedSessionLengthMs : bounds.lengthMs),
    );
    const device = opened.isNew ? [devices.insertDevice({ id: deviceId, kind })] : [];
    const started = queries.insertSession({
      sessionId,
      personId,
      deviceId,
      generation,
      secretHash: hashToken(deviceSecret),
      tokenHash: hashToken(token.accessToken),
      tokenExpiresAt: token.accessTokenExpiresAt,
      startOrganizationId: options.organizationId,
      rememberMe,
      restriction: options.restriction,
      secondFactorAt: options.secondFactorAt,
      // "Angemeldet bleiben" also trusts the device for the second factor, if it was proven on it.
      trustedUntil:
        rememberMe && options.secondFactorAt !== null
          ? new Date(now.getTime() + rememberedSessionLengthMs)
          : null,
      userAgent: origin.userAgent,
      address: origin.address,
      now,
      absoluteExpiresAt,
    });
    const { organizationId } = options;
    const statements = [...device, started];
    const rows =
      organizationId === null || kind === "client"
        ? await tx.send(() => statements)
        : await tx.sendIn(organizationId, () => [
            ...statements,
            devices.recordWorkstation({ organizationId, deviceId, userAgent: origin.userAgent, now }),
          ]);
    const known = rows[device.length]?.[0] as queries.StartedSession | undefined;
    const isNewDevice = known?.is_new_device ?? false;
    if (isNewDevice) tx.emit("mail", { template: "newSignIn", personId, sessionId }, uuidV7());
    const awakeElsewhere = known?.awake_elsewhere ?? [];
    if (isNewDevice && awakeElsewhere.length > 0) {
      tx.record({
        event: "session.started_elsewhere",
        organizationId: null,
        personId,
        sessionIds: awakeElsewhere,
        data: { newSignIn: readUserAgent(origin.userAgent) },
      });
    }
    return {
      sessionId,
      ...token,
      deviceSecret,
      kind,
      idleExpiresAt: new Date(now.getTime() + bounds.idleMs),
      absoluteExpiresAt,
    };
  }

  /**
   * Issues a new access token for a device secret, and the child of that secret. A repeated request with the parent
   * gets the same child. Errors: 401 without an open session.
   */
  async refresh(
    secret: string | undefined,
    options: { extend: boolean; lastActivityAgoMs: number | undefined; isBrowser: boolean },
  ): Promise<IssuedSession & { personId: string }> {
    if (secret === undefined) throw new ProblemError("NOT_AUTHENTICATED");
    const now = this.#dependencies.clock.now();
    const outcome = await this.#dependencies.db.write(async (tx) => {
      const device = await devices.lockDeviceBySecret(tx, hashToken(secret));
      if (!device || device.revoked_at !== null) return { kind: "none" } as const;
      if ((device.kind === "browser") !== options.isBrowser) return { kind: "none" } as const;
      const secretState = secretStateOf(
        device.secret_generation,
        { generation: device.generation, previousRetiresAt: device.previous_retires_at },
        now,
      );
      const session = await queries.findOpenSession(tx, device.device_id);
      if (secretState === "reused") {
        return { kind: "reused", deviceId: device.device_id, personId: session?.person_id } as const;
      }
      if (!session || session.deactivated_at !== null) return { kind: "none" } as const;
      // Neither reported activity nor "extend" revives a session that is past a limit when the request arrives.
      const bounds = await queries.findBounds(tx, session.person_id);
      const absoluteExpiresAt = endOf(bounds, session);
      const isIdle = now.getTime() >= session.last_active_at.getTime() + bounds.idleMs;
      if (isIdle || now >= absoluteExpiresAt) {
        await queries.endSessions(tx, { sessionId: session.id }, "expired", now);
        tx.record({ event: "session.expired", organizationId: null, personId: session.person_id });
        return { kind: "expired" } as const;
      }
      let { generation } = device;
      if (secretState === "child") {
        await devices.promoteNextSecret(
          tx,
          device.device_id,
          generation,
          new Date(now.getTime() + previousSecretGraceMs),
        );
        generation += 1;
      }
      // A parent within its grace period gets the generation that parallel tabs already use.
      const next = secretState === "parent" ? generation : generation + 1;
      const deviceSecret = this.#secretOf(device.device_id, next);
      await devices.insertSecret(tx, device.device_id, next, hashToken(deviceSecret));
      await devices.pruneSecrets(tx, device.device_id, next - retainedGenerations);
      const lastActiveAt = activeAt(session.last_active_at, options, now);
      if (lastActiveAt > session.last_active_at) await queries.touchSession(tx, session.id, lastActiveAt);
      const token = makeAccessToken(now);
      const tokenHash = hashToken(token.accessToken);
      await queries.insertAccessToken(tx, session.id, tokenHash, token.accessTokenExpiresAt);
      const renewed = await queries.findNewCaller(tx, tokenHash);
      // Throws, so that the renewal is rolled back.
      if (!renewed || !mayRenew(renewed, now) || judgeProof(renewed, this.#dependencies) === "insufficient")
        throw new ProblemError("NOT_AUTHENTICATED");
      tx.record({ event: "session.renewed", organizationId: null, personId: session.person_id });
      return {
        kind: "refreshed",
        issued: {
          personId: session.person_id,
          sessionId: session.id,
          ...token,
          deviceSecret,
          kind: device.kind,
          idleExpiresAt: new Date(lastActiveAt.getTime() + bounds.idleMs),
          absoluteExpiresAt,
        },
      } as const;
    });
    if (outcome.kind === "refreshed") return outcome.issued;
    if (outcome.kind === "reused") await this.revokeTokenFamily(outcome.deviceId, outcome.personId);
    if (outcome.kind === "expired") throw new ProblemError("SESSION_EXPIRED");
    throw new ProblemError("NOT_AUTHENTICATED");
  }

  /**
   * Ends sessions inside a transaction, together with everything that {@link endSessions} ends.
   */
  async end(tx: WriteTransaction, filter: queries.SessionFilter, reason: string): Promise<EndedSession[]> {
    return endSessions(tx, filter, reason, this.#dependencies.clock.now());
  }

  /** Withdraws the trust in all devices of a user: each asks for the second factor again at the next sign-in. */
  async untrustDevices(tx: WriteTransaction, personId: string): Promise<void> {
    await untrustDevices(tx, { personId }, []);
  }

  /** Revokes a person's application tokens in an organization that they leave while they stay in another one. */
  async leaveOrganization(tx: WriteTransaction, personId: string, organizationId: string): Promise<void> {
    await queries.endTokens(tx, personId, organizationId, "membership_ended", this.#dependencies.clock.now());
  }

  /** Lifts the restriction of a session once it is fulfilled; any other restriction stays. */
  async liftRestriction(
    tx: WriteTransaction,
    sessionId: string,
    restriction: Restriction,
    next: Restriction | null = null,
  ): Promise<void> {
    await queries.liftRestriction(tx, sessionId, restriction, next);
  }

  /** Locks a session of a device. */
  async lock(tx: WriteTransaction, filter: { deviceId: string; sessionId: string }): Promise<void> {
    await lockSessions(tx, filter, this.#dependencies.clock.now());
  }

  /**
   * Unlocks a session of the device of this request with new tokens, and locks any other open session there. Returns
   * undefined when the device is not known or the session is not locked there.
   */
  async unlock(tx: WriteTransaction, sessionId: string, origin: RequestOrigin) {
    const now = this.#dependencies.clock.now();
    const device = await knownDevice(tx, origin, now);
    if (device === undefined) return undefined;
    await lockSessions(tx, { deviceId: device.device_id, except: sessionId }, now);
    const unlocked = await queries.unlockSession(tx, sessionId, device.device_id, now);
    if (unlocked === undefined) return undefined;
    const bounds = await queries.findBounds(tx, unlocked.person_id);
    const absoluteExpiresAt = endOf(bounds, unlocked);
    // The caller throws, so that the unlock is rolled back.
    if (now >= absoluteExpiresAt) return undefined;
    const generation = await renewDevice(tx, device, now);
    const deviceSecret = this.#secretOf(device.device_id, generation);
    const token = makeAccessToken(now);
    await devices.insertSecret(tx, device.device_id, generation, hashToken(deviceSecret));
    await queries.insertAccessToken(tx, sessionId, hashToken(token.accessToken), token.accessTokenExpiresAt);
    const { person_id: personId, start_organization_id: organizationId } = unlocked;
    if (organizationId !== null) {
      const seen = { organizationId, deviceId: device.device_id, userAgent: origin.userAgent, now };
      await tx.sendIn(organizationId, () => [devices.recordWorkstation(seen)]);
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

  #secretOf(deviceId: string, generation: number): string {
    return deriveRefreshSecret(this.#dependencies.refreshKey, deviceId, generation);
  }

  async #openDevice(
    tx: WriteTransaction,
    kind: "browser" | "client",
    origin: RequestOrigin,
    { personId, now }: { personId: string; now: Date },
  ) {
    const known = kind === "browser" ? await knownDevice(tx, origin, now) : undefined;
    if (known === undefined) {
      return { deviceId: uuidV7(), generation: 1, isNew: true, isShared: false };
    }
    const { device_id: deviceId, isShared } = known;
    // A shared workstation keeps the sessions of other users; the user's own previous session there always ends.
    await this.end(tx, isShared ? { deviceId, personId } : { deviceId }, "replaced");
    if (isShared) await lockSessions(tx, { deviceId }, now);
    const generation = await renewDevice(tx, known, now);
    return { deviceId, generation, isNew: false, isShared };
  }

  async #promote(deviceId: string, parent: number, personId: string): Promise<void> {
    const retiresAt = new Date(this.#dependencies.clock.now().getTime() + previousSecretGraceMs);
    await this.#dependencies.db.write(async (tx) => {
      await devices.promoteNextSecret(tx, deviceId, parent, retiresAt);
      tx.record({ event: "session.renewed", organizationId: null, personId });
    });
  }

  /** Revokes a device whose retired secret was used, and ends its sessions. */
  async revokeTokenFamily(deviceId: string, personId: string | undefined): Promise<void> {
    const now = this.#dependencies.clock.now();
    await this.#dependencies.db.write((tx) => revokeTokenFamily(tx, deviceId, personId, now));
  }
}
