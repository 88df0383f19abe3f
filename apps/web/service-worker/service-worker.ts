// Opens the portal without a connection. It is served as /service-worker.js, see build/service-worker.ts.
declare const self: ServiceWorkerGlobalScope;
/** Id of the build, set by the build. It changes with any file. */
declare const currentBuildId: string;

/** Content of /precache.json. */
type PrecacheList = { buildId: string; files: string[]; texts: Record<string, string[]> };

const cacheName = `portal-${currentBuildId}`;
/** Path of the page. Every route has the same page, and only its preload hints differ. */
const pagePath = "/";
/** Ignores the `Vary` header, because the compression does not matter here. */
const stored = { ignoreVary: true };
/** Time to wait for the server before the page is opened from the cache. */
const navigationMs = 3_000;

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const message = event.data as { type: string; language?: string };
  // A waiting version becomes active only if the user agrees to reload.
  if (message.type === "takeOver") event.waitUntil(self.skipWaiting());
  if (message.type === "precache") event.waitUntil(precache(message.language ?? ""));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || /^\/(api|ws)(\/|$)/.test(pathname))
    return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(hashedFile(request));
  else event.respondWith(fixedFile(request));
});

async function page(request: Request): Promise<Response> {
  const response = fetch(request);
  response.catch(() => undefined);
  const tooSlow = new Promise<never>((_resolve, reject) => setTimeout(reject, navigationMs));
  try {
    return await Promise.race([response, tooSlow]);
  } catch {
    return (await storedPage()) ?? response;
  }
}

async function storedPage(): Promise<Response | undefined> {
  const currentCache = await caches.open(cacheName);
  // Until this version is stored completely, the page of the previous version opens.
  return (await currentCache.match(pagePath, stored)) ?? caches.match(pagePath, stored);
}

/** Returns a file whose name changes with its content, so that a stored one is never outdated. */
async function hashedFile(request: Request): Promise<Response> {
  const cachedResponse = await caches.match(request, stored);
  if (cachedResponse) return cachedResponse;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(cacheName)).put(request, response.clone());
  return response;
}

/** Returns a file with a fixed name, such as the theme script. */
async function fixedFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cachedResponse = await caches.match(request, stored);
    if (cachedResponse) return cachedResponse;
    throw error;
  }
}

/** Stores the page and its files for one language, then deletes the caches that no open page can need. */
async function precache(language: string): Promise<void> {
  const list = (await (await fetch("/precache.json")).json()) as PrecacheList;
  // A newer version is already on the server, and its own worker stores it.
  if (list.buildId !== currentBuildId) return;
  const cache = await caches.open(cacheName);
  // The files are fetched one after another, so that the requests of the page do not wait.
  for (const path of [pagePath, ...list.files, ...(list.texts[language] ?? [])]) {
    if (!(await cache.match(path, stored))) await cache.add(path);
  }
  // Another tab may still show the previous version.
  const outdated = (await caches.keys()).slice(0, -2);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}
