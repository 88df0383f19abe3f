import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dispatcher } from "undici";
import { expect, it } from "vitest";
import { createOutgoingAgent } from "../../../platform/outgoing/outgoing-agent.ts";
import { failureOf } from "./call-problems.ts";
import { ProviderRequest } from "./provider-request.ts";
import { openaiChat } from "../wire/openai-chat.ts";

/** Calls an address through the guarded agent. Returns the end and the number of attempts. */
async function send(origin: string, allowsLoopback: boolean, totalTimeoutMs = 60_000) {
  const agent = createOutgoingAgent({ allowedOrigins: new Set(), allowsLoopback });
  let attempts = 0;
  const counting: Pick<Dispatcher, "dispatch"> = {
    dispatch: (options, handler) => {
      attempts += 1;
      return agent.dispatch(options, handler);
    },
  };
  try {
    const providerRequest = new ProviderRequest({
      dispatcher: counting as Dispatcher,
      target: { wire: openaiChat("openai"), baseUrl: `${origin}/v1`, key: "k" },
      input: { model: "probe-1", maxTokens: 10, stream: false, prompt: "Hallo" },
      onText: () => undefined,
      pausesMs: [0, 0],
      totalTimeoutMs,
    });
    const end = await providerRequest.run();
    if (end.kind !== "failed") throw new Error(end.kind);
    return { code: failureOf(end), attempts };
  } finally {
    await agent.destroy();
  }
}

it.each(["https://10.0.0.1", "https://127.0.0.1", "http://example.org", "https://localhost:8443"])(
  "N45 a request to a forbidden address is not retried: %s",
  async (origin) => {
    expect(await send(origin, false)).toEqual({ code: "AI_PROVIDER_FAILED", attempts: 1 });
  },
);

it("N45 a request to an unreachable address is tried three times", async () => {
  // No server listens on this port.
  expect(await send("http://127.0.0.1:1", true)).toEqual({ code: "AI_PROVIDER_FAILED", attempts: 3 });
});

it("a request to a provider that never completes its response is not retried after its timeout", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(drip));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(await send(`http://127.0.0.1:${port}`, true, 300)).toEqual({
    code: "AI_PROVIDER_FAILED",
    attempts: 1,
  });
  server.closeAllConnections();
  server.close();
});
