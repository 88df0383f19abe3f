import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer, connect, type LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ConnectorOptions } from "./guarded-connector.ts";
import { createOutgoingAgent } from "./outgoing-agent.ts";
import { OutgoingRefusedError, type OutgoingRules } from "./outgoing-rules.ts";

/** Counts everything that reaches this machine through any of its addresses. */
let connections = 0;
let bytes = 0;
let sinkPort = 0;
const sinks = ["127.0.0.1", "::1"].map((host) => ({
  host,
  server: createServer((socket) => {
    connections += 1;
    socket.on("data", (data) => {
      bytes += data.length;
    });
    socket.on("error", () => undefined);
  }),
}));
let web: Server;
let webOrigin = "";

beforeAll(async () => {
  for (const { host, server } of sinks) {
    await new Promise<void>((resolve) => {
      // A machine without IPv6 has only one sink.
      server.once("error", () => resolve()).listen(sinkPort, host, resolve);
    });
    sinkPort = (server.address() as AddressInfo | null)?.port ?? sinkPort;
  }
  web = createHttpServer((request, response) => {
    if (request.url === "/weiter")
      response.writeHead(302, { location: `http://127.0.0.1:${sinkPort}/` }).end();
    else response.end("da");
  });
  await new Promise<void>((resolve) => {
    web.listen(0, "127.0.0.1", resolve);
  });
  webOrigin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const server of [...sinks.map((sink) => sink.server), web].filter((each) => each.listening)) {
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
});
beforeEach(() => {
  connections = 0;
  bytes = 0;
});

const strict = (): OutgoingRules => ({
  allowedOrigins: new Set(),
  allowsLoopback: false,
  // The sink's port is allowed, so that only the address can be the reason.
  ports: new Set([443, sinkPort]),
});

/** A resolver that returns these answers in turn and then repeats the last one. */
function resolver(...answers: (readonly string[])[]): LookupFunction & { asked: number } {
  const lookup: LookupFunction & { asked: number } = Object.assign(
    ((_hostname, _options, callback) => {
      const found = answers[Math.min(lookup.asked, answers.length - 1)] ?? [];
      lookup.asked += 1;
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    }) satisfies LookupFunction,
    { asked: 0 },
  );
  return lookup;
}

/** Returns why a call failed: the reason of the refusal, or the error as text. */
async function outcome(origin: string, rules: OutgoingRules, options?: ConnectorOptions): Promise<string> {
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

/** Spellings of internal addresses; {port} is the sink's port. */
const inside = [
  ["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001"],
  ["0x7f.0x0.0x0.0x1", "127.000.000.001", "127.255.255.254", "0", "0.0.0.0", "00", "0x0"],
  ["１２７.0.0.1", "①②⑦.0.0.1", "127。0。0。1", "127.0.0.1.", "%31%32%37.0.0.1"],
  ["10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166"],
  [
    "168.63.129.16",
    "100.100.100.200",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "240.0.0.1",
  ],
  ["[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"],
  ["[::ffff:10.0.0.1]", "[::ffff:169.254.169.254]", "[64:ff9b::127.0.0.1]", "[64:ff9b::a9fe:a9fe]"],
  ["[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001:0:7f00:1::]", "[fe80::1]"],
  ["[fc00::1]", "[fd00:ec2::254]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[::ffff:0:127.0.0.1]"],
  ["localhost", "LOCALHOST", "localhost.", "a.localhost", "datenbank", "drucker.local", "db.internal"],
].flat();

describe("outgoing calls", () => {
  it.each(inside)("N45 to %s are refused without a connection", async (host) => {
    for (const scheme of ["https", "http"]) {
      const found = await outcome(`${scheme}://${host}:${sinkPort}`, strict());
      expect(["address", "name", "scheme"], `${scheme}: ${found}`).toContain(found);
    }
    expect(connections).toBe(0);
  });

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
      const origin = `https://harmlos.example.org:${sinkPort}`;
      for (const answer of [[address], ["93.184.216.34", address], [address, "93.184.216.34"]]) {
        expect(await outcome(origin, strict(), { lookup: resolver(answer) })).toBe("address");
      }
      expect(connections).toBe(0);
    },
  );

  it("N45 resolve once and connect to the checked address, so that a changing answer has no effect", async () => {
    const rules = { ...strict(), allowedOrigins: new Set([`http://ki.example.org:${sinkPort}`]) };
    const origin = `http://ki.example.org:${sinkPort}`;
    // The first lookup is allowed and a second one would be rejected, so the call must use a single lookup.
    const lookup = resolver(["127.0.0.1"], ["169.254.169.254"]);
    const agent = createOutgoingAgent(rules, { lookup });
    const call = agent.request({ origin, path: "/", method: "GET", headersTimeout: 300 });
    await expect(call).rejects.toThrow("Headers Timeout");
    expect(lookup.asked).toBe(1);
    expect(connections).toBe(1);
    // The next connection resolves again and is rejected entirely.
    await expect(agent.request({ origin, path: "/", method: "GET" })).rejects.toThrow(OutgoingRefusedError);
    expect(lookup.asked).toBe(2);
    expect(connections).toBe(1);
    await agent.destroy();
  });

  it("N45 are refused to a name that was public before and is now internal", async () => {
    const origin = `https://wechselt.example.org:${sinkPort}`;
    const lookup = resolver(["192.0.2.1"], ["127.0.0.1"], ["::1"]);
    for (let round = 0; round < 4; round += 1) {
      expect(await outcome(origin, strict(), { lookup })).toBe("address");
    }
    expect(connections).toBe(0);
  });

  it("N45 check the peer before a byte is written, whatever the lookup returned", async () => {
    const options: ConnectorOptions = {
      // A connector that connects elsewhere than requested.
      tcp: () => (_target, callback) => {
        const socket = connect(sinkPort, "127.0.0.1", () => callback(null, socket));
      },
    };
    expect(await outcome(`https://aussen.example.org:${sinkPort}`, strict(), options)).toBe("address");
    expect(connections).toBe(1);
    expect(bytes).toBe(0);
  });

  it("N45 are refused on other ports and over http", async () => {
    const rules = { ...strict(), ports: new Set([443]) };
    expect(await outcome(`https://93.184.216.34:${sinkPort}`, rules)).toBe("port");
    expect(await outcome("http://93.184.216.34", rules)).toBe("scheme");
    expect(await outcome("http://93.184.216.34:443", rules)).toBe("scheme");
  });

  it("N45 reach an origin that the operator allowed, and not its neighbour", async () => {
    const rules = { ...strict(), allowedOrigins: new Set([webOrigin]) };
    expect(await outcome(webOrigin, rules)).toBe("answered 200");
    expect(await outcome(webOrigin.replace("127.0.0.1", "127.0.0.2"), rules)).toBe("scheme");
    expect(await outcome(`http://127.0.0.1:${sinkPort}`, rules)).toBe("scheme");
    expect(await outcome(webOrigin, { ...strict(), allowsLoopback: true })).toBe("answered 200");
    expect(connections).toBe(0);
  });

  it("N45 follow no redirect", async () => {
    const agent = createOutgoingAgent({ ...strict(), allowedOrigins: new Set([webOrigin]) });
    const { statusCode, body } = await agent.request({ origin: webOrigin, path: "/weiter", method: "GET" });
    await body.dump();
    expect(statusCode).toBe(302);
    expect(connections).toBe(0);
    await agent.close();
  });

  it("N45 keep connections for the next call", async () => {
    const agent = createOutgoingAgent({ ...strict(), allowsLoopback: true });
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
