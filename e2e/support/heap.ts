import { expect, type Page } from "@playwright/test";

/** Returns a snapshot of the page's memory after garbage collection, as text with unencoded strings. */
export async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return chunks.join("");
}

/** Waits until the page's memory contains none of the words. A page releases its state shortly after it was replaced. */
export async function expectForgotten(page: Page, words: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const heap = await readHeap(page);
      return words.filter((word) => heap.includes(word));
    })
    .toEqual([]);
}
