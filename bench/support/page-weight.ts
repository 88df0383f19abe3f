import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/**
 * KB gzipped, whatever encoding the server uses; `sentKb` is the transferred size including page and API
 * calls.
 */
export type PageWeight = {
  scriptKb: number;
  styleKb: number;
  sentKb: number;
  requests: number;
  /** Scripts prefetched before they are needed. */
  prefetchedScriptKb: number;
};

type LoadedFile = { url: string; type: string; bytes: number };

/** Opens a URL and weighs what is loaded until the network is idle; the WebSocket does not count. */
export async function measurePageWeight(page: Page, url: string): Promise<PageWeight> {
  const bodies: Promise<LoadedFile>[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") bodies.push(measureFile(response, type));
  });
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const { ahead, sentBytes, requests } = await timings(page);
  const loadedFiles = await Promise.all(bodies);
  const kb = (predicate: (loadedFile: LoadedFile) => boolean) =>
    loadedFiles.filter(predicate).reduce((sum, loadedFile) => sum + loadedFile.bytes, 0) / 1024;
  return {
    scriptKb: kb(({ type, url: name }) => type === "script" && !ahead.has(name)),
    styleKb: kb(({ type }) => type === "stylesheet"),
    sentKb: sentBytes / 1024,
    requests,
    prefetchedScriptKb: kb(({ type, url: name }) => type === "script" && ahead.has(name)),
  };
}

async function measureFile(response: Response, type: string): Promise<LoadedFile> {
  return { url: response.url(), type, bytes: gzipSync(await response.body()).length };
}

/**
 * Reads the browser's resource timings: names of what was requested after the `fetch-ahead` mark, and the
 * size and number of what came before.
 */
async function timings(page: Page): Promise<{ ahead: Set<string>; sentBytes: number; requests: number }> {
  const { ahead, needed } = await page.evaluate(() => {
    const prefetchStart = performance.getEntriesByName("fetch-ahead", "mark")[0]?.startTime ?? Infinity;
    const entries = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ] as PerformanceResourceTiming[];
    return {
      ahead: entries.filter((entry) => entry.startTime >= prefetchStart).map((entry) => entry.name),
      needed: entries.filter((entry) => entry.startTime < prefetchStart).map((entry) => entry.transferSize),
    };
  });
  return {
    ahead: new Set(ahead),
    sentBytes: needed.reduce((sum, bytes) => sum + bytes, 0),
    requests: needed.length,
  };
}
