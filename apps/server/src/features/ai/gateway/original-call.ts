import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { presentBooked } from "./gateway.presenter.ts";
import { findCall } from "./original-call.queries.ts";

/**
 * Throws the state of the first call when a request repeats its idempotency key. The response is not stored, so it
 * cannot be repeated, and a second call would cost again. Errors: always; 409 REQUEST_IN_PROGRESS, or ALREADY_PROCESSED
 * with the bill of the first call.
 */
export async function describeOriginalCall(callId: string, { organization }: RequestContext): Promise<never> {
  const { isOpen, booked } = await findCall(organization.db, callId);
  if (isOpen) throw new ProblemError("REQUEST_IN_PROGRESS");
  if (booked === undefined) throw new ProblemError("ALREADY_PROCESSED");
  throw new ProblemError("ALREADY_PROCESSED", { members: { bill: presentBooked(callId, booked) } });
}
