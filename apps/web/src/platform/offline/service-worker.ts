const scriptPath = "/service-worker.js";
/**
 * Interval of the checks for a new version. A page may stay open for days, and the browser itself checks only when it
 * opens a page.
 */
const updateCheckMs = 3_600_000;

export interface ServiceWorkerOptions {
  /** The language whose texts are stored. */
  readonly language: string;
  /** Called when a new version is waiting. `takeOver` activates it and reloads the page. */
  readonly onWaiting: (takeOver: () => void) => void;
}

/**
 * Registers the service worker and lets it store the portal for use without a connection. A failure is only logged,
 * because the portal works without it. Returns a function that stops the checks for new versions.
 */
export function startServiceWorker({ language, onWaiting }: ServiceWorkerOptions): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const stopController = new AbortController();
  const start = async () => {
    const registration = await navigator.serviceWorker.register(scriptPath);
    if (stopController.signal.aborted) return;
    const offer = (worker: ServiceWorker | null) => {
      // The first version does not replace another version.
      if (worker?.state === "installed" && navigator.serviceWorker.controller !== null)
        onWaiting(() => takeOver(worker));
    };
    const watch = () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => offer(worker), { signal: stopController.signal });
    };
    registration.addEventListener("updatefound", watch, { signal: stopController.signal });
    offer(registration.waiting);
    watch();
    const timer = setInterval(() => void registration.update().catch(() => undefined), updateCheckMs);
    stopController.signal.addEventListener("abort", () => clearInterval(timer));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: "precache", language }, []);
  };
  start().catch((error: unknown) => console.warn("The service worker was not registered", error));
  return () => stopController.abort();
}

function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage({ type: "takeOver" }, []);
}
