import { createHash, randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { WebSocket } from "ws";
import { type BenchPortal, startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const sockets = scaled(10_000, 40);
const parallelConnections = scaled(100, 20);
/** The server's limit of sockets per session. */
const socketsPerSession = 20;

/** Measures the time for one change to reach ten thousand open sockets, and the memory per socket. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal({ MAX_SOCKETS_PER_PERSON: "0", MAX_SOCKETS_PER_ORGANIZATION: "0" });
  const openSockets: WebSocket[] = [];
  try {
    const { accessToken } = await portal.signIn("inhaberin");
    const tokens = await signInAgain(portal, accessToken, sockets / socketsPerSession);
    const addressOf = (index: number) =>
      `${portal.baseUrl.replace("http", "ws")}/ws?token=${tokens[Math.floor(index / socketsPerSession)] ?? ""}`;
    const before = portal.memoryMb();
    while (openSockets.length < sockets) {
      const from = openSockets.length;
      const indices = Array.from({ length: parallelConnections }, (_none, index) => from + index);
      openSockets.push(...(await Promise.all(indices.map((index) => connect(addressOf(index))))));
    }
    const kbPerSocket = ((portal.memoryMb() - before) * 1024) / sockets;
    const received = openSockets.map((socket) => new Promise((resolve) => socket.once("message", resolve)));
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
        budget: { max: 300 },
      },
      { subject: "server memory per socket", value: kbPerSocket, unit: "KB", budget: { max: 15 } },
    ];
  } finally {
    for (const socket of openSockets) socket.terminate();
    await portal.stop();
  }
}

/** Inserts further sessions of the same person directly into the database. Returns their access tokens. */
async function signInAgain(portal: BenchPortal, accessToken: string, count: number): Promise<string[]> {
  const hashOf = (token: string) => createHash("sha256").update(token).digest();
  const newTokens = Array.from({ length: count }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString("base64url"),
  }));
  const ids = newTokens.map(({ id }) => id);
  const client = new pg.Client({ connectionString: await portal.databaseUrl("owner") });
  await client.connect();
  try {
    await client.query("insert into device (id, kind) select id, 'client' from unnest($1::uuid[]) id", [ids]);
    await client.query(
      `insert into session (id, person_id, device_id, start_organization_id, absolute_expires_at)
       select made.id, s.person_id, made.id, s.start_organization_id, s.absolute_expires_at
       from unnest($1::uuid[]) as made (id), access_token t join session s on s.id = t.session_id
       where t.token_hash = $2`,
      [ids, hashOf(accessToken)],
    );
    await client.query(
      `insert into access_token (token_hash, session_id, expires_at)
       select hash, id, now() + interval '1 hour' from unnest($1::bytea[], $2::uuid[]) as made (hash, id)`,
      [newTokens.map(({ token }) => hashOf(token)), ids],
    );
  } finally {
    await client.end();
  }
  return newTokens.map(({ token }) => token);
}

/** Opens a socket. Resolves when the server has accepted the token. Later messages are live updates. */
function connect(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.once("message", () => resolve(socket));
    socket.once("close", (code) => reject(new Error(`closed with ${code}`)));
    socket.once("error", reject);
  });
}
