import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { signInWithPin } from "@praxisportal/contract/workstation/workstation.endpoints";
import type { OwnPin } from "@praxisportal/contract/workstation/workstation.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext, RequestOrigin } from "../../platform/request-context/request-context.ts";
import { actorOf } from "../../directory/person-context.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import { administers, type FactorRules } from "../../directory/sign-in.policy.ts";
import {
  findOwnWorkstation,
  type WorkstationSessionsRow,
} from "../../directory/workstation-sessions.queries.ts";
import type { PinAttempt, PinAttempts } from "../auth/session/pin-attempts.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { PinProof } from "../auth/session/workstation-proof.ts";
import type { SignedInPerson, SignInService } from "../auth/sign-in/sign-in.service.ts";
import { keyedPin } from "./pin-hash.ts";
import { isOnlyExpired, mayUsePin, worksUntil } from "./pin.policy.ts";
import * as queries from "./pins.queries.ts";
import { findSharedWorkstation, type SharedWorkstationRow } from "./shared-workstation.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  pinAttempts: Pick<PinAttempts, "consume" | "forgive">;
  pinKey: Buffer;
  sessions: Pick<SessionService, "unlock" | "isKnownDevice">;
  signIn: Pick<SignInService, "find" | "complete">;
} & FactorRules;

type SharedWorkstation = WorkstationSessionsRow & { organizations: readonly SharedWorkstationRow[] };
type PinSignIn = BodyOf<typeof signInWithPin>;

