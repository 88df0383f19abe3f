import { type AddressInfo, connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { sendRaw } from "../../../test/raw-request.ts";
import { sendStream, StreamResponse, type StreamWriter } from "./event-stream.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** Starts a server that sends the output of `run` for every request. */
async function serve(run: (writer: StreamWriter, path: string) => Promise<void>): Promise<number> {
  app = Fastify({ forceCloseConnections: true });
  app.get("/*", (request, reply) =>
    sendStream(reply, new StreamResponse((writer) => run(writer, request.url))),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  return portOf(app);
}

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;
const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

/** Returns the chunks of the responses on a connection. */
const chunksOf = (text: string) =>
  text
    .split("\r\n\r\n")
    .filter((part) => !part.startsWith("HTTP/"))
    .join("\r\n\r\n")
    .split(/(?:^|\r\n)[\da-f]+\r\n/)
    .filter((part) => part !== "");

it("see R7a-02 the output of one turn is sent completely and in order as one chunk, and the first event at once", async () => {
  const port = await serve(async (writer) => {
    for (const text of ["erstes", "zweites – ä€𝄞", "drittes"]) writer.event(text);
    await new Promise((resolve) => setImmediate(resolve));
    writer.plain("viertes");
  });
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const chunks: string[] = [];
  for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
  expect(chunks.join("")).toBe(
    "id: 1\ndata: erstes\n\nid: 2\ndata: zweites – ä€𝄞\n\nid: 3\ndata: drittes\n\ndata: viertes\n\n",
  );
});

it("see R7a-02 pipelined requests on a connection get their responses in order", async () => {
  const port = await serve(async (writer, path) => {
    for (let block = 1; block <= 3; block += 1) {
      writer.plain(`${path} ${block}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString()));
  socket.write(requestOf("/a") + requestOf("/b"));
  await expect.poll(() => text.match(/\r\n0\r\n\r\n/g)?.length).toBe(2);
  socket.destroy();
  const data = chunksOf(text)
    .join("")
    .match(/data: \S+ \d/g);
  expect(data).toEqual(["/a", "/b"].flatMap((path) => [1, 2, 3].map((block) => `data: ${path} ${block}`)));
});

it("see R1-14 the server waits for a stalled client, which finally receives all data", async () => {
  const blocks = 400;
  const block = "x".repeat(20_000);
  let sentCount = 0;
  let waits = 0;
  app = Fastify({ forceCloseConnections: true });
  app.get("/", (_request, reply) =>
    sendStream(
      reply,
      new StreamResponse(async (writer) => {
        while (sentCount < blocks) {
          sentCount += 1;
          const canContinue = writer.plain(block);
          if (!canContinue) waits += 1;
          await new Promise((resolve) => {
            if (canContinue) setImmediate(resolve);
            else reply.raw.once("drain", resolve);
          });
        }
      }),
    ),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(portOf(app), "127.0.0.1").pause();
  socket.write(requestOf("/"));
  await expect.poll(() => waits).toBe(1);
  expect(sentCount).toBeLessThan(blocks);
  let bytes = 0;
  let hasEnded = false;
  socket.on("data", (data) => {
    bytes += data.length;
    hasEnded ||= data.toString().endsWith("0\r\n\r\n");
  });
  socket.resume();
  await expect.poll(() => hasEnded, { timeout: 10_000 }).toBe(true);
  socket.destroy();
  expect(bytes).toBeGreaterThan(blocks * block.length);
});

/** Starts a server whose clients may stall for `stallMs`, and a client that reads nothing. */
async function connectStalledClient(stallMs: number, run: (writer: StreamWriter) => Promise<void>) {
  const closed = Promise.withResolvers<{ isComplete: boolean }>();
  app = Fastify({ forceCloseConnections: true });
  app.get("/", (_request, reply) => {
    reply.raw.once("close", () => closed.resolve({ isComplete: reply.raw.writableFinished }));
    return sendStream(reply, new StreamResponse(run), stallMs);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(portOf(app), "127.0.0.1").pause();
  socket.write(requestOf("/"));
  return { socket, closed: closed.promise };
}

it("a client that does not read is disconnected even if heartbeats are sent to it", async () => {
  const ended = Promise.withResolvers<void>();
  const { socket, closed } = await connectStalledClient(200, async (writer) => {
    while (writer.plain("x".repeat(100_000))) await new Promise((resolve) => setImmediate(resolve));
    const heartbeat = setInterval(() => writer.beat(), 20);
    await ended.promise;
    clearInterval(heartbeat);
  });
  expect(await closed).toEqual({ isComplete: false });
  ended.resolve();
  socket.destroy();
});

it("a failed stream is aborted and does not look complete", async () => {
  const port = await serve(async (writer) => {
    writer.plain("erstes");
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("not booked");
  });
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await expect(response.text()).rejects.toThrow("terminated");
});

it.each(["", "connection: keep-alive\r\n"])(
  "N73 HTTP/1.0 gets plain bytes, and the connection is closed after them (%j)",
  async (header) => {
    const port = await serve(async (writer) => {
      writer.event("erstes");
      await new Promise((resolve) => setImmediate(resolve));
      writer.plain("zweites – ä");
    });
    const response = await sendRaw(
      `http://127.0.0.1:${port}`,
      `GET / HTTP/1.0\r\nhost: localhost\r\n${header}\r\n`,
    );
    expect(response.text.toLowerCase()).not.toContain("transfer-encoding");
    expect(response.text.toLowerCase()).toContain("connection: close");
    expect(response.body).toBe("id: 1\ndata: erstes\n\ndata: zweites – ä\n\n");
  },
);
