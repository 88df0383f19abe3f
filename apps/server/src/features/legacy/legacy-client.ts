import { legacyAnswerMaxBytes } from "@praxisportal/contract/limits";
import type { Logger } from "pino";
import { type Dispatcher, request } from "undici";

/** Reason why a call has no usable response. */
type LegacyFailure = "connection" | "malformed" | "oversized" | "status" | "timeout";

/** `status` is missing when there was no complete response; `body` is undefined unless the call succeeded. */
export type LegacyResponse = { status?: number; body: unknown };

type CallOptions = {
  timeoutMs: number;
  token?: string;
  /** Sent as JSON with POST. Without it the call is a GET. */
  body?: unknown;
};

type Dependencies = { url: URL; dispatcher: Dispatcher; log: Logger };

/**
 * Calls the legacy practice server at its configured origin. Follows no redirects. The log names the call and the kind
 * of failure, never what was sent or received.
 */
export class LegacyClient {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Makes one call. Never rejects: a failure is a response without a body. */
  async call(path: `/api/${string}`, { timeoutMs, token, body }: CallOptions): Promise<LegacyResponse> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const logFailure = (failure: LegacyFailure, status?: number): LegacyResponse => {
      this.#dependencies.log.warn({ call: path, failure, ...(status && { status }) }, "legacy: call failed");
      return { body: undefined, ...(status && { status }) };
    };
    try {
      const response = await request(new URL(path, this.#dependencies.url), {
        method: body === undefined ? "GET" : "POST",
        dispatcher: this.#dependencies.dispatcher,
        headers: {
          accept: "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: timeout,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const { statusCode } = response;
      const text = await readText(response.body);
      if (statusCode !== 200) return logFailure("status", statusCode);
      if (text === undefined) return logFailure("oversized");
      const parsed = parseJson(text);
      return parsed === undefined ? logFailure("malformed") : { status: statusCode, body: parsed };
    } catch {
      return logFailure(timeout.aborted ? "timeout" : "connection");
    }
  }
}

/** Returns undefined, and ends the connection, when the body is too large. */
async function readText(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > legacyAnswerMaxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
