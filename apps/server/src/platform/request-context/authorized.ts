import { ProblemError } from "../http/problem.ts";
import type { RequestContext } from "./request-context.ts";

declare const checked: unique symbol;

/**
 * Proof that the permission for `Action` was checked in this request. A service method that changes data takes it in
 * place of the context, so that a missing check does not compile. Only {@link authorize} creates one, and the
 * architecture check rejects casts to it.
 *
 * It is valid only for its own request and action. It must not be stored, because permissions can end between two
 * requests.
 */
export type Authorized<Action extends string> = {
  readonly context: RequestContext;
  readonly action: Action;
  readonly [checked]: Action;
};

/**
 * Runs the check of a policy and returns the proof. `check` is the pure function of a `*.policy.ts`, closed over the
 * necessary data of the object. Its argument has the caller's role and permissions in the organization of the request.
 *
 * Throws 401 without a session and 403 FORBIDDEN if the check fails. For objects that the caller may not see, the query
 * that finds no row throws 404 before this.
 */
export function authorize<const Action extends string>(
  context: RequestContext,
  action: Action,
  check: (principal: RequestContext["principal"]) => boolean,
): Authorized<Action> {
  if (!check(context.principal)) throw new ProblemError("FORBIDDEN");
  return { context, action } as Authorized<Action>;
}
