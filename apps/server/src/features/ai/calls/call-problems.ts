import type { AiScope } from "@praxisportal/contract/ai/scopes.rules";
import type { ErrorCode } from "@praxisportal/contract/errors";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { aiProblem, quotaProblem } from "../ai-problem.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { HoldRefusedError, type MeteredCall, type MeteredCallResult } from "./metered-call.ts";
import type { ProviderErrorKind } from "../wire/wire.ts";

/**
 * Holds the most that a call may use. From then on the call counts as an AI call and no longer as an ordinary request,
 * because it takes minutes without a database connection. Errors: 403 AI_STOPPED, QUOTA_EXCEEDED with the scope,
 * AI_MODEL_UNPRICED.
 */
export async function holdOrThrow(
  call: Pick<MeteredCall, "hold">,
  { repeatable, releaseSlot }: Pick<RequestContext, "repeatable" | "releaseSlot">,
): Promise<void> {
  try {
    await call.hold(repeatable);
  } catch (error) {
    throw error instanceof HoldRefusedError ? refusalOf(error) : error;
  }
  releaseSlot?.();
}

function refusalOf({ reason, isGranted }: HoldRefusedError): ProblemError {
  if (reason === "unpriced") return new ProblemError("AI_MODEL_UNPRICED");
  const [scope, cause] = reason.split("_") as [AiScope, "stopped" | "limit"];
  return cause === "stopped" ? aiProblem("AI_STOPPED", { scope }) : quotaProblem(scope, isGranted);
}

const failures: Readonly<Record<ProviderErrorKind, ErrorCode>> = {
  rate_limited: "AI_PROVIDER_OVERLOADED",
  overloaded: "AI_PROVIDER_OVERLOADED",
  refused_key: "AI_PROVIDER_FAILED",
  bad_request: "AI_PROVIDER_FAILED",
  content_filter: "AI_CONTENT_REFUSED",
  unavailable: "AI_PROVIDER_FAILED",
};

/** Returns the error code of a call that did not end well. */
export function failureOf(end: Exclude<MeteredCallResult["end"], { kind: "done" }>): ErrorCode {
  if (end.kind === "failed") return failures[end.error.kind];
  // A client that disconnected does not receive this.
  return "AI_STOPPED";
}
