import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a receiver got it. */
export type ReceivedWebhook = {
  headers: Readonly<Record<string, string>>;
  body: string;
  json: Readonly<Record<string, unknown>>;
};

type Answer = (received: ReceivedWebhook, response: ServerResponse) => void;

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** The environment of a portal whose webhooks may reach this machine. */
export const reachesThisMachine = { OUTGOING_ALLOW: "127.0.0.0/8" };

/** Starts a program that receives webhooks on this machine, and answers 200 by default. */
export async function startReceiver() {
  const received: ReceivedWebhook[] = [];
  let answer: Answer = (_received, response) => response.end("ok");
  const server = createServer((request, response) => {
    void read(request).then((each) => {
      received.push(each);
      answer(each, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/eingang`,
    received,
    /** Answers from here on. */
    answers(next: Answer) {
      answer = next;
    },
    /** Answers from here on with a status and headers. */
    answersStatus(status: number, headers: Readonly<Record<string, string>> = {}) {
      answer = (_received, response) => response.writeHead(status, headers).end("Antwort");
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
