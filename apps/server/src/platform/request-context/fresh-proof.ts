import { stepUpMs } from "@praxisportal/contract/limits";
import { ProblemError } from "../http/problem.ts";
import type { Caller } from "./caller.ts";

type Proof = Pick<Caller, "authenticatedAt" | "secondFactorAt" | "hasSecondFactor" | "token">;

/**
 * Refuses a risky action unless the caller proved their identity within the last ten minutes. For a caller who has a
 * second factor only that factor counts: a password alone, on a trusted device for example, is not enough. The page
 * asks for the proof (`POST /auth/step-up`) and repeats the call.
 *
 * Errors: 403 STEP_UP_REQUIRED; 403 FORBIDDEN for applications, which cannot prove who the user is.
 */
export function assertFresh(caller: Proof, now: Date): void {
  refuseApplication(caller);
  const provenAt = caller.hasSecondFactor ? caller.secondFactorAt : caller.authenticatedAt;
  if (provenAt === null || now.getTime() >= provenAt.getTime() + stepUpMs)
    throw new ProblemError("STEP_UP_REQUIRED");
}

/**
 * Refuses an action that only a signed-in user may take, such as creating an account or changing a role, whatever
 * the scopes of the application's token. Errors: 403 FORBIDDEN.
 */
export function refuseApplication(caller: Pick<Caller, "token">): void {
  if (caller.token !== undefined) throw new ProblemError("FORBIDDEN");
}
