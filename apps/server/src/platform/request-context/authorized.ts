import { ProblemError } from "../http/problem.ts";
import type { RequestContext } from "./request-context.ts";

declare const checked: unique symbol;

/**
 * Proof that somebody checked whether the caller may do `Action` in this request. A service method that changes
 * something takes it in place of the bare context, so a forgotten check does not compile. Only {@link authorize}
 * makes one; the architecture check refuses every cast to it.
 *
 * It holds for its own request and its own action, and is never kept: rights can end between two requests.
 */
export type Authorized<Action extends string> = {
  readonly context: RequestContext;
  readonly action: Action;
  readonly [checked]: Action;
};

/**
 * Runs the check of a policy and gives the proof. `check` is the pure function of a `*.policy.ts`, closed over
 * what it needs to know about the object; it is given the caller's role and permissions in the practice of the
 * request.
 *
 * Errors: 401 without a session, 403 FORBIDDEN when the check says no. What the caller may not even know of is
 * answered 404 before, by the query that finds no such row.
 */
export function authorize<const Action extends string>(
  context: RequestContext,
  action: Action,
  check: (principal: RequestContext["principal"]) => boolean,
): Authorized<Action> {
  if (!check(context.principal)) throw new ProblemError("FORBIDDEN");
  return { context, action } as Authorized<Action>;
}
