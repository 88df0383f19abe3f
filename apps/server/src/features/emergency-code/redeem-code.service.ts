import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { redeemEmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import {
  addressRule,
  attemptKey,
  emergencyAlertKey,
  emergencyRule,
  emergencyUnlockRule,
} from "../../directory/rate-limiter.ts";
import { clearAttempts } from "../../directory/rate-limiter.queries.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import { countUnknownName } from "../../directory/unknown-names.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { LoginName } from "../auth/sign-in/login-subject.ts";
import { mayBeUnlocked } from "./emergency-code.policy.ts";
import * as queries from "./emergency-code.queries.ts";
import type { EmergencyCodeDependencies } from "./emergency-code.service.ts";
import { codeHolder, failedAttemptTopic } from "./failed-attempt.worker.ts";
import { readEmergencyCode } from "./printed-emergency-code.ts";

const action = "organization.emergency_code_used";

/** Unlocks an administrator of an organization with its emergency code. */
export class RedeemCodeService {
  readonly #dependencies: EmergencyCodeDependencies;

  constructor(dependencies: EmergencyCodeDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Removes only the lock caused by failed sign-ins. An unknown name, a wrong or used code, and a person
   * whom the code may not unlock get the same response after the same work. Errors: 400 CODE_INVALID, 429.
   */
  async redeem(body: BodyOf<typeof redeemEmergencyCode>, origin: RequestOrigin): Promise<void> {
    const { limits, signIn } = this.#dependencies;
    const addressKey = attemptKey("address", origin.address);
    const { name, candidate, addressLockedUntil } = await signIn.findByName(body, addressKey);
    limits.assertLockExpired(addressLockedUntil);
    const organizationIds = targetOrganizations(candidate, name.organizationId);
    const code = await this.#matchingCode(name, organizationIds, body.code);
    const now = this.#dependencies.clock.now();
    const isUnlocked =
      candidate !== undefined &&
      code !== undefined &&
      mayBeUnlocked(candidate, code.organizationId, now) &&
      (await this.#unlock(candidate, code, origin));
    if (isUnlocked) return;
    await limits.count(addressKey, addressRule);
    await this.#recordFailure(candidate, organizationIds, origin);
    throw new ProblemError("CODE_INVALID");
  }

  /**
   * Returns the open code that was typed. Always computes one slow hash; the label selects the code to compare. The
   * limit depends only on what was typed, so that it reveals nothing about the name. The label is part of its key, so
   * that a stranger who has not seen the sheet of paper cannot use up the attempts of the person who holds it. Errors:
   * 429.
   */
  async #matchingCode(
    name: LoginName,
    organizationIds: readonly string[],
    typed: string,
  ): Promise<queries.OpenEmergencyCode | undefined> {
    const { db, hasher, limits } = this.#dependencies;
    const code = readEmergencyCode(typed);
    const typedName = [name.email ?? "", name.username ?? "", name.organizationId ?? ""];
    return hasher.withSlot(async () => {
      await limits.consume(attemptKey("emergency", ...typedName, code?.label ?? ""), emergencyRule);
      const openCode = await db.write(async (tx) => {
        const openCodes: (queries.OpenEmergencyCode | undefined)[] = [];
        // Runs the same statement for a name that belongs to no organization.
        for (const id of organizationIds.length > 0 ? organizationIds : [uuidV7()])
          openCodes.push(await queries.findOpenCode(tx, id));
        return openCodes.find(
          (candidateCode) => candidateCode !== undefined && candidateCode.label === code?.label,
        );
      });
      const isMatch = await hasher.verify(openCode?.hash ?? null, code?.plain ?? typed);
      return isMatch ? openCode : undefined;
    });
  }

  /**
   * Unlocks the person and marks the code as used. Returns false, without changing anything, if either is no longer
   * possible.
   */
  async #unlock(
    person: LoginCandidate,
    code: queries.OpenEmergencyCode,
    origin: RequestOrigin,
  ): Promise<boolean> {
    const { db, clock, limits, notices } = this.#dependencies;
    const { organizationId } = code;
    const personId = person.person_id;
    return db.write(async (tx) => {
      if (!(await limits.isLocked(tx, personId))) return false;
      const unlockKey = attemptKey("emergency-unlock", personId);
      if (!(await limits.tryConsume(tx, unlockKey, emergencyUnlockRule))) return false;
      if (!(await queries.useEmergencyCode(tx, code, personId, clock.now()))) return false;
      // Attempts at the second factor still count.
      await limits.reset(tx, personId, false);
      await tx.send(() => [clearAttempts({ key: emergencyAlertKey(organizationId) })]);
      const entry = {
        organizationId,
        actor: codeHolder,
        target: { type: "user", id: personId },
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      } as const;
      tx.record({ ...entry, action });
      tx.record({ ...entry, action: "user.unlocked", reason: "emergency_code" });
      await notices.queue(tx, { kind: "emergencyCodeUsed", organizationId, actorId: personId });
      return true;
    });
  }

  /**
   * Records the failure. Administrators are alerted after the response, so that the response time reveals nothing.
   * Beyond the limit of an organization, attempts cause no alerts and no entries there, so that a stranger can flood
   * neither.
   */
  async #recordFailure(
    candidate: LoginCandidate | undefined,
    organizationIds: readonly string[],
    origin: RequestOrigin,
  ): Promise<void> {
    const { clock, db, limits } = this.#dependencies;
    const failure = { action, reason: "code_incorrect" } as const;
    await db.write(async (tx) => {
      const personId = candidate?.person_id ?? uuidV7();
      const countedIds: string[] = [];
      // Sorted, so that two transactions cannot deadlock. Counts the same for a name that belongs to no organization.
      for (const id of organizationIds.length > 0 ? organizationIds.toSorted() : [uuidV7()])
        if (await limits.tryConsume(tx, emergencyAlertKey(id), emergencyRule)) countedIds.push(id);
      for (const organizationId of countedIds)
        tx.emit(failedAttemptTopic, { personId, organizationId }, uuidV7());
      if (candidate === undefined) return countUnknownName(tx, origin, failure, clock.now());
      const ownOrganizationIds = new Set(candidate.memberships.map(({ organizationId }) => organizationId));
      for (const organizationId of ownOrganizationIds.size > 0
        ? countedIds.filter((id) => ownOrganizationIds.has(id))
        : [platformChainId]) {
        tx.record({
          organizationId,
          ...failure,
          outcome: "failed",
          actor: codeHolder,
          target: { type: "user", id: candidate.person_id },
          request: origin.audit,
          origin: origin.isBrowser ? "ui" : "api",
        });
      }
    });
  }
}

/** Returns the organizations that the attempt may target: the chosen one, otherwise all organizations of the person. */
function targetOrganizations(person: LoginCandidate | undefined, chosen: string | null): string[] {
  if (chosen !== null) return [chosen];
  return person?.memberships.map((membership) => membership.organizationId) ?? [];
}
