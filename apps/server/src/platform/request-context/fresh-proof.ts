import { stepUpMs } from "@praxisportal/contract/limits";
import { ProblemError } from "../http/problem.ts";
import type { Caller } from "./caller.ts";

/**
 * Refuses a risky action whose caller has not proven who she is for ten minutes: 403 STEP_UP_REQUIRED. A page then asks
 * for the proof (`POST /auth/step-up`) and repeats the call.
 */
export function assertFresh(caller: Pick<Caller, "authenticatedAt">, now: Date): void {
  if (now.getTime() >= caller.authenticatedAt.getTime() + stepUpMs)
    throw new ProblemError("STEP_UP_REQUIRED");
}
