/** The tabs of the operator's billing page; the first one is shown without a parameter. */
export const billingTabs = ["overview", "invoices", "payments", "operator"] as const;
export type BillingTab = (typeof billingTabs)[number];

type BillingSearch = { tab?: BillingTab } & Readonly<Record<string, string | number | undefined>>;

/** Parses the tab. The other parameters are the state of its list. */
export function billingTabSearch(search: Record<string, unknown>): BillingSearch {
  const { tab, ...others } = search as BillingSearch;
  const known = billingTabs.find((each) => each === tab && each !== "overview");
  return { ...others, ...(known === undefined ? {} : { tab: known }) };
}
