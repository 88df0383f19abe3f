import { addressRule, attemptKey, type RateLimiter } from "../../../directory/rate-limiter.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { findOrganizationByCode } from "../auth.queries.ts";

/** Finds an organization by its code. Errors: 404, 429 after many unknown codes from one address. */
export async function findByPracticeCode(
  { db, limits }: { db: IdentityDb; limits: RateLimiter },
  code: string,
  origin: RequestOrigin,
) {
  const key = attemptKey("practice-code", origin.address);
  const reservation = await limits.consume(key, addressRule, "TOO_MANY_REQUESTS");
  const organization = await findOrganizationByCode(db, code.trim());
  if (organization === undefined) throw new ProblemError("NOT_FOUND");
  await db.write((tx) => limits.refund(tx, key, reservation));
  return { organizationId: organization.organization_id, name: organization.name };
}
