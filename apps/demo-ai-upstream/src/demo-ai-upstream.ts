import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handleTranscription, audioModels } from "./demo-audio.ts";
import { DemoCalls } from "./demo-calls.ts";
import { handleChatCompletion } from "./demo-chat.ts";
import { BodyTooLarge, readBody, sendError, sendJson } from "./demo-reply.ts";

const maxChatBytes = 4_194_304;
/** The same limit as OpenAI (25 MiB); larger than what the portal accepts. */
const maxAudioBytes = 26_214_400;

const models = ["demo-standard", "demo-denkend", ...audioModels];

export type DemoAiUpstream = {
  /** Base URL for a provider record, for example `http://127.0.0.1:41235/v1`. */
  url: string;
  key: string;
  /** Aborts running calls and frees the port. */
  stop: () => Promise<void>;
};

/**
 * Starts the demonstration AI provider on this machine (see the README). Its answers are canned; no AI is
 * involved.
 *
 * @param options.port any free port when omitted
 * @param options.key bearer token that callers must send
 */
export async function startDemoAiUpstream(options: { port?: number; key: string }): Promise<DemoAiUpstream> {
  const calls = new DemoCalls();
  const server = createServer((request, response) => {
    handleRequest(request, response, options.key, calls).catch((error: unknown) => {
      if (!(error instanceof BodyTooLarge)) {
        response.destroy();
        return;
      }
      response.setHeader("connection", "close");
      sendError(response, 413, "the body is too large");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    key: options.key,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  calls: DemoCalls,
): Promise<void> {
  const disconnectController = new AbortController();
  response.on("close", () => {
    if (!response.writableEnded) disconnectController.abort();
  });
  if (!isKey(request.headers.authorization ?? "", key)) {
    sendError(response, 401, "the key is wrong");
    return;
  }
  switch (`${request.method} ${request.url?.split("?")[0]}`) {
    case "GET /v1/models":
      sendJson(response, 200, {
        object: "list",
        data: models.map((id) => ({ id, object: "model", created: 0, owned_by: "demonstration" })),
      });
      return;
    case "GET /v1/demo/calls":
      sendJson(response, 200, { data: calls.all });
      return;
    case "POST /v1/chat/completions": {
      const body = await readBody(request, maxChatBytes);
      const call = await handleChatCompletion(body.toString("utf8"), response, disconnectController.signal);
      if (call !== undefined) calls.add(call);
      return;
    }
    case "POST /v1/audio/transcriptions": {
      const body = await readBody(request, maxAudioBytes);
      const call = await handleTranscription(
        body,
        request.headers["content-type"] ?? "",
        response,
        disconnectController.signal,
      );
      if (call !== undefined) calls.add(call);
      return;
    }
    default:
      sendError(response, 404, "unknown endpoint");
  }
}

function isKey(header: string, key: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(header), hash(`Bearer ${key}`));
}
