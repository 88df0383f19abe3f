import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Webhook request as received. */
export type ReceivedWebhook = {
  headers: Readonly<Record<string, string>>;
  body: string;
  json: Readonly<Record<string, unknown>>;
};

type Responder = (received: ReceivedWebhook, response: ServerResponse) => void;

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** Environment of a portal whose webhooks may reach this machine. */
export const reachesThisMachine = { OUTGOING_ALLOW: "127.0.0.0/8" };

/** Starts a server that receives webhooks on this machine, and responds with 200 by default. */
export async function startReceiver() {
  const received: ReceivedWebhook[] = [];
  let respond: Responder = (_received, response) => response.end("ok");
  const server = createServer((request, response) => {
    void read(request).then((webhook) => {
      received.push(webhook);
      respond(webhook, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/eingang`,
    received,
    /** Sets the function that responds from now on. */
    respondWith(next: Responder) {
      respond = next;
    },
    /** Sets the status and headers of the responses from now on. */
    respondWithStatus(status: number, headers: Readonly<Record<string, string>> = {}) {
      respond = (_received, response) => response.writeHead(status, headers).end("Antwort");
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  return {
    headers: request.headers as Readonly<Record<string, string>>,
    body,
    json: JSON.parse(body) as Readonly<Record<string, unknown>>,
  };
}
