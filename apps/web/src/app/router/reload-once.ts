/** Set before a reload and looked at after it; belongs to this tab and says nothing about a person. */
const reloadedKey = "portal-reloaded";

/** A second failure within this many milliseconds is not cured by another reload. */
const quietMs = 60_000;

/**
 * Reloads the page after a part of it could not be loaded: after a release the old file names are gone, and a
 * reload brings the new ones. Answers false, and does nothing, when a reload has just been tried, so that a
 * broken server never makes an endless loop.
 */
export function reloadOnce(storage: Storage, now: number, reload: () => void): boolean {
  const last = Number(storage.getItem(reloadedKey) ?? Number.NaN);
  if (now - last < quietMs) return false;
  storage.setItem(reloadedKey, String(now));
  reload();
  return true;
}
