import { stepUpMs } from "@praxisportal/contract/limits";
import { ProblemError } from "../http/problem.ts";
import type { Caller } from "./caller.ts";

type Proof = Pick<Caller, "authenticatedAt" | "secondFactorAt" | "hasSecondFactor" | "token">;

/**
 * Throws unless the caller proved their identity within the last ten minutes. For a caller with a second factor only
 * that factor counts. A password alone, for example on a trusted device, is not enough. The page then requests the
 * proof (`POST /auth/step-up`) and repeats the call.
 *
 * Throws 403 STEP_UP_REQUIRED, or 403 FORBIDDEN for applications, which cannot prove the identity of the user.
 */
export function assertFresh(caller: Proof, now: Date): void {
  assertNotApplication(caller);
  if (!isFresh(caller, now)) throw new ProblemError("STEP_UP_REQUIRED");
}

/** Returns whether the caller proved their identity within the last ten minutes, as {@link assertFresh} requires. */
export function isFresh(caller: Omit<Proof, "token">, now: Date): boolean {
  const provenAt = caller.hasSecondFactor ? caller.secondFactorAt : caller.authenticatedAt;
  return provenAt !== null && now.getTime() < provenAt.getTime() + stepUpMs;
}

/**
 * Throws 403 FORBIDDEN for an application with any scopes, because the action, such as creating an account or changing
 * a role, requires a signed-in user.
 */
export function assertNotApplication(caller: Pick<Caller, "token">): void {
  if (caller.token !== undefined) throw new ProblemError("FORBIDDEN");
}
