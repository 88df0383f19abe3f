import type { PromptBody, StreamQuery } from "@praxisportal/contract/ai/gateway.schema";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";

/** Requires the write scope of an application, because this GET costs money, unlike other reads. Errors: 403. */
export function assertMaySpend({ caller }: RequestContext): void {
  if (caller.token !== undefined && !caller.token.scopes.includes("write"))
    throw new ProblemError("FORBIDDEN");
}

/**
 * Returns the prompt of a URL without a ticket. Its ids never decide who pays: they must match the session. Errors:
 * 400 for missing fields; 404 for an organization unknown to the caller; 403 for another of the caller's
 * organizations or another user; 403 AI_PROMPT_IN_URL_NOT_ALLOWED.
 */
export function promptOf(
  query: Omit<StreamQuery, "ticket">,
  { caller, organization }: RequestContext,
  policy: { allowsPromptInAddress: boolean },
): PromptBody {
  const { prompt, provider, model, userId, organizationId } = query;
  const fields = { prompt, provider, userId, organizationId, model };
  const missingFields = Object.entries(fields).filter(([, value]) => value === undefined);
  if (prompt === undefined || provider === undefined || model === undefined || missingFields.length > 0) {
    throw new ProblemError("VALIDATION_FAILED", {
      issues: missingFields.map(([path]) => ({ path, code: "required", params: {} })),
    });
  }
  if (organizationId !== organization.id) {
    const isKnown = caller.memberships.some((membership) => membership.organizationId === organizationId);
    throw new ProblemError(isKnown ? "ORGANIZATION_MISMATCH" : "NOT_FOUND");
  }
  if (userId !== caller.personId) throw new ProblemError("FORBIDDEN");
  if (!policy.allowsPromptInAddress) throw new ProblemError("AI_PROMPT_IN_URL_NOT_ALLOWED");
  return { prompt, provider, model };
}

/** Throws 400 for parameters next to a ticket, because they would be ignored. */
export function assertOnlyTicket(otherParameters: object): void {
  const paths = Object.keys(otherParameters);
  if (paths.length === 0) return;
  throw new ProblemError("VALIDATION_FAILED", {
    issues: paths.map((path) => ({ path, code: "unknownField", params: {} })),
  });
}
