import { type AddressInfo, createServer, type LookupFunction } from "node:net";
import type { ConnectorOptions } from "../../src/platform/outgoing/guarded-connector.ts";
import { createOutgoingAgent } from "../../src/platform/outgoing/outgoing-agent.ts";
import { OutgoingRefusedError, type OutgoingRules } from "../../src/platform/outgoing/outgoing-rules.ts";

/** Starts a sink that listens on every loopback address of this machine and counts connections. */
export async function startSink() {
  const received = { port: 0, connections: 0, bytes: 0 };
  const servers = ["127.0.0.1", "::1"].map((host) => ({
    host,
    server: createServer((socket) => {
      received.connections += 1;
      socket.on("data", (data) => {
        received.bytes += data.length;
      });
      socket.on("error", () => undefined);
    }),
  }));
  for (const { host, server } of servers) {
    await new Promise<void>((resolve) => {
      // On a machine without IPv6, there is only an IPv4 sink.
      server.once("error", () => resolve()).listen(received.port, host, resolve);
    });
    received.port = (server.address() as AddressInfo | null)?.port ?? received.port;
  }
  const listening = servers.map(({ server }) => server).filter((server) => server.listening);
  return {
    received,
    stop: () => Promise.all(listening.map((server) => new Promise((resolve) => server.close(resolve)))),
  };
}

/** Returns a resolver that returns the given answers in turn and then repeats the last one. */
export function resolver(...answers: (readonly string[])[]): LookupFunction & { queryCount: number } {
  const lookup: LookupFunction & { queryCount: number } = Object.assign(
    ((_hostname, _options, callback) => {
      const addresses = answers[Math.min(lookup.queryCount, answers.length - 1)] ?? [];
      lookup.queryCount += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    }) satisfies LookupFunction,
    { queryCount: 0 },
  );
  return lookup;
}

/** Returns the outcome of a call as text: the reason of the refusal, `answered <status>`, or the error. */
export async function outcome(
  origin: string,
  rules: OutgoingRules,
  options?: ConnectorOptions,
): Promise<string> {
  const agent = createOutgoingAgent(rules, options);
  try {
    const { statusCode, body } = await agent.request({ origin, path: "/", method: "POST", body: "geheim" });
    await body.dump();
    return `answered ${statusCode}`;
  } catch (error) {
    return error instanceof OutgoingRefusedError ? error.reason : String(error);
  } finally {
    await agent.destroy();
  }
}
