import { createSocketTicket } from "@praxisportal/contract/auth/auth.endpoints";
import { WebSocket } from "ws";
import { inTime } from "./in-time.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

/** Opens a page's live connection to the real server. */
export async function openSocket(testApp: TestApp, client: TestClient) {
  const { ticket } = (await client.call(createSocketTicket)).result;
  return openWithTicket(testApp, ticket, client);
}

/** Opens a live connection with an existing ticket. Throws if the server refuses it. */
export async function openWithTicket(testApp: TestApp, ticket: string, client: TestClient) {
  const url = new URL(`/ws?token=${ticket}`, testApp.baseUrl.replace("http:", "ws:"));
  const headers = { origin: testApp.origin, ...(client.cookie && { cookie: client.cookie }) };
  const socket = new WebSocket(url, { headers });
  const received: { event: string; data: unknown }[] = [];
  const waiting = new Map<string, (data: unknown) => void>();
  socket.on("message", (text: Buffer) => {
    const { event, data } = JSON.parse(text.toString("utf8")) as { event?: string; data: unknown };
    if (event === undefined) return;
    const resolveWaiting = waiting.get(event);
    waiting.delete(event);
    if (resolveWaiting) resolveWaiting(data);
    else received.push({ event, data });
  });
  const closed = new Promise<number>((resolve) => {
    socket.on("close", (code) => resolve(code));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("message", () => resolve());
    void closed.then((code) => reject(new Error(`closed with ${code}`)));
    socket.once("error", reject);
  });
  return {
    /** Resolves with the close code. Rejects if the socket stays open. */
    get closed() {
      return inTime(closed, "close");
    },
    close: () => socket.close(),
    /** Resolves with the data of the next event of the given name. Rejects if none arrives. */
    next: (event: string): Promise<unknown> => {
      const index = received.findIndex((message) => message.event === event);
      if (index >= 0) return Promise.resolve(received.splice(index, 1)[0]?.data);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      waiting.set(event, resolve);
      return inTime(promise, `event ${event}`);
    },
  };
}
