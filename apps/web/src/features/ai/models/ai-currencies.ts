import type { Currency } from "@praxisportal/contract/organizations/organization-settings.schema";

/**
 * Billing currencies of organizations. Listed here to keep the schema out of the bundle, and a test compares the two.
 */
export const aiCurrencies = ["EUR", "CHF"] as const satisfies readonly Currency[];
