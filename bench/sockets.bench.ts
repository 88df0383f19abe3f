import { WebSocket } from "ws";
import { startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";

const sockets = 10_000;
const connectingAtOnce = 100;

/** One change told to ten thousand open pages, and what each of them costs. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const open: WebSocket[] = [];
  try {
    const { accessToken } = await portal.signIn("inhaberin");
    const address = `${portal.baseUrl.replace("http", "ws")}/ws?token=${accessToken}`;
    const before = portal.memoryMb();
    while (open.length < sockets) {
      open.push(...(await Promise.all(Array.from({ length: connectingAtOnce }, () => connect(address)))));
    }
    const kbPerSocket = ((portal.memoryMb() - before) * 1024) / sockets;
    const received = open.map((socket) => new Promise((resolve) => socket.once("message", resolve)));
    const startedAt = performance.now();
    await fetch(`${portal.baseUrl}/api/v1/users/me`, {
      method: "PUT",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ phone: "+49 30 5555" }),
    });
    await Promise.all(received);
    return [
      {
        subject: `a change to the last of ${sockets} sockets, the call included`,
        value: performance.now() - startedAt,
        unit: "ms",
        must: { max: 300 },
      },
      { subject: "server memory per socket", value: kbPerSocket, unit: "KB", must: { max: 15 } },
    ];
  } finally {
    for (const socket of open) socket.terminate();
    await portal.stop();
  }
}

function connect(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.once("open", () => resolve(socket));
    socket.once("error", reject);
  });
}
