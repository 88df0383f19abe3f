import { readFileSync } from "node:fs";
import { ChatStream } from "../apps/server/src/features/ai/wire/chat-stream.ts";
import { openaiChat } from "../apps/server/src/features/ai/wire/openai-chat.ts";
import { SseScanner } from "../apps/server/src/features/ai/wire/sse-scanner.ts";
import { median, type Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const chunksPerRound = scaled(100_000, 1_000);
const rounds = scaled(7, 1);

const recording = new URL("../apps/server/src/features/ai/wire/fixtures/openai.sse", import.meta.url);

/** Measures the CPU cost of one chunk of a streamed answer without sockets: scanning, parsing and counting. */
export async function measure(): Promise<Row[]> {
  const events = readFileSync(recording, "utf8").split("\n\n").slice(1, 7);
  const chunks = events.map((event) => Buffer.from(`${event}\n\n`));
  // Simulates the chunk boundaries of a socket, at which the end of one event and the start of the next are in one
  // chunk.
  const tornStreams = chunks.flatMap((chunk, index) => {
    const next = chunks[(index + 1) % chunks.length] ?? chunk;
    return [Buffer.concat([chunk.subarray(-60), next.subarray(0, -60)])];
  });
  let recorded = 0;
  const wire = openaiChat("openai");
  const scanner = new SseScanner((data) => {
    recorded += data.length;
  });
  const stream = new ChatStream(wire, (text) => {
    recorded += text.length;
  });
  const tornStream = new ChatStream(wire, (text) => {
    recorded += text.length;
  });
  tornStream.push(Buffer.concat(chunks.slice(0, 1)).subarray(0, -60));
  const texts = events.map((event) => event.slice("data: ".length));
  const subjects = {
    parse: (index: number) => {
      recorded += Object.keys(JSON.parse(texts[index % texts.length] ?? "{}") as object).length;
    },
    scan: (index: number) => scanner.push(chunks[index % chunks.length] ?? Buffer.alloc(0)),
    read: (index: number) => stream.push(chunks[index % chunks.length] ?? Buffer.alloc(0)),
    torn: (index: number) => tornStream.push(tornStreams[index % tornStreams.length] ?? Buffer.alloc(0)),
  };
  const micros: Record<keyof typeof subjects, number[]> = { parse: [], scan: [], read: [], torn: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(subjects) as [
      keyof typeof subjects,
      (index: number) => void,
    ][]) {
      micros[name].push(cpuMicrosOf(work));
    }
  }
  if (stream.unreadableEvents + tornStream.unreadableEvents > 0 || recorded === 0) {
    throw new Error("The recording was not read");
  }
  const parse = median(micros.parse);
  return [
    { subject: "JSON.parse of an event, for comparison", value: parse, unit: "µs/chunk" },
    { subject: "scanning events", value: median(micros.scan), unit: "µs/chunk" },
    {
      subject: "scanning, reading and counting",
      value: median(micros.read),
      unit: "µs/chunk",
      budget: { max: 35 },
      note: `${(median(micros.read) / parse).toFixed(1)} × JSON.parse`,
    },
    {
      subject: "scanning, reading and counting torn chunks",
      value: median(micros.torn),
      unit: "µs/chunk",
      budget: { max: 35 },
    },
  ];
}

/** Returns this process's CPU time per chunk in µs. */
function cpuMicrosOf(work: (index: number) => void): number {
  const before = process.cpuUsage();
  for (let index = 0; index < chunksPerRound; index += 1) work(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / chunksPerRound;
}
