import { once } from "node:events";
import { request } from "node:http";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export const boundary = "----probe7d3f";

export type TestPart = {
  name: string;
  /** If set, the part is a file. */
  fileName?: string;
  type?: string;
  content: string | Buffer;
};

/** Encodes a part like a browser. */
export function partBytes({ name, fileName, type, content }: TestPart): Buffer {
  const file = fileName === undefined ? "" : `; filename="${fileName}"`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n` +
    `${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")]);
}

export const formEnd = Buffer.from(`--${boundary}--\r\n`);

export function formBytes(parts: readonly TestPart[]): Buffer {
  return Buffer.concat([...parts.map(partBytes), formEnd]);
}

/**
 * Returns a WAV recording of 16 bits, 16,000 Hz and one channel, with a header of 44 bytes and 32,000 bytes per second.
 */
export function wavOf(sizeBytes: number): Buffer {
  const wav = Buffer.alloc(sizeBytes, 1);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(sizeBytes - 8, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(sizeBytes - 44, 40);
  return wav;
}

/** Returns the start of a browser's recording, padded to a size. */
export function webmOf(sizeBytes: number, filling = "\0"): Buffer {
  const head = Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d", "hex");
  return Buffer.concat([head, Buffer.alloc(sizeBytes - head.length, filling)]);
}

export type RawResponse = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> };

/** Sends a raw body in pieces, between which the test can act. Without a length, the body is chunked. */
export function openUpload(
  testApp: TestApp,
  client: TestClient,
  options: { path?: string; length?: number; type?: string } = {},
) {
  const clientRequest = request(new URL(options.path ?? "/api/ai/transcribe", testApp.baseUrl), {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${client.accessToken ?? ""}`,
      "content-type": options.type ?? `multipart/form-data; boundary=${boundary}`,
      ...(options.length === undefined ? {} : { "content-length": options.length }),
    },
  });
  const response = new Promise<RawResponse>((resolve, reject) => {
    clientRequest.on("error", reject);
    clientRequest.on("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (text += chunk));
      incoming.on("end", () => {
        const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
      });
      incoming.on("error", reject);
    });
  });
  // A test may end without awaiting it.
  response.catch(() => undefined);
  return {
    response,
    async write(chunk: Buffer): Promise<void> {
      if (!clientRequest.write(chunk)) await once(clientRequest, "drain");
    },
    end: () => void clientRequest.end(),
    leave: () => void clientRequest.destroy(),
  };
}

/** Sends a complete body in pieces of a given size. */
export async function sendUpload(
  testApp: TestApp,
  client: TestClient,
  body: Buffer,
  options: { isChunked?: boolean; chunkBytes?: number; type?: string; path?: string } = {},
): Promise<RawResponse> {
  const { isChunked = false, chunkBytes = 65_536, ...uploadOptions } = options;
  const upload = openUpload(testApp, client, {
    ...uploadOptions,
    ...(isChunked ? {} : { length: body.length }),
  });
  const write = async () => {
    for (let at = 0; at < body.length; at += chunkBytes)
      await upload.write(body.subarray(at, at + chunkBytes));
    upload.end();
  };
  // A request that is rejected early may be aborted while the client is still sending.
  const [response] = await Promise.all([
    upload.response,
    Promise.race([write(), upload.response.catch(() => undefined)]),
  ]);
  return response;
}
