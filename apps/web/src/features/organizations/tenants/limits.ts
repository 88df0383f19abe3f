import type { ReactNode } from "react";
import type { TenantLimitName, Tenant } from "./tenants.api.ts";

/** The limits in the order of the screens. Listed here to keep the contract's schemas out of the bundle. */
export const limitNames = [
  "maxUsers",
  "monthlyTokens",
  "storageGB",
] as const satisfies readonly TenantLimitName[];

/** Renders a link to the items that count toward a limit. */
export type OriginOf = (name: TenantLimitName, used: number) => ReactNode;

type Amounts = Pick<Tenant["usage"], "tokensUsed" | "currentUsers" | "storageUsedGB">;

/** Returns the used amount of a limit. */
export function usedOf(usage: Amounts, name: TenantLimitName): number {
  if (name === "maxUsers") return usage.currentUsers;
  return name === "monthlyTokens" ? usage.tokensUsed : usage.storageUsedGB;
}

/** Returns the used share of a limit. A limit of zero counts as reached. */
export function ratioOf(used: number, limit: number): number {
  return limit === 0 ? 1 : used / limit;
}
