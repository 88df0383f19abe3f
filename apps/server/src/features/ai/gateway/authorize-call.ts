import { ProblemError } from "../../../platform/http/problem.ts";
import { authorize, type Authorized } from "../../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { mayUseAi } from "./gateway.policy.ts";

/**
 * Authorizes a call that costs the organization money. While it is suspended, all are refused, even those of platform
 * accounts. Errors: 403.
 */
export function authorizeCall(context: RequestContext): Authorized<"ai.use"> {
  if (context.organization.status === "suspended") throw new ProblemError("ORGANIZATION_SUSPENDED");
  return authorize(context, "ai.use", mayUseAi);
}
