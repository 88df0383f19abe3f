import { createServer, type Socket } from "node:net";
import {
  readBodies,
  streamEnd,
  streamHeader,
  streamChunk,
  usageOf,
  fullResponse,
} from "../../tools/soak/raw-provider.ts";

/**
 * A minimal AI provider that uses almost no CPU: a TCP server with a minimum of HTTP and OpenAI's wire format. It
 * answers a prompt `chunks=100 everyMs=50` with a stream of that many chunks at that interval, and any other prompt at
 * once.
 */
const fullAnswer = fullResponse("Eine Antwort. ".repeat(20), usageOf(300, 80));
const chunk = streamChunk(" Beispiel");
const lastChunk = streamEnd(usageOf(300, 100));

function stream(socket: Socket, chunks: number, everyMs: number): void {
  socket.write(streamHeader);
  let sent = 0;
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    sent += 1;
    socket.write(chunk);
    if (sent < chunks) return;
    stop();
    socket.removeListener("close", stop);
    socket.write(lastChunk);
  }, everyMs);
  socket.once("close", stop);
}

const server = createServer((socket) => {
  readBodies(socket, (body) => {
    const chunkIntervalMs = /chunks=(\d+) everyMs=(\d+)/.exec(body);
    if (chunkIntervalMs === null) socket.write(fullAnswer);
    else stream(socket, Number(chunkIntervalMs[1]), Number(chunkIntervalMs[2]));
  });
});

server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
