import type { BodyInputOf, ResultOf } from "@praxisportal/contract/endpoint";
import { call } from "./call.ts";
import type { CallTarget, EndpointOf } from "./route.ts";
import type { Fetch } from "./transport.ts";

/** Bytes that have left this browser, and all there are. */
export type UploadProgress = (sent: number, total: number) => void;

/** A file with the fields of its form, which are sent before it. */
export type Upload<T extends CallTarget> = {
  /** What the form calls the file. */
  readonly name: string;
  readonly file: File;
  readonly fields: BodyInputOf<EndpointOf<T>>;
};

export type UploadOptions = {
  readonly onProgress: UploadProgress;
  readonly signal: AbortSignal;
  /** How long sending and answering may take together, in ms. */
  readonly timeoutMs: number;
};

/**
 * Makes a call that carries a file, and tells how much of it has left. Token, refresh and refusals are those of every
 * call. `fetch` knows nothing of what was sent, so this one goes out by the older way, with the same result.
 * @throws ApiError like any call; the reason of `signal` if the caller gave up.
 */
export async function callUpload<T extends CallTarget>(
  target: T,
  { name, file, fields }: Upload<T>,
  { onProgress, ...options }: UploadOptions,
): Promise<ResultOf<EndpointOf<T>>> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields ?? {}))
    if (typeof value === "string") form.set(field, value);
  form.set(name, file, file.name);
  const wire = { ...options, form, fetch: uploading(onProgress) };
  const untyped = call as (target: T, options: object) => Promise<unknown>;
  return (await untyped(target, wire)) as ResultOf<EndpointOf<T>>;
}

/** A fetch that tells of progress. Rejects like fetch does: with a TypeError when nobody answered. */
function uploading(onProgress: UploadProgress): Fetch {
  return (url, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
      request.addEventListener("load", () => resolve(answerOf(request)));
      request.addEventListener("error", () => reject(new TypeError("The upload failed")));
      request.addEventListener("abort", () => reject(signal?.reason));
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body as FormData);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const [name = "", ...value] = line.split(":");
    if (name.trim() !== "") headers.append(name.trim(), value.join(":").trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}
