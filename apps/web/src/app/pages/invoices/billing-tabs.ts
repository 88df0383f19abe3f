/** The tabs of the operator's billing page; the first one is shown without a parameter. */
export const billingTabs = ["overview", "invoices", "payments", "operator"] as const;
export type BillingTab = (typeof billingTabs)[number];

/** Returns the tab of the address; an unknown one is the first. */
export function billingTabOf({ tab }: Readonly<Record<string, unknown>>): BillingTab {
  return billingTabs.find((each) => each === tab) ?? "overview";
}
