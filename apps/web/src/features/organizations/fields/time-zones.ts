/** Zones of the supported countries, listed first. */
const near = ["Europe/Berlin", "Europe/Vienna", "Europe/Zurich"] as const;

/** Returns the time zones that the browser supports. */
export function timeZones(): readonly string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return [...near, ...known.filter((zone) => !near.some((each) => each === zone))];
}
