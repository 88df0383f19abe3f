import { organizationKeys, type Scope } from "../organization/organization-keys.ts";

const all = (organizationId: Scope) => [...organizationKeys.one(organizationId), "people"] as const;
const one = (organizationId: Scope, userId: string) => [...all(organizationId), "one", userId] as const;

/** Keys of the members of an organization. */
export const personKeys = {
  all,
  lists: (organizationId: Scope) => [...all(organizationId), "lists"] as const,
  statistics: (organizationId: Scope) => [...all(organizationId), "statistics"] as const,
  board: (organizationId: Scope) => [...all(organizationId), "board"] as const,
  /** All data of one person. */
  one,
  details: (organizationId: Scope, userId: string) => [...one(organizationId, userId), "details"] as const,
};
