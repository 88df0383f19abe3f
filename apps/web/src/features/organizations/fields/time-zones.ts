/** Zones of the supported countries, listed first. */
const preferred = ["Europe/Berlin", "Europe/Vienna", "Europe/Zurich"] as const;

/** Returns the time zones that the browser supports. */
export function timeZones(): readonly string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return [...preferred, ...known.filter((zone) => !preferred.some((each) => each === zone))];
}
