import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Agent, request } from "undici";

/**
 * The baseline of webhooks, which only signs bodies and posts them. `GET /?url=…&count=5000&parallel=40` sends them and
 * responds when all were accepted.
 */
const dispatcher = new Agent({ pipelining: 1 });
const key = randomBytes(32);

async function send(url: string): Promise<void> {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({
    id,
    type: "department.renamed",
    apiVersion: "2026-11-01",
    timestamp: new Date().toISOString(),
    organizationId: id,
    sequence: timestamp,
    data: { departmentId: id },
  });
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const response = await request(url, {
    method: "POST",
    dispatcher,
    headers: {
      "content-type": "application/json",
      "user-agent": "Praxisportal-Webhooks/1",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${signature}`,
    },
    body,
  });
  await response.body.text();
  if (response.statusCode !== 200) throw new Error(`the receiver answered ${response.statusCode}`);
}

async function sendAll(url: string, count: number, parallel: number): Promise<void> {
  let remaining = count;
  const sendNext = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1;
      await send(url);
    }
  };
  await Promise.all(Array.from({ length: parallel }, sendNext));
}

createServer((incoming, response) => {
  const { searchParams: parameters } = new URL(incoming.url ?? "/", "http://localhost");
  void sendAll(
    String(parameters.get("url")),
    Number(parameters.get("count")),
    Number(parameters.get("parallel")),
  ).then(
    () => response.end("sent"),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
