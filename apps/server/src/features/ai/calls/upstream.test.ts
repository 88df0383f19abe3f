import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { UpstreamCall } from "./upstream.ts";

const agent = new Agent();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function call(origin: string, body = "{}", totalTimeoutMs = 60_000) {
  const events: unknown[] = [];
  const upstreamCall = new UpstreamCall(
    agent,
    {
      address: `${origin}/v1/chat/completions`,
      headers: { "content-type": "application/json" },
      body,
      headersTimeoutMs: 5_000,
      bodyTimeoutMs: 5_000,
      totalTimeoutMs,
    },
    {
      onStatus: (status, contentType) => events.push([status, contentType]),
      onBytes: (bytes) => events.push(bytes.toString()),
      onEnd: () => events.push("end"),
      onFailure: (error) => events.push(error.message),
    },
  );
  return { upstreamCall, events };
}

it("see R7a-01 delivers status, chunks and end in order, and sends the body", async () => {
  let receivedText = "";
  const origin = await serve((request, response) => {
    request.on("data", (bytes: Buffer) => (receivedText += bytes.toString()));
    request.on("end", () => {
      response.writeHead(201, { "content-type": "text/event-stream" });
      response.write("eins");
      setImmediate(() => response.end("zwei"));
    });
  });
  const { events } = call(origin, '{"probe":"ä"}');
  await eventually(() => expect(events.at(-1)).toBe("end"));
  expect(events[0]).toEqual([201, "text/event-stream"]);
  expect(events.slice(1, -1).join("")).toBe("einszwei");
  expect(receivedText).toBe('{"probe":"ä"}');
});

it("see R7a-02 closes the connection if it is canceled, so that the provider stops", async () => {
  const connectionClosed = Promise.withResolvers<void>();
  const origin = await serve((_request, response) => {
    response.on("close", () => connectionClosed.resolve());
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
  });
  const { upstreamCall, events } = call(origin);
  await eventually(() => expect(events).toHaveLength(2));
  upstreamCall.cancel(new Error("left"));
  await connectionClosed.promise;
  await eventually(() => expect(events.at(-1)).toBe("left"));
  upstreamCall.cancel(new Error("again"));
  expect(events.filter((event) => event === "left")).toHaveLength(1);
});

it("see R7a-02 sends nothing if it is canceled before the connection is made", async () => {
  const requests: string[] = [];
  const origin = await serve((request, response) => {
    requests.push(request.url ?? "");
    response.end();
  });
  const { upstreamCall, events } = call(origin);
  upstreamCall.cancel(new Error("left"));
  await eventually(() => expect(events).toEqual(["left"]));
  expect(requests).toEqual([]);
});

it("see R7a-01 reports a broken connection as a failure", async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n", () => response.socket?.destroy());
  });
  const { events } = call(origin);
  await eventually(() => expect(events).toHaveLength(3));
  expect(events.at(-1)).not.toBe("end");
});

it.each(["read", "paused"])("aborts a call that takes too long and is %s", async (state) => {
  const connectionClosed = Promise.withResolvers<void>();
  const origin = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const drip = setInterval(() => response.write("data: 1\n\n"), 20);
    response.on("close", () => {
      clearInterval(drip);
      connectionClosed.resolve();
    });
  });
  const { upstreamCall, events } = call(origin, "{}", 400);
  await eventually(() => expect(events.length).toBeGreaterThan(1));
  if (state === "paused") upstreamCall.pause();
  await connectionClosed.promise;
  await eventually(() => expect(events.at(-1)).toBe("the call took too long"));
});
