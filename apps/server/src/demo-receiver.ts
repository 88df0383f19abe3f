import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Largest accepted body. The bodies that the portal sends are smaller. */
const bodyMaxBytes = 65_536;
/** Path by which the next start finds the webhook of this receiver again. */
const path = "/laborsoftware";
/** Types of events that the demonstration's practice sends to it. */
const eventTypes = [
  "department.created",
  "department.deleted",
  "department.merged",
  "department.renamed",
  "member.added",
  "member.removed",
  "site.created",
  "site.deleted",
  "site.updated",
  "user.blocked",
  "user.role_changed",
  "user.unblocked",
  "user.updated",
];
/** An event of this type is never accepted. */
const unsupportedType = "user.role_changed";
/** Of the other events, one in this many is accepted only at the second attempt. */
const busyOneIn = 3;

export type DemoReceiver = {
  url: string;
  /** Event types to subscribe to. */
  eventTypes: readonly string[];
  /** Ends open connections and frees the port. */
  stop: () => Promise<void>;
};

/**
 * Starts a program on this machine that receives webhooks as the software of a laboratory would. It accepts most events
 * and refuses some with a reason. A newcomer therefore sees deliveries that succeed, fail and are repeated.
 */
export async function startDemoReceiver(): Promise<DemoReceiver> {
  const seenEventIds = new Set<string>();
  const server = createServer((request, response) => {
    receive(request, response, seenEventIds).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    eventTypes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  seenEventIds: Set<string>,
): Promise<void> {
  if (request.method !== "POST" || request.url !== path) {
    return respond(response, 404, { fehler: "Diese Adresse gibt es nicht." });
  }
  const event = await readEvent(request);
  if (event === undefined) return respond(response, 400, { fehler: "Die Nachricht ist nicht lesbar." });
  if (event.type === unsupportedType) {
    return respond(response, 422, { fehler: "Rollen verwaltet die Laborsoftware selbst." });
  }
  const isNew = !seenEventIds.has(event.id);
  seenEventIds.add(event.id);
  if (isNew && seenEventIds.size % busyOneIn === 0) {
    return respond(response, 503, { fehler: "Die Laborsoftware wird gerade aktualisiert." });
  }
  respond(response, 200, { status: "ok" });
}

async function readEvent(request: IncomingMessage): Promise<{ id: string; type: string } | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyMaxBytes) return undefined;
    chunks.push(chunk);
  }
  try {
    const { id, type } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
    return typeof id === "string" && typeof type === "string" ? { id, type } : undefined;
  } catch {
    return undefined;
  }
}

function respond(response: ServerResponse, status: number, body: Readonly<Record<string, string>>): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
