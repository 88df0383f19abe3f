/** Tabs of the operator's billing page. The first one is the default. */
export const billingTabs = ["overview", "invoices", "payments", "operator"] as const;
export type BillingTab = (typeof billingTabs)[number];

/** Returns the tab in the URL, or the first tab if it is unknown. */
export function billingTabOf({ tab }: Readonly<Record<string, unknown>>): BillingTab {
  return billingTabs.find((billingTab) => billingTab === tab) ?? "overview";
}
