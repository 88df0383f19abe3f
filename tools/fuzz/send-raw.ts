import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Framing } from "./request-cases.ts";

/** A raw request. `headers` are sent unchanged, names included. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  readonly framing: Framing;
}

/** The response; `status` is 0 when the connection ended without one. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** From the first byte sent to the end of the connection. */
  readonly ms: number;
}

/** Time after which an open connection without a response counts as hanging. */
const hangTimeoutMs = 10_000;

/**
 * Sends a request over its own connection and reads until the server closes it. Nothing is normalized, so requests that
 * a client library would reject reach the server. Rejects when the server hangs for `waitMs`.
 */
export async function sendRaw(
  port: number,
  request: RawRequest,
  waitMs = hangTimeoutMs,
): Promise<RawResponse> {
  const startedAt = performance.now();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.setNoDelay(true);
  const chunks: Buffer[] = [];
  const connectionEnded = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no response after ${waitMs} ms`));
    }, waitMs);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A server may reset the connection after its response to discard the rest of the body.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  for (const segment of segmentsOf(request)) {
    if (socket.destroyed) break;
    if (segment === "pause") await sleep(2);
    else socket.write(segment);
  }
  // Send half a request and close the connection. The server must notice that the client has disconnected.
  if (request.framing === "aborted" || request.framing === "longer") socket.end();
  await connectionEnded;
  return { ...parseResponse(Buffer.concat(chunks)), ms: performance.now() - startedAt };
}

function* segmentsOf({ method, target, headers, body, framing }: RawRequest): Generator<Buffer | "pause"> {
  const isChunked = framing === "chunked" || framing === "drops";
  const length = declaredLength(body?.length ?? 0, framing);
  const size: (readonly [string, string])[] = [];
  if (body !== undefined) {
    size.push(isChunked ? ["transfer-encoding", "chunked"] : ["content-length", String(length)]);
  }
  const lines = [...headers, ...size, ["connection", "close"] as const].map(
    ([name, value]) => `${name}: ${value}`,
  );
  yield Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, "utf8");
  if (body === undefined) return;
  if (framing === "aborted") return yield body.subarray(0, Math.floor(body.length / 2));
  if (!isChunked) return yield body;
  const bodyChunks = framing === "drops" ? splitBody(body) : [body];
  for (const bodyChunk of bodyChunks) {
    if (bodyChunk.length === 0) continue;
    yield Buffer.concat([
      Buffer.from(`${bodyChunk.length.toString(16)}\r\n`),
      bodyChunk,
      Buffer.from("\r\n"),
    ]);
    if (framing === "drops") yield "pause";
  }
  yield Buffer.from("0\r\n\r\n");
}

function declaredLength(length: number, framing: Framing): number {
  if (framing === "longer") return length + 100;
  return framing === "shorter" ? Math.max(0, length - 3) : length;
}

function splitBody(body: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / 4));
  return [0, 1, 2, 3].map((index) => body.subarray(index * size, (index + 1) * size));
}

function parseResponse(bytes: Buffer): Omit<RawResponse, "ms"> {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return { status: 0, headers: {}, text: bytes.toString("utf8") };
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const bodyBytes = bytes.subarray(end + 4);
  // "100 Continue" precedes the final response.
  if (status < 200) return parseResponse(bodyBytes);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colonIndex = line.indexOf(":");
      return [line.slice(0, colonIndex).toLowerCase(), line.slice(colonIndex + 1).trim()];
    }),
  );
  const body =
    headers["transfer-encoding"] === "chunked" ? joinChunks(bodyBytes) : splitHead(bodyBytes, headers);
  return { status, headers, text: body.toString("utf8") };
}

/** Cuts the text to the announced length. Bytes after it belong to the response to a second request. */
function splitHead(rest: Buffer, headers: Record<string, string>): Buffer {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isNaN(length) ? rest : rest.subarray(0, length);
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let position = 0;
  while (position < bytes.length) {
    const line = bytes.indexOf("\r\n", position);
    const size = Number.parseInt(bytes.subarray(position, line).toString("latin1"), 16);
    if (line === -1 || !(size > 0)) break;
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    position = line + 2 + size + 2;
  }
  return Buffer.concat(chunks);
}
