import type { Currency } from "@praxisportal/contract/organizations/organization-settings.schema";

/** Currencies of practices; the schema stays out of the page, a test compares the two. */
export const aiCurrencies = ["EUR", "CHF"] as const satisfies readonly Currency[];
