import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { beginSession, type SessionStart } from "./begin-session.ts";
import { untrustDevices } from "./device-trust.queries.ts";
import { endDayCode, endOrganizationAccess, endSessions, lockSessions } from "./end-sessions.ts";
import type { EndedSession, IssuedSession } from "./issued-session.ts";
import { refreshSession, type RefreshOptions } from "./refresh-session.ts";
import { lockKnownDevice } from "./known-device.ts";
import * as queries from "./session.queries.ts";
import { unlockSession } from "./unlock-session.ts";
import type { WorkstationProof } from "./workstation-proof.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  refreshKey: Buffer;
  /** Whether the portal runs as a demonstration, whose platform accounts need no second factor. */
  demo: boolean;
  offersTwoFactor: boolean;
};

/** Begins, renews, locks and ends sessions, as sign-in and other features use them. */
export class SessionService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins a session inside the transaction of a sign-in. See {@link beginSession}. */
  begin(tx: WriteTransaction, start: SessionStart): Promise<IssuedSession> {
    return beginSession(tx, start, this.#issuing());
  }

  /** Renews the tokens of a session. See {@link refreshSession}. */
  refresh(secret: string | undefined, options: RefreshOptions) {
    return refreshSession(this.#dependencies.db, secret, options, this.#issuing());
  }

  /** Ends sessions inside a transaction, together with everything that {@link endSessions} ends. */
  end(tx: WriteTransaction, filter: queries.SessionFilter, reason: string): Promise<EndedSession[]> {
    return endSessions(tx, filter, reason, this.#dependencies.clock.now());
  }

  /** Ends the day code of a user inside a transaction, with its sessions. Returns false when there was none. */
  endDayCode(tx: WriteTransaction, personId: string, organizationId?: string): Promise<boolean> {
    return endDayCode(tx, personId, this.#dependencies.clock.now(), organizationId);
  }

  /** Withdraws the trust in all devices of a user: each requires the second factor again at the next sign-in. */
  async untrustDevices(tx: WriteTransaction, personId: string): Promise<void> {
    await untrustDevices(tx, { personId }, []);
  }

  /** Revokes a person's application tokens in an organization that they leave, and their day code. */
  async leaveOrganization(tx: WriteTransaction, personId: string, organizationId: string): Promise<void> {
    await endOrganizationAccess(tx, personId, organizationId, this.#dependencies.clock.now());
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

  /** Unlocks a session of the device of this request. See {@link unlockSession}. */
  unlock(tx: WriteTransaction, sessionId: string, origin: RequestOrigin, proof: WorkstationProof) {
    return unlockSession(tx, sessionId, origin, proof, this.#issuing());
  }

  /** Locks the device of a request. Returns whether its cookie still belongs to the given shared device. */
  async isKnownDevice(tx: WriteTransaction, deviceId: string, origin: RequestOrigin): Promise<boolean> {
    const device = await lockKnownDevice(tx, origin, this.#dependencies.clock.now());
    return device?.device_id === deviceId && device.isShared;
  }

  #issuing() {
    const { clock, ...rules } = this.#dependencies;
    return { ...rules, now: clock.now() };
  }
}
