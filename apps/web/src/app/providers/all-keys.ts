import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { organizationKeys, type Scope, tenantKeys } from "../../entities/organization/organization-keys.ts";
import { usageKeys } from "../../entities/quota/usage-keys.ts";

export type QueryKey = readonly unknown[];

/** Returns the keys of all queries that live updates can affect. */
export function allKeys(scope: Scope): readonly QueryKey[] {
  return [
    organizationKeys.one(scope),
    organizationKeys.lists,
    organizationKeys.names,
    usageKeys.one(scope),
    tenantKeys.all,
    invoiceKeys.all,
  ];
}
