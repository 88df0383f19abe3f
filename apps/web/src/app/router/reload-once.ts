/**
 * Storage key that is set before a reload and checked after it. Its value is kept per tab and contains no personal
 * data.
 */
const reloadedKey = "portal-reloaded";

/** After a second failure within this many milliseconds, another reload would not help. */
const reloadCooldownMs = 60_000;

/**
 * Reloads the page after a chunk failed to load: a release removes old files, and a reload fetches the new ones.
 * Returns false and does nothing right after a previous reload, so that a broken server does not cause a reload loop.
 */
export function reloadOnce(storage: Storage, now: number, reload: () => void): boolean {
  const last = Number(storage.getItem(reloadedKey) ?? Number.NaN);
  if (now - last < reloadCooldownMs) return false;
  storage.setItem(reloadedKey, String(now));
  reload();
  return true;
}