/** Manages the PINs with which users switch on a shared workstation. */
export class PinService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns whether the caller has a PIN on this workstation, or why they cannot set one. */
  async read(context: RequestContext): Promise<OwnPin> {
    const { personId, deviceId } = context.caller;
    const [pins, place] = await Promise.all([
      queries.listPins(this.#dependencies.db, personId),
      this.#placeOf(context),
    ]);
    const here = pins.some(
      (pin) => pin.device_id === deviceId && pin.organization_id === place.organizationId,
    );
    return {
      unavailable: place.unavailable,
      here,
      worksUntil: (here && place.until?.toISOString()) || null,
      elsewhere: pins.length - (here ? 1 : 0),
    };
  }

  /**
   * Sets the caller's PIN for this workstation and organization. Errors: 403 STEP_UP_REQUIRED and
   * PIN_NOT_FOR_ADMINISTRATORS, 409 if the workstation is not shared or the last full sign-in was too long ago.
   */
  async set(context: RequestContext, pin: string): Promise<OwnPin> {
    const { caller } = context;
    const now = this.#dependencies.clock.now();
    const { unavailable, organizationId } = await this.#placeOf(context);
    if (unavailable === "administrator") throw new ProblemError("PIN_NOT_FOR_ADMINISTRATORS");
    assertFresh(caller, now);
    if (unavailable === "signIn") throw new ProblemError("PIN_NEEDS_FULL_SIGN_IN");
    if (unavailable !== null || organizationId === null)
      throw new ProblemError("PIN_NEEDS_SHARED_WORKSTATION");
    const { personId, deviceId } = caller;
    const keyed = keyedPin(this.#dependencies.pinKey, { personId, organizationId, deviceId }, pin);
    const hash = await this.#dependencies.hasher.hash(keyed);
    await this.#dependencies.db.write(async (tx) => {
      if (!(await queries.keepShared(tx, organizationId, deviceId)))
        throw new ProblemError("PIN_NEEDS_SHARED_WORKSTATION");
      await queries.savePin(tx, {
        person_id: personId,
        device_id: deviceId,
        organization_id: organizationId,
        pin_hash: hash,
        created_at: now,
      });
      this.#record(tx, context, organizationId, "user.pin_set");
    });
    return this.read(context);
  }

  /** Removes the caller's PINs on all workstations. */
  async remove(context: RequestContext): Promise<void> {
    await this.#dependencies.db.write(async (tx) => {
      for (const organizationId of await queries.deletePins(tx, context.caller.personId))
        this.#record(tx, context, organizationId, "user.pin_removed");
    });
  }

  /**
   * Switches to the user of a PIN. An unknown user and a missing, wrong or forbidden PIN cost the same, count the same
   * and give the same response. Errors: 404 on a device that is not shared, 400 PIN_INCORRECT, 400 PIN_EXPIRED for a
   * correct PIN, 429 PIN_LOCKED.
   */
  async signIn(body: PinSignIn, origin: RequestOrigin): Promise<SignedInPerson> {
    const { pinAttempts, hasher, pinKey } = this.#dependencies;
    const workstation = await this.#findShared(origin);
    if (workstation === undefined) throw new ProblemError("NOT_FOUND");
    const { device_id: deviceId } = workstation;
    const { isCorrect, pin, attempt } = await hasher.withSlot(async () => {
      const storedPin = await queries.findPin(this.#dependencies.db, deviceId, body);
      const subject = storedPin?.person_id ?? body.userId ?? `name:${body.username?.trim().toLowerCase()}`;
      const counted = await pinAttempts.consume(deviceId, subject);
      const binding = {
        personId: storedPin?.person_id ?? "",
        organizationId: storedPin?.organization_id ?? "",
        deviceId,
      };
      const isVerified = await hasher.verify(
        storedPin?.pin_hash ?? null,
        keyedPin(pinKey, binding, body.pin),
      );
      return { isCorrect: isVerified, pin: storedPin, attempt: counted };
    });
    const person =
      isCorrect && pin !== undefined ? await this.#dependencies.signIn.find(pin.person_id) : undefined;
    const now = this.#dependencies.clock.now();
    if (pin === undefined || person === undefined || !mayUsePin(person, pin, now, this.#dependencies)) {
      await this.#recordFailure(workstation, pin?.person_id ?? body.userId, origin);
      if (pin !== undefined && person !== undefined && isOnlyExpired(person, pin, now, this.#dependencies))
        throw new ProblemError("PIN_EXPIRED");
      throw new ProblemError("PIN_INCORRECT", {
        members: { attemptsLeft: Math.max(0, attempt.attemptsLeft) },
      });
    }
    return this.#open(workstation, { pin, person, attempt }, origin);
  }

  /** Unlocks the user's session on this device, or begins one if none is locked in the organization of the PIN. */
  async #open(
    { device_id: deviceId, people }: SharedWorkstation,
    { pin, person, attempt }: { pin: queries.PinRow; person: LoginCandidate; attempt: PinAttempt },
    origin: RequestOrigin,
  ): Promise<SignedInPerson> {
    const proof: PinProof = {
      kind: "pin",
      organizationId: pin.organization_id,
      fullSignInAt: pin.full_sign_in_at ?? new Date(0),
      secondFactorAt: pin.second_factor_at,
    };
    const recordUse = async (tx: WriteTransaction) => {
      // The PIN or the release of the workstation was removed in the meantime.
      if (!(await queries.keepPin(tx, deviceId, pin))) throw new ProblemError("PIN_INCORRECT");
      await this.#dependencies.pinAttempts.forgive(tx, attempt);
    };
    const lockedPerson = people.find(({ personId }) => personId === person.person_id);
    const unlocked =
      lockedPerson && (await this.#unlock(lockedPerson.sessionId, { person, proof, recordUse }, origin));
    if (unlocked !== undefined) return unlocked;
    return this.#dependencies.signIn.complete(person, {
      organizationId: pin.organization_id,
      rememberMe: false,
      origin,
      factors: ["pin"],
      pin: proof,
      runInTransaction: async (tx) => {
        // A parallel sign-in renewed the cookie: without it the session would begin on a new device.
        if (!(await this.#dependencies.sessions.isKnownDevice(tx, deviceId, origin)))
          throw new ProblemError("NOT_FOUND");
        await recordUse(tx);
      },
    });
  }

  #unlock(
    sessionId: string,
    {
      person,
      proof,
      recordUse,
    }: { person: LoginCandidate; proof: PinProof; recordUse: (tx: WriteTransaction) => Promise<void> },
    origin: RequestOrigin,
  ): Promise<SignedInPerson | undefined> {
    return this.#dependencies.db
      .write(async (tx) => {
        const unlocked = await this.#dependencies.sessions.unlock(tx, sessionId, origin, proof);
        if (unlocked === undefined) throw new NotLockedHere();
        await recordUse(tx);
        tx.record({
          action: "auth.session_unlocked",
          actor: actorOf(person),
          reason: "pin",
          request: { ...origin.audit, sessionId },
          origin: "ui",
          organizationId: proof.organizationId,
          personId: person.person_id,
        });
        return unlocked;
      })
      .catch((error: unknown) => {
        if (error instanceof NotLockedHere) return undefined;
        throw error;
      });
  }

  /** Writes as many entries for an unknown name as for a user, so that response times are the same. */
  async #recordFailure(
    { device_id: deviceId, organizations }: SharedWorkstation,
    userId: string | undefined,
    origin: RequestOrigin,
  ): Promise<void> {
    const user = organizations.flatMap(({ people }) => people).find(({ personId }) => personId === userId);
    await this.#dependencies.db.write(async (tx) => {
      for (const { organization_id: organizationId, label } of organizations) {
        tx.record({
          organizationId,
          action: "auth.session_unlocked",
          outcome: "failed",
          reason: "pin_incorrect",
          actor: user
            ? { type: "user", id: user.personId, display: `${user.firstName} ${user.lastName}` }
            : { type: "session", id: null },
          target: { type: "workstation", id: deviceId, ...(label !== null && { display: label }) },
          request: origin.audit,
          origin: "ui",
        });
      }
    });
  }

  /** Returns the organization in which the caller can have a PIN, or the reason why they cannot have one. */
  async #placeOf({ caller, organizationIfAny, origin }: RequestContext): Promise<{
    unavailable: OwnPin["unavailable"];
    organizationId: string | null;
    until: Date | null;
  }> {
    const { db, clock, signIn } = this.#dependencies;
    const organizationId = organizationIfAny?.id ?? caller.startOrganizationId;
    const [person, workstation, fullSignInAt] = await Promise.all([
      signIn.find(caller.personId),
      this.#findShared(origin),
      queries.findFullSignIn(db, caller.personId, caller.deviceId),
    ]);
    const until = worksUntil(fullSignInAt, clock.now());
    const place = { organizationId, until };
    if (person === undefined || administers(person)) return { ...place, unavailable: "administrator" };
    const isShared =
      workstation?.device_id === caller.deviceId &&
      workstation.organizations.some((row) => row.organization_id === organizationId);
    if (!isShared) return { ...place, unavailable: "workstation" };
    return { ...place, unavailable: until === null ? "signIn" : null };
  }

  async #findShared(origin: RequestOrigin): Promise<SharedWorkstation | undefined> {
    const now = this.#dependencies.clock.now();
    const workstation = await findOwnWorkstation(this.#dependencies.db, origin, now);
    if (workstation === undefined || !workstation.is_shared) return undefined;
    return {
      ...workstation,
      organizations: await findSharedWorkstation(this.#dependencies.db, workstation.device_id, now),
    };
  }

  #record(
    tx: WriteTransaction,
    context: RequestContext,
    organizationId: string,
    action: "user.pin_set" | "user.pin_removed",
  ): void {
    tx.record({
      ...context.auditBase(),
      organizationId,
      action,
      target: { type: "user", id: context.caller.personId },
    });
  }
}

/** Thrown to roll back an unlock if the session has ended or began in another organization. */
class NotLockedHere extends Error {}
