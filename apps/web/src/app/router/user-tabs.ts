const tabs = ["staff", "rights", "security", "ai", "audit", "history"] as const;

/** Which part of a person's page an address names; none is the first. */
export function userTabSearch({ tab }: Record<string, unknown>): { tab?: (typeof tabs)[number] } {
  const known = tabs.find((each) => each === tab);
  return known === undefined ? {} : { tab: known };
}
