import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import type { Dispatcher } from "undici";
import type { S3Credentials } from "../../platform/config/cloud-sync-settings.ts";
import { OutgoingRefusedError } from "../../platform/outgoing/outgoing-rules.ts";
import type { SpooledFile } from "./spooled-file.ts";
import { SyncFailure } from "./sync-failure.ts";
import type { SyncTarget } from "./sync-target.ts";

/** In ms. The storage may take a while to respond after the last byte of a large file. */
const headersTimeout = 120_000;
const bodyTimeout = 30_000;
/** Maximum duration of a transfer, in ms. */
const totalMs = 90 * 60_000;

const emptySha256 = createHash("sha256").digest("hex");

type Options = {
  /** Files are sent below this address. A user in it is sent as basic authentication. */
  url: URL;
  s3: S3Credentials | undefined;
  /** The agent that checks outgoing calls. */
  dispatcher: Dispatcher;
};

/**
 * Keeps archives on a web server by PUT, or in S3-compatible storage, where requests are signed (SigV4). A file is sent
 * with its length and hash, so that the server never stores an incomplete one.
 */
export class WebTarget implements SyncTarget {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async store(name: string, file: SpooledFile, signal: AbortSignal): Promise<void> {
    const headers = {
      "content-type": "application/octet-stream",
      "content-length": String(file.bytes),
      "content-digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
    };
    const status = await this.#send("PUT", name, headers, file.sha256, signal, file.read());
    if (status === 413) throw new SyncFailure("too_large", "the storage responded with 413");
    if (status === 507) throw new SyncFailure("no_space", "the storage responded with 507");
    if (status < 200 || status > 299)
      throw new SyncFailure("rejected", `the storage responded with ${status}`);
  }

  async remove(name: string, signal: AbortSignal): Promise<void> {
    const status = await this.#send("DELETE", name, {}, emptySha256, signal);
    if ((status < 200 || status > 299) && status !== 404 && status !== 410)
      throw new SyncFailure("rejected", `the storage responded with ${status}`);
  }

  /** Returns the status of the response. */
  async #send(
    method: "PUT" | "DELETE",
    name: string,
    headers: Readonly<Record<string, string>>,
    sha256: string,
    signal: AbortSignal,
    body?: Readable,
  ): Promise<number> {
    const url = this.#addressOf(name);
    try {
      const { statusCode, body: response } = await this.#options.dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { ...headers, ...(await this.#authorization(method, url, sha256)) },
        ...(body !== undefined && { body }),
        headersTimeout,
        bodyTimeout,
        signal: AbortSignal.any([signal, AbortSignal.timeout(totalMs)]),
      });
      await response.dump();
      return statusCode;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutgoingRefusedError) throw error;
      throw new SyncFailure("unreachable", "the storage did not respond", { cause: error });
    } finally {
      body?.destroy();
    }
  }

  #addressOf(name: string): URL {
    const url = new URL(this.#options.url);
    url.pathname = `${url.pathname.replace(/\/$/, "")}/${name}`;
    return url;
  }

  async #authorization(method: string, url: URL, sha256: string): Promise<Record<string, string>> {
    const { s3 } = this.#options;
    const { username, password } = this.#options.url;
    if (s3 !== undefined) {
      const { headers } = await new AwsV4Signer({
        ...s3,
        method,
        url: url.href,
        headers: { "x-amz-content-sha256": sha256 },
        service: "s3",
      }).sign();
      return Object.fromEntries(headers);
    }
    if (username === "") return {};
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { authorization: `Basic ${Buffer.from(user).toString("base64")}` };
  }
}
