import { Pool } from "undici";
import { median } from "./row.ts";

/** The result of many clients reading streamed answers. */
export type StreamsResult = { chunkCount: number; dropped: number; firstChunkMs: number };

/** Progress while the streams are read. */
export type StreamsProgress = { chunkCount: number; open: number };

type Options = {
  url: string;
  headers: Record<string, string>;
  body: object;
  streams: number;
  /** Text at the end of a complete stream. */
  end: string;
  /** Updated while the streams are read. */
  progress?: StreamsProgress;
};

const chunkMarker = Buffer.from('" Beispiel"');

/** Opens all streams within a second, because users do not all click at once, and reads each stream to its end. */
export async function readStreams(options: Options): Promise<StreamsResult> {
  const { url, headers, body, streams, end, progress: seen = { chunkCount: 0, open: 0 } } = options;
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: streams, pipelining: 1 });
  const request = {
    method: "POST",
    path: pathname,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  } as const;
  const readStream = async (index: number) => {
    await new Promise((resolve) => setTimeout(resolve, (index * 1_000) / streams));
    const startedAt = performance.now();
    const response = await pool.request(request);
    let chunkCount = 0;
    let firstMs = 0;
    let tail = "";
    seen.open += 1;
    for await (const bytes of response.body as AsyncIterable<Buffer>) {
      const before = chunkCount;
      for (
        let position = bytes.indexOf(chunkMarker);
        position >= 0;
        position = bytes.indexOf(chunkMarker, position + 1)
      )
        chunkCount += 1;
      seen.chunkCount += chunkCount - before;
      if (firstMs === 0 && chunkCount > 0) firstMs = performance.now() - startedAt;
      tail = (tail + bytes.toString("latin1")).slice(-2_000);
    }
    seen.open -= 1;
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${tail}`);
    return { chunks: chunkCount, firstMs, isComplete: tail.includes(end) };
  };
  try {
    const results = await Promise.all(Array.from({ length: streams }, (_none, index) => readStream(index)));
    return {
      chunkCount: results.reduce((sum, { chunks }) => sum + chunks, 0),
      dropped: results.filter(({ isComplete }) => !isComplete).length,
      firstChunkMs: median(results.map(({ firstMs }) => firstMs)),
    };
  } finally {
    await pool.close();
  }
}
