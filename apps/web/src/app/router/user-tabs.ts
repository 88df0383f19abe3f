const tabs = ["staff", "rights", "security", "ai", "audit", "history"] as const;

/**
 * Parses the tab of a member's page from the URL; without one the first tab is shown. The other parameters are the
 * state of the tab's list.
 */
export function userTabSearch({ tab, ...others }: Record<string, unknown>): { tab?: (typeof tabs)[number] } {
  const known = tabs.find((each) => each === tab);
  return known === undefined ? others : { ...others, tab: known };
}
