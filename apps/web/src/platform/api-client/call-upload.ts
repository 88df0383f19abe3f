import type { BodyInputOf, ResultOf } from "@praxisportal/contract/endpoint";
import { call } from "./call.ts";
import type { CallTarget, EndpointOf } from "./route.ts";
import type { Fetch } from "./transport.ts";

/** Bytes sent so far, and total bytes. */
export type UploadProgress = (sent: number, total: number) => void;

/** A file with its form fields, which are sent before it. */
export type Upload<T extends CallTarget> = {
  /** Name of the file's form field. */
  readonly name: string;
  readonly file: File;
  readonly fields: BodyInputOf<EndpointOf<T>>;
};

export type UploadOptions = {
  /** If absent, progress is not reported. */
  readonly onProgress?: UploadProgress;
  readonly signal?: AbortSignal;
  /** Timeout for the upload and the response together, in ms. The default is the timeout of every call. */
  readonly timeoutMs?: number;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Makes a call that uploads a file and, if requested, reports progress. Token, refresh and errors work as for every
 * call. Progress comes from XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws ApiError like any call, or the reason of `signal` if the caller aborts.
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
  const wire = { ...options, form, ...(onProgress && { fetch: uploading(onProgress) }) };
  const untyped = call as (target: T, options: object) => Promise<unknown>;
  return (await untyped(target, wire)) as ResultOf<EndpointOf<T>>;
}

/**
 * Returns a function like `fetch` that reports upload progress. Like `fetch`, it rejects with a TypeError if there is
 * no response.
 */
function uploading(onProgress: UploadProgress): Fetch {
  return (url, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
      request.addEventListener("load", () => resolve(responseOf(request)));
      request.addEventListener("error", () => reject(new TypeError("The upload failed")));
      request.addEventListener("abort", () => reject(signal?.reason));
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body as FormData);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const [name = "", ...value] = line.split(":");
    if (name.trim() !== "") headers.append(name.trim(), value.join(":").trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}
