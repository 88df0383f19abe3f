import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { presentBooked } from "./gateway.presenter.ts";
import { findCall } from "./repeats.queries.ts";

/**
 * Says how a call stands to whoever sends it again with the key of the first one. Its answer is kept nowhere, so it
 * cannot be given again, and making it again would be paid again. Errors: always; 409 CALL_IN_PROGRESS, or
 * ALREADY_PROCESSED with the bill of the first.
 */
export async function tellOfFirst(callId: string, { organization }: RequestContext): Promise<never> {
  const { isOpen, booked } = await findCall(organization.db, callId);
  if (isOpen) throw new ProblemError("CALL_IN_PROGRESS");
  if (booked === undefined) throw new ProblemError("ALREADY_PROCESSED");
  throw new ProblemError("ALREADY_PROCESSED", { members: { bill: presentBooked(callId, booked) } });
}
