import { createServer, type Socket } from "node:net";

/**
 * A provider of AI that costs next to nothing: a TCP server that speaks just enough HTTP and OpenAI's wire format. A
 * prompt `chunks=100 everyMs=50` is streamed in so many pieces at that pace; anything else is answered at once.
 */
const json = JSON.stringify({
  id: "chatcmpl-mock",
  object: "chat.completion",
  model: "mock",
  choices: [
    { index: 0, finish_reason: "stop", message: { role: "assistant", content: "Eine Antwort. ".repeat(20) } },
  ],
  usage: { prompt_tokens: 300, completion_tokens: 80, total_tokens: 380 },
});
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
);
const streamHead = Buffer.from(
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
);
const piece = chunk({ choices: [{ index: 0, delta: { content: " Beispiel" }, finish_reason: null }] });
const last = Buffer.concat([
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
  chunk({ choices: [], usage: { prompt_tokens: 300, completion_tokens: 100, total_tokens: 400 } }),
  framed("data: [DONE]\n\n"),
  Buffer.from("0\r\n\r\n"),
]);

function chunk(fields: object): Buffer {
  const event = {
    id: "chatcmpl-mock",
    object: "chat.completion.chunk",
    created: 1,
    model: "mock",
    ...fields,
  };
  return framed(`data: ${JSON.stringify(event)}\n\n`);
}

function framed(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}

function stream(socket: Socket, chunks: number, everyMs: number): void {
  socket.write(streamHead);
  let sent = 0;
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    sent += 1;
    socket.write(piece);
    if (sent < chunks) return;
    stop();
    socket.removeListener("close", stop);
    socket.write(last);
  }, everyMs);
  socket.once("close", stop);
}

const server = createServer((socket) => {
  let text = "";
  socket.setNoDelay(true).on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    for (;;) {
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      const body = text.slice(end + 4, end + 4 + length);
      text = text.slice(end + 4 + length);
      const pace = /chunks=(\d+) everyMs=(\d+)/.exec(body);
      if (pace === null) socket.write(answer);
      else stream(socket, Number(pace[1]), Number(pace[2]));
    }
  });
});

server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
