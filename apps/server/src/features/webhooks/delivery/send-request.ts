import type { WebhookFailure } from "@praxisportal/contract/webhooks/webhook-deliveries.schema";
import { type Dispatcher, errors, request } from "undici";
import { OutgoingRefusedError } from "../../../platform/outgoing/outgoing-rules.ts";

/** Maximum duration of an attempt. The agent limits the connection to 5 s. */
const totalMs = 15_000;
const storedBodyMaxBytes = 1_024;

/** Request as it is sent. */
export type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string };

export type AttemptResult = {
  failure: WebhookFailure | null;
  status: number | null;
  durationMs: number;
  /** First 1,024 bytes of the response body. */
  answer: string | null;
  /** The header `Retry-After`. */
  retryAfter: string | null;
};

type Options = { dispatcher: Dispatcher; signal?: AbortSignal; timeoutMs?: number };

/** Sends one request and reads the beginning of its response. Follows no redirects. Rejects only if `signal` aborts. */
export async function sendRequest(
  { url, headers, body }: WebhookRequest,
  { dispatcher, signal, timeoutMs = totalMs }: Options,
): Promise<AttemptResult> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const finish = (result: Omit<AttemptResult, "durationMs">): AttemptResult => ({
    ...result,
    durationMs: Math.round(performance.now() - startedAt),
  });
  let status: number | null = null;
  try {
    const response = await request(url, {
      method: "POST",
      dispatcher,
      headers,
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    status = response.statusCode;
    const answer = await readBeginning(response.body);
    const retryAfter = response.headers["retry-after"];
    return finish({
      failure: statusFailure(status),
      status,
      answer,
      retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    });
  } catch (error) {
    signal?.throwIfAborted();
    return finish({ failure: failureOf(error, timeout.aborted), status, answer: null, retryAfter: null });
  }
}

/** Reads up to 1,024 bytes as text, and closes the connection without reading further. */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= storedBodyMaxBytes) break;
  }
  // The database cannot store NUL characters.
  return Buffer.concat(chunks)
    .subarray(0, storedBodyMaxBytes)
    .toString("utf8")
    .replaceAll("\u0000", "\uFFFD");
}

function statusFailure(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function failureOf(error: unknown, isTimedOut: boolean): WebhookFailure {
  if (error instanceof OutgoingRefusedError) return "refused";
  return isTimedOut || error instanceof errors.ConnectTimeoutError ? "timeout" : "connection";
}
