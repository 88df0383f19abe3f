import { maySeeSecurityOfOthers } from "@praxisportal/contract/users/users.rules";
import type { UserListQuery } from "@praxisportal/contract/users/users.schema";
import { ProblemError } from "../../../platform/http/problem.ts";
import { authorize } from "../../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { mayManagePeople } from "../users.policy.ts";

/**
 * Checks the filters that tell about the security or the employment of others. Throws 403 FORBIDDEN,
 * 409 ORGANIZATION_REQUIRED.
 */
export function assertMayFilter(
  context: RequestContext,
  { finding, endsWithinDays }: Pick<UserListQuery, "finding" | "endsWithinDays">,
): void {
  if (finding === undefined && endsWithinDays === undefined) return;
  if (context.organizationIfAny === undefined) throw new ProblemError("ORGANIZATION_REQUIRED");
  if (finding !== undefined) authorize(context, "users.filterByFinding", maySeeSecurityOfOthers);
  if (endsWithinDays !== undefined) authorize(context, "users.filterByEnd", mayManagePeople);
}
