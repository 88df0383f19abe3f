import { defaultMaxUsers } from "@praxisportal/contract/limits";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";

/** Users per plan; the starter plan has the default of the specification. */
export const planMaxUsers: Readonly<Record<Organization["billing"]["plan"], number>> = {
  starter: defaultMaxUsers,
  basic: 25,
  professional: 100,
  enterprise: 1_000,
};

/** Returns the effective user limit: the organization's own, else the plan's, else 10. */
export function maxUsersOf(row: { max_users: number | null; plan: string }): number {
  return row.max_users ?? planMaxUsers[row.plan as Organization["billing"]["plan"]] ?? defaultMaxUsers;
}
