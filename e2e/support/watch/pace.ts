import { createHash } from "node:crypto";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";

/**
 * Seed of `npm run soak -- pace`, which runs the browser tests with slower responses. Every test gets its own latency,
 * so that responses arrive long after what usually comes later.
 */
const seed = process.env["PACE_SEED"];

/** Milliseconds added to every response of a test. */
const latencies = [0, 40, 150, 400] as const;

/** Slows down the responses to the pages of a context in `npm run soak -- pace`; otherwise does nothing. */
export function applyPace(context: BrowserContext, test: string): void {
  if (seed === undefined) return;
  const digest = createHash("sha256").update(`${seed} ${test}`).digest();
  const latency = latencies[digest.readUInt8() % latencies.length] ?? 0;
  const pages: CDPSession[] = [];
  const emulate = (page: CDPSession, offline: boolean) =>
    page.send("Network.emulateNetworkConditions", {
      offline,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  const slow = async (page: Page) => {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await emulate(session, false);
    pages.push(session);
  };
  // A page that closes at once has no session to slow down.
  context.on("page", (page) => void slow(page).catch(() => undefined));
  // The conditions of a page replace those of its context.
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    await Promise.allSettled(pages.map((page) => emulate(page, offline)));
    await setOffline(offline);
  };
}
