import { localValues, tabValues } from "./browser-storage.ts";
import type { ValueStore } from "./browser-storage.ts";
import { deviceKeys } from "./storage-keys.ts";

/** Caches and databases that hold a person's data begin with this; the app's own files never do. */
const personStorePrefix = "portal-person";

const memoryClearers = new Set<() => void>();

/**
 * Registers what forgets a person's data held in memory (a query cache, a store). Returns how to take it back.
 * Runs on every tab of the person when she signs out.
 */
export function onPersonDataCleared(clear: () => void): () => void {
  memoryClearers.add(clear);
  return () => memoryClearers.delete(clear);
}

/** Removes everything of the person from this tab: its own storage area and what it holds in memory. */
export function clearPersonDataOfTab(): void {
  removePersonKeys(tabValues);
  for (const clear of memoryClearers) clear();
}

/**
 * Removes everything of the person from this browser. Storage and memory are empty when this returns; the promise
 * settles when caches and databases are gone too. It never rejects: a sign-out must not fail on a full disk.
 */
export function clearPersonData(): Promise<void> {
  removePersonKeys(localValues);
  clearPersonDataOfTab();
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
    // `blocked`: another tab still has it open. It clears its own data on the same event; the deletion goes
    // through as soon as that tab closes the database.
    request.addEventListener("blocked", () => resolve());
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => resolve());
  });
}

function isPersonStore(name: string): boolean {
  return name.startsWith(personStorePrefix);
}
