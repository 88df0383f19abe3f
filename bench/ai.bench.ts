import { setTimeout as sleep } from "node:timers/promises";
import { registerUnlimitedProvider } from "../tools/soak/open-provider.ts";
import { startBenchPortal } from "./support/portal.ts";
import { load } from "./support/load.ts";
import { type Child, startChild } from "./support/process.ts";
import { readStreams } from "./support/read-streams.ts";
import { median, type Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";
import { findFreePort } from "../apps/server/test/cluster/free-port.ts";

/**
 * Number of rounds. Both servers are measured alternately, so that other load on the machine affects both. A server
 * that was idle is slower for about a second.
 */
const rounds = scaled(6, 1);
const secondsPerRound = scaled(5, 1);
/** Long enough for the JIT to compile the hot paths of both servers. */
const warmUpSeconds = scaled(12, 1);
const streamRounds = scaled(6, 1);
/** Number of streams that are open while the cost of a chunk is measured. Each lasts ten seconds. */
const pacedStreams = scaled(500, 2);
const pacedChunks = scaled(200, 40);
const steadySeconds = scaled(7, 0.3);
const manyStreams = scaled(1_000, 20);
const manyStreamChunks = scaled(50, 5);
const firstByteRounds = scaled(200, 3);
/** About 1.2 kB of text. */
const prompt = "Bitte fassen Sie den folgenden Befund kurz zusammen. ".repeat(22);

/** An entry point to the mock provider: the portal or the bare pass-through server. */
type CallTarget = {
  child: Child;
  url: string;
  streamUrl: string;
  headers: Record<string, string>;
  end: string;
};

/**
 * Compares the gateway with bare undici: whole calls (authentication, hold, settlement, billing), streams and
 * time to first byte.
 */
export async function measure(): Promise<Row[]> {
  const mockPort = await findFreePort();
  const upstream = `http://127.0.0.1:${mockPort}`;
  const mock = await startChild(
    "bench/support/mock-provider-server.ts",
    { PORT: String(mockPort) },
    /listening/,
  );
  const barePort = await findFreePort();
  const bareUrl = `http://127.0.0.1:${barePort}/`;
  const bareSettings = { PORT: String(barePort), UPSTREAM: upstream };
  const bareChild = await startChild("bench/support/pass-through-server.ts", bareSettings, /listening/);
  const bare: CallTarget = { child: bareChild, url: bareUrl, streamUrl: bareUrl, headers: {}, end: "[DONE]" };
  const portal = await startBenchPortal({
    OUTGOING_ALLOWED_ORIGINS: upstream,
    AI_CALLS_PER_PERSON: "10000",
    AI_CALLS_PER_ORGANIZATION: "10000",
    AI_CALLS_PER_PROCESS: "10000",
    CALLS_PER_PERSON: "10000",
    CALLS_PER_ORGANIZATION: "10000",
    CALLS_PER_PROCESS: "10000",
  });
  try {
    const headers = await registerUnlimitedProvider(portal.baseUrl, upstream);
    const portalTarget: CallTarget = {
      child: portal,
      url: `${portal.baseUrl}/api/ai/proxy`,
      streamUrl: `${portal.baseUrl}/api/ai/stream`,
      headers,
      end: "event: done",
    };
    return [
      ...(await measureFullAnswers(portalTarget, bare, () => portal.databaseCpuSeconds())),
      ...(await measureStreams(portalTarget, bare)),
      await measureFirstByte(portalTarget, bare),
      await measureHealth(portal.baseUrl, headers),
    ];
  } finally {
    await portal.stop();
    await bareChild.stop();
    await mock.stop();
  }
}

const body = (text: string) => ({ provider: "vllm", model: "mock", prompt: text });

async function measureFullAnswers(
  portalTarget: CallTarget,
  bare: CallTarget,
  databaseSeconds: () => Promise<number>,
): Promise<Row[]> {
  const run = ({ child, url, headers }: CallTarget, seconds = secondsPerRound) =>
    load(child, { url, headers, body: body(prompt), seconds });
  const pairs: { ratio: number; micros: number; bareMicros: number; database: number; rate: number }[] = [];
  await run(portalTarget, warmUpSeconds);
  await run(bare, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    const before = await databaseSeconds();
    const portalTimes = await run(portalTarget);
    const database = (((await databaseSeconds()) - before) * 1_000_000) / portalTimes.requests;
    const bareTimes = await run(bare);
    pairs.push({
      ratio: portalTimes.cpuMicrosPerRequest / bareTimes.cpuMicrosPerRequest,
      micros: portalTimes.cpuMicrosPerRequest,
      bareMicros: bareTimes.cpuMicrosPerRequest,
      database,
      rate: portalTimes.requestsPerSecond,
    });
  }
  const medianOf = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  return [
    {
      subject: "a call: CPU of the server against bare undici",
      value: medianOf(({ ratio }) => ratio),
      unit: "×",
      budget: { max: 4.5 },
      note: `${medianOf(({ micros }) => micros).toFixed(0)} µs against ${medianOf(({ bareMicros }) => bareMicros).toFixed(0)}`,
    },
    {
      subject: "a call: CPU of the database beside it",
      value: medianOf(({ database }) => database),
      unit: "µs",
      note: "holds without waiting for the disk, settlements with it",
    },
    { subject: "calls, 32 at a time", value: medianOf(({ rate }) => rate), unit: "/s" },
  ];
}

async function measureStreams(portalTarget: CallTarget, bare: CallTarget): Promise<Row[]> {
  const pairs: { ratio: number; micros: number; bareMicros: number }[] = [];
  for (let round = 0; round < streamRounds; round += 1) {
    const micros = await measureChunkMicros(portalTarget);
    const bareMicros = await measureChunkMicros(bare);
    pairs.push({ ratio: micros / bareMicros, micros, bareMicros });
  }
  const many = await readStreams(
    streamReaders(portalTarget, manyStreams, `chunks=${manyStreamChunks} everyMs=200`),
  );
  return [
    {
      subject: "a chunk of a stream: CPU against bare undici",
      value: median(pairs.map(({ ratio }) => ratio)),
      unit: "×",
      budget: { max: 1.3 },
      note: `${median(pairs.map(({ micros }) => micros)).toFixed(1)} µs against ${median(pairs.map(({ bareMicros }) => bareMicros)).toFixed(1)}`,
    },
    {
      subject: `dropped of ${manyStreams} streams at once`,
      value: many.dropped + (manyStreams * manyStreamChunks - many.chunkCount),
      unit: "",
      budget: { max: 0 },
    },
  ];
}

const streamReaders = ({ streamUrl: url, headers, end }: CallTarget, count: number, text: string) => ({
  url,
  headers,
  end,
  streams: count,
  body: body(text),
});

/**
 * Returns the CPU time per streamed chunk, measured while all streams are open. The cost of opening them
 * belongs to the call.
 */
async function measureChunkMicros(target: CallTarget): Promise<number> {
  const progress = { chunkCount: 0, open: 0 };
  // At this pace, no chunks are queued.
  const reading = readStreams({
    ...streamReaders(target, pacedStreams, `chunks=${pacedChunks} everyMs=50`),
    progress,
  });
  while (progress.open < pacedStreams) await sleep(100);
  const [cpu, chunks] = [target.child.cpuSeconds(), progress.chunkCount];
  await sleep(steadySeconds * 1_000);
  const micros = ((target.child.cpuSeconds() - cpu) * 1_000_000) / (progress.chunkCount - chunks);
  if (progress.open < pacedStreams) throw new Error("A stream ended while its chunks were measured");
  await reading;
  return micros;
}

/**
 * Measures the latency that the portal adds to the first chunk of a stream. With a single reader, no requests are
 * queued.
 */
async function measureFirstByte(portalTarget: CallTarget, bare: CallTarget): Promise<Row> {
  const run = async (target: CallTarget) =>
    (await readStreams(streamReaders(target, 1, "chunks=1 everyMs=5"))).firstChunkMs;
  const portalTimes: number[] = [];
  const bareTimes: number[] = [];
  for (let round = 0; round < firstByteRounds; round += 1) {
    portalTimes.push(await run(portalTarget));
    bareTimes.push(await run(bare));
  }
  return {
    subject: "first byte of a stream: time added to bare undici",
    value: median(portalTimes) - median(bareTimes),
    unit: "ms",
    budget: { max: 2 },
    note: `${median(portalTimes).toFixed(2)} against ${median(bareTimes).toFixed(2)}`,
  };
}

/** Checks that no hold is left at the end and that the ledger is consistent. */
async function measureHealth(baseUrl: string, headers: Record<string, string>): Promise<Row> {
  const quota = (await (await fetch(`${baseUrl}/api/billing/quota`, { headers })).json()) as {
    held: number;
    ledger: { isSound: boolean } | null;
  };
  return { subject: "tokens held after all calls", value: quota.held, unit: "", budget: { max: 0 } };
}
