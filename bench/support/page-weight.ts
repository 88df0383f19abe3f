import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { holdIdleWork } from "./hold-idle-work.ts";

/**
 * KB gzipped, regardless of the encoding that the server uses. `sentKb` is the transferred size including the page and
 * API calls.
 */
export type PageWeight = {
  scriptKb: number;
  styleKb: number;
  sentKb: number;
  requests: number;
  /** Scripts prefetched once the page is idle. */
  prefetchedScriptKb: number;
};

type LoadedFile = { url: string; type: string; bytes: number };

/**
 * Opens a URL and measures the files that are loaded until the network is idle, and separately the files that are
 * prefetched later. The WebSocket does not count.
 */
export async function measurePageWeight(page: Page, url: string): Promise<PageWeight> {
  const files: Promise<LoadedFile>[] = [];
  const release = await holdIdleWork(page);
  page.on("response", (response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") files.push(measureFile(response, type));
  });
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const needed = await Promise.all(files);
  const transferSizes = await readTransferSizes(page);
  const kb = (loaded: readonly LoadedFile[], requestedType: string) =>
    loaded.filter(({ type }) => type === requestedType).reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  const { length: neededCount } = files;
  await release();
  await untilQuiet(page);
  return {
    scriptKb: kb(needed, "script"),
    styleKb: kb(needed, "stylesheet"),
    sentKb: transferSizes.reduce((sum, bytes) => sum + bytes, 0) / 1024,
    requests: transferSizes.length,
    prefetchedScriptKb: kb(await Promise.all(files.slice(neededCount)), "script"),
  };
}

/**
 * Time without requests after which the network is idle. Same as for Playwright's "networkidle", which a page reaches
 * only once.
 */
const quietMs = 500;

/** Resolves when no request has begun or ended for this time. */
function untilQuiet(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, quietMs);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(resolve, quietMs);
  };
  page.on("request", restart);
  page.on("requestfinished", restart);
  return promise;
}

async function measureFile(response: Response, type: string): Promise<LoadedFile> {
  return { url: response.url(), type, bytes: gzipSync(await response.body()).length };
}

/** Reads the transferred size of the page and of each file and call so far from the browser's resource timings. */
function readTransferSizes(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ] as PerformanceResourceTiming[];
    return entries.map((entry) => entry.transferSize);
  });
}
