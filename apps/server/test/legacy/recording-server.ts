import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Call as received by a legacy server. */
export type ReceivedCall = { call: string; headers: NodeJS.Dict<string | string[]>; body: string };

/** Starts a server that records its calls and responds to each with the same status, headers and text. */
export async function startRecordingServer(
  status = 200,
  headers: Readonly<Record<string, string>> = {},
  text = '{"token":"probe-token"}',
) {
  const received: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ call: `${request.method} ${request.url}`, headers: request.headers, body });
      response.writeHead(status, headers).end(text);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
