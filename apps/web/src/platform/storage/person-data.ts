import { localValues, tabValues } from "./browser-storage.ts";
import type { ValueStore } from "./browser-storage.ts";
import { deviceKeys } from "./storage-keys.ts";

/** Prefix of caches and databases that contain user data. The application's own files never use it. */
const personStorePrefix = "portal-person";

const memoryClearers = new Set<() => void>();

/**
 * Registers a function that clears user data in memory (a query cache, a store). Returns a function that
 * unregisters it. Runs in every tab of the user at sign-out.
 */
export function onPersonDataCleared(clear: () => void): () => void {
  memoryClearers.add(clear);
  return () => memoryClearers.delete(clear);
}

/** Removes all user data from this tab: its storage area and its memory. */
export function clearTabPersonData(): void {
  removePersonKeys(tabValues);
  for (const clear of memoryClearers) clear();
}

/**
 * Removes all user data from this browser. Storage and memory are empty when this returns. The promise settles when
 * caches and databases are also deleted. It never rejects, so that storage errors cannot prevent a sign-out.
 */
export function clearPersonData(): Promise<void> {
  removePersonKeys(localValues);
  clearTabPersonData();
  return Promise.allSettled([deletePersonCaches(), deletePersonDatabases()]).then(() => undefined);
}

function removePersonKeys(values: ValueStore): void {
  for (const key of values.keys()) if (!deviceKeys.includes(key)) values.remove(key);
}

async function deletePersonCaches(): Promise<void> {
  if (!("caches" in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter(isPersonStore).map((name) => caches.delete(name)));
}

async function deletePersonDatabases(): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  const databases = await indexedDB.databases();
  await Promise.all(
    databases
      .map((database) => database.name ?? "")
      .filter(isPersonStore)
      .map(deleteDatabase),
  );
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    // `blocked` means that another tab still has the database open. That tab clears its own data on the same event, and
    // the deletion proceeds when it closes the database.
    request.addEventListener("blocked", () => resolve());
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => resolve());
  });
}

function isPersonStore(name: string): boolean {
  return name.startsWith(personStorePrefix);
}
