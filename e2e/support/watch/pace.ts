import type { BrowserContext, Page } from "@playwright/test";

/**
 * Seed of `npm run soak -- pace`, which runs the browser tests with slower pages and responses. Every page gets its
 * own slowness, so that what usually arrives together arrives in another order.
 */
const seed = Number(process.env["PACE_SEED"] ?? 0);

/** Factors by which the processor of a page is slowed down. */
const processorFactors = [1, 2, 4] as const;
/** Milliseconds added to every response of a page. */
const latencies = [0, 40, 150, 400] as const;

let pageCount = 0;

async function slow(page: Page): Promise<void> {
  pageCount += 1;
  // Knuth's multiplicative hash spreads consecutive numbers.
  const number = Math.imul(seed * 1_000 + process.pid + pageCount, 2_654_435_761) >>> 8;
  const rate = processorFactors[number % processorFactors.length] ?? 1;
  const latency = latencies[(number >>> 4) % latencies.length] ?? 0;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Slows down the pages of a context in `npm run soak -- pace`; otherwise does nothing. */
export function applyPace(context: BrowserContext): void {
  if (seed === 0) return;
  // A page that closes at once has no session to slow down.
  context.on("page", (page) => void slow(page).catch(() => undefined));
}
