import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/** KB as gzip, whatever the server sends them as; `sentKb` is what came over the wire, page and calls included. */
export type Weight = {
  scriptKb: number;
  styleKb: number;
  sentKb: number;
  requests: number;
  /** Scripts that the page fetched ahead of their use. */
  aheadScriptKb: number;
};

type Part = { url: string; type: string; bytes: number };

/** Opens an address and weighs what comes until nothing is on its way; the live connection does not count. */
export async function weighPage(page: Page, url: string): Promise<Weight> {
  const bodies: Promise<Part>[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") bodies.push(weighPart(response, type));
  });
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const { ahead, sentBytes, requests } = await timings(page);
  const parts = await Promise.all(bodies);
  const kb = (wanted: (part: Part) => boolean) =>
    parts.filter(wanted).reduce((sum, part) => sum + part.bytes, 0) / 1024;
  return {
    scriptKb: kb(({ type, url: name }) => type === "script" && !ahead.has(name)),
    styleKb: kb(({ type }) => type === "stylesheet"),
    sentKb: sentBytes / 1024,
    requests,
    aheadScriptKb: kb(({ type, url: name }) => type === "script" && ahead.has(name)),
  };
}

async function weighPart(response: Response, type: string): Promise<Part> {
  return { url: response.url(), type, bytes: gzipSync(await response.body()).length };
}

/** What the browser noted: addresses asked for after the page said that it fetches ahead, and what came before. */
async function timings(page: Page): Promise<{ ahead: Set<string>; sentBytes: number; requests: number }> {
  const { ahead, needed } = await page.evaluate(() => {
    const begin = performance.getEntriesByName("fetch-ahead", "mark")[0]?.startTime ?? Infinity;
    const entries = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ] as PerformanceResourceTiming[];
    return {
      ahead: entries.filter((entry) => entry.startTime >= begin).map((entry) => entry.name),
      needed: entries.filter((entry) => entry.startTime < begin).map((entry) => entry.transferSize),
    };
  });
  return {
    ahead: new Set(ahead),
    sentBytes: needed.reduce((sum, bytes) => sum + bytes, 0),
    requests: needed.length,
  };
}
