import { connect } from "node:net";

/** Response over a connection that the server closed. `text` is empty if there was no response. */
export type RawResponse = { status: number; text: string; body: string; ms: number };

/**
 * Sends raw bytes over its own connection and reads until the server closes it. Rejects if the connection is still open
 * after `waitMs`.
 */
export function sendRaw(baseUrl: string, bytes: string, waitMs = 10_000): Promise<RawResponse> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = "";
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`still open after ${waitMs} ms: ${text.slice(0, 300)}`));
    }, waitMs);
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (text += chunk));
    // A server that does not read the complete body resets the connection.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearTimeout(timer);
      const status = Number(/^HTTP\/1\.\d (\d+)/.exec(text)?.[1] ?? 0);
      const body = text.slice(text.indexOf("\r\n\r\n") + 4);
      resolve({ status, text, body, ms: performance.now() - begin });
    });
  });
}

/** Builds a request with a JSON body, which is shorter than its content-length if `announced` is larger. */
export function jsonRequest(
  method: string,
  target: string,
  body: string,
  { announced, headers = [] }: { announced?: number; headers?: readonly string[] } = {},
): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "host: localhost",
    "connection: close",
    "content-type: application/json",
    `content-length: ${announced ?? Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Connection that stays open. `isAnswered` is false if the server closed it without a response. */
export type OpenConnection = { isAnswered: boolean; close: () => void };

/** Opens a connection and makes one request on it. */
export function openConnection(baseUrl: string): Promise<OpenConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  socket.on("error", () => undefined);
  const close = () => void socket.destroy();
  return new Promise((resolve) => {
    socket.once("data", () => resolve({ isAnswered: true, close }));
    socket.once("close", () => resolve({ isAnswered: false, close }));
  });
}
