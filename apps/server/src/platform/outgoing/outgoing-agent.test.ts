import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, resolver, startSink } from "../../../test/outgoing/outgoing-probe.ts";
import type { ConnectorOptions } from "./guarded-connector.ts";
import { createOutgoingAgent } from "./outgoing-agent.ts";
import { OutgoingRefusedError, type OutgoingRules } from "./outgoing-rules.ts";

let sink: Awaited<ReturnType<typeof startSink>>;
let web: Server;
let webOrigin = "";

beforeAll(async () => {
  sink = await startSink();
  web = createHttpServer((request, response) => {
    if (request.url === "/weiter")
      response.writeHead(302, { location: `http://127.0.0.1:${sink.received.port}/` }).end();
    else response.end("da");
  });
  await new Promise<void>((resolve) => {
    web.listen(0, "127.0.0.1", resolve);
  });
  webOrigin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await sink.stop();
  await new Promise((resolve) => {
    web.close(resolve);
  });
});
beforeEach(() => {
  sink.received.connections = 0;
  sink.received.bytes = 0;
});

const strictRules = (): OutgoingRules => ({
  allowedOrigins: new Set(),
  allowsLoopback: false,
  // The sink's port is allowed, so that only the address can be the reason for a refusal.
  ports: new Set([443, sink.received.port]),
});

describe("outgoing calls", () => {
  it.each([
    "127.0.0.1",
    "::1",
    "10.0.0.1",
    "169.254.169.254",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
  ])(
    "N45 to a name that resolves to %s, alone or together with a public address, are refused",
    async (address) => {
      const origin = `https://harmlos.example.org:${sink.received.port}`;
      for (const answer of [[address], ["93.184.216.34", address], [address, "93.184.216.34"]]) {
        expect(await outcome(origin, strictRules(), { lookup: resolver(answer) })).toBe("address");
      }
      expect(sink.received.connections).toBe(0);
    },
  );

  it("N45 resolve once and connect to the checked address, so that a changing answer has no effect", async () => {
    const rules = {
      ...strictRules(),
      allowedOrigins: new Set([`http://ki.example.org:${sink.received.port}`]),
    };
    const origin = `http://ki.example.org:${sink.received.port}`;
    // The first lookup is allowed and a second one would be rejected, so the call must use a single lookup.
    const lookup = resolver(["127.0.0.1"], ["169.254.169.254"]);
    const agent = createOutgoingAgent(rules, { lookup });
    const call = agent.request({ origin, path: "/", method: "GET", headersTimeout: 300 });
    await expect(call).rejects.toThrow("Headers Timeout");
    expect(lookup.queryCount).toBe(1);
    expect(sink.received.connections).toBe(1);
    // The next connection resolves again and is rejected entirely.
    await expect(agent.request({ origin, path: "/", method: "GET" })).rejects.toThrow(OutgoingRefusedError);
    expect(lookup.queryCount).toBe(2);
    expect(sink.received.connections).toBe(1);
    await agent.destroy();
  });

  it("N45 are refused to a name that was public before and is now internal", async () => {
    const origin = `https://wechselt.example.org:${sink.received.port}`;
    const lookup = resolver(["192.0.2.1"], ["127.0.0.1"], ["::1"]);
    for (let round = 0; round < 4; round += 1) {
      expect(await outcome(origin, strictRules(), { lookup })).toBe("address");
    }
    expect(sink.received.connections).toBe(0);
  });

  it("N45 check the peer before any byte is written, regardless of the lookup", async () => {
    const options: ConnectorOptions = {
      // The connector connects to another address than requested.
      tcp: () => (_target, callback) => {
        const socket = connect(sink.received.port, "127.0.0.1", () => callback(null, socket));
      },
    };
    expect(await outcome(`https://aussen.example.org:${sink.received.port}`, strictRules(), options)).toBe(
      "address",
    );
    expect(sink.received.connections).toBe(1);
    expect(sink.received.bytes).toBe(0);
  });

  it("N45 are refused on other ports and over http", async () => {
    const rules = { ...strictRules(), ports: new Set([443]) };
    expect(await outcome(`https://93.184.216.34:${sink.received.port}`, rules)).toBe("port");
    expect(await outcome("http://93.184.216.34", rules)).toBe("scheme");
    expect(await outcome("http://93.184.216.34:443", rules)).toBe("scheme");
  });

  it("N45 reach an origin that the operator allowed, but not its neighbor", async () => {
    const rules = { ...strictRules(), allowedOrigins: new Set([webOrigin]) };
    expect(await outcome(webOrigin, rules)).toBe("answered 200");
    expect(await outcome(webOrigin.replace("127.0.0.1", "127.0.0.2"), rules)).toBe("scheme");
    expect(await outcome(`http://127.0.0.1:${sink.received.port}`, rules)).toBe("scheme");
    expect(await outcome(webOrigin, { ...strictRules(), allowsLoopback: true })).toBe("answered 200");
    expect(sink.received.connections).toBe(0);
  });

  it("N45 follow no redirects", async () => {
    const agent = createOutgoingAgent({ ...strictRules(), allowedOrigins: new Set([webOrigin]) });
    const { statusCode, body } = await agent.request({ origin: webOrigin, path: "/weiter", method: "GET" });
    await body.dump();
    expect(statusCode).toBe(302);
    expect(sink.received.connections).toBe(0);
    await agent.close();
  });

  it("N45 keep connections for the next call", async () => {
    const agent = createOutgoingAgent({ ...strictRules(), allowsLoopback: true });
    const ports = new Set<number | undefined>();
    web.on("request", (request) => ports.add(request.socket.remotePort));
    for (let round = 0; round < 10; round += 1) {
      const { body } = await agent.request({ origin: webOrigin, path: "/", method: "GET" });
      expect(await body.text()).toBe("da");
    }
    // A second connection may open while the first returns to the pool.
    expect(ports.size).toBeLessThanOrEqual(2);
    await agent.close();
  });
});
