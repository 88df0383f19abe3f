/** Zones of the supported countries, listed first. */
const preferredZones = ["Europe/Berlin", "Europe/Vienna", "Europe/Zurich"] as const;

/** Returns the time zones that the browser supports. */
export function timeZones(): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone");
  return [
    ...preferredZones,
    ...zones.filter((zone) => !preferredZones.some((candidate) => candidate === zone)),
  ];
}
