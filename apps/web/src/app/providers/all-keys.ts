import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { organizationKeys, type Scope, tenantKeys } from "../../entities/organization/organization-keys.ts";
import { usageKeys } from "../../entities/quota/usage-keys.ts";

export type QueryKey = readonly unknown[];

/** Everything that live updates can touch. */
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
