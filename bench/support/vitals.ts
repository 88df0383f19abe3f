import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { isShortRun } from "./scale.ts";

/** A device and its connection. */
export type Profile = {
  /** Slowdown factor relative to this machine. */
  cpuSlowdown: number;
  /** Milliseconds added to each request over loopback. */
  latencyMs: number;
  megabitsPerSecond: number;
  viewport: { width: number; height: number };
  deviceScaleFactor?: number;
  isMobile?: boolean;
};

/** Metrics of one cold page load in milliseconds after its start. `layoutShift` has no unit. */
export type Vitals = {
  firstPaintMs: number;
  largestPaintMs: number;
  /** Text of the largest element. */
  largest: string;
  /** Total blocking time: the part beyond 50 ms of each long task between first paint and the end of loading. */
  blockedMs: number;
  layoutShift: number;
};

type RecordedVitals = {
  paint: number;
  largest: number;
  elementText: string;
  long: [number, number][];
  shift: number;
};

const slowLoadMs = 90_000;

/** Runs in the page before its own scripts. */
function recordVitals(): void {
  const recordedVitals: RecordedVitals = { paint: 0, largest: 0, elementText: "", long: [], shift: 0 };
  Object.assign(globalThis, { noted: recordedVitals });
  const observe = (type: string, record: (entry: PerformanceEntry & Record<string, unknown>) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => record(entry as never))).observe({
      type,
      buffered: true,
    });
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") recordedVitals.paint = entry.startTime;
  });
  observe("largest-contentful-paint", (entry) => {
    recordedVitals.largest = entry.startTime;
    const element = entry["element"] as Element | null;
    recordedVitals.elementText = `${element?.tagName.toLowerCase() ?? "?"} ${element?.textContent?.trim().slice(0, 40) ?? ""}`;
  });
  observe("longtask", (entry) => recordedVitals.long.push([entry.startTime, entry.duration]));
  observe("layout-shift", (entry) => {
    if (entry["hadRecentInput"] !== true) recordedVitals.shift += entry["value"] as number;
  });
}

/** Loads a URL with an empty cache on a device profile and waits until everything has been loaded and painted. */
export async function measureVitals(
  browser: Browser,
  profile: Profile,
  url: string,
  storageState: NonNullable<BrowserContextOptions["storageState"]>,
): Promise<Vitals> {
  const { viewport, deviceScaleFactor = 1, isMobile = false } = profile;
  const context = await browser.newContext({ storageState, viewport, deviceScaleFactor, isMobile });
  const page = await context.newPage();
  await page.addInitScript(recordVitals);
  if (!isShortRun) await throttle(page, profile);
  // The timeout is long because of the CPU slowdown on a busy machine.
  await page.goto(url, { waitUntil: "load", timeout: slowLoadMs });
  await page.waitForLoadState("networkidle");
  // Waits for a heading and until there are no placeholders. The check is cheap, because its cost in the page is also
  // measured.
  await page.waitForFunction(
    () => document.querySelector("h1") !== null && document.querySelector("[data-shown]") === null,
  );
  const recordedVitals = await page.evaluate(
    () =>
      new Promise<RecordedVitals>((resolve) => {
        // Waits two frames, so that the last change has been painted.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((globalThis as unknown as { noted: RecordedVitals }).noted)),
        );
      }),
  );
  await context.close();
  return {
    firstPaintMs: recordedVitals.paint,
    largestPaintMs: recordedVitals.largest,
    largest: recordedVitals.elementText,
    blockedMs: recordedVitals.long
      .filter(([start, duration]) => start + duration > recordedVitals.paint)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0),
    layoutShift: recordedVitals.shift,
  };
}

async function throttle(page: Page, profile: Profile): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (profile.megabitsPerSecond * 1_000_000) / 8;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpuSlowdown });
}
