import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, resolver, startSink } from "../../../test/outgoing/outgoing-probe.ts";
import { readConfig } from "../config/config.ts";
import { createOutgoingAgent } from "./outgoing-agent.ts";
import { checkOutgoingUrl, OutgoingRefusedError, type OutgoingRules } from "./outgoing-rules.ts";

let sink: Awaited<ReturnType<typeof startSink>>;
/** Receiver that redirects into the network. It counts as public, because the operator allows it. */
let receiver: Server;
let receiverOrigin = "";
let target = "";

beforeAll(async () => {
  sink = await startSink();
  receiver = createServer((request, response) => {
    response.writeHead(Number(request.headers["x-status"] ?? 204), { location: target }).end();
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve);
  });
  receiverOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await sink.stop();
  await new Promise((resolve) => {
    receiver.close(resolve);
  });
});
beforeEach(() => {
  sink.received.connections = 0;
  sink.received.bytes = 0;
});

/** Returns the rules of webhooks and cloud sync. The sink's port is allowed, so that a refusal has another reason. */
function rulesOf(allow: string): OutgoingRules {
  const { deliveryTargets } = readConfig(allow === "" ? {} : { OUTGOING_ALLOW: allow });
  return { ...deliveryTargets, ports: new Set([443, 8443, sink.received.port]) };
}

/** Settings of the operator. The addresses that they allow must not open any others. */
const settings = ["", "https://labor.praxis.lan:8443,http://192.168.77.9:9000,10.77.0.0/16,fd77::/16"];

/** Hosts in every notation of an internal address. */
const hosts = {
  "loopback in every notation": [
    ["127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "127.000.000.001", "127.0.0.1."],
    ["2130706433", "0x7f000001", "0X7F000001", "0x7f.1", "0x7f.0x0.0x0.0x1", "0x7f.0.1", "0x07f.1"],
    ["0177.0.0.1", "017700000001", "0177.1", "0177.0x0.0.1", "00000177.0.0.1", "127.0x1", "127.65535"],
  ],
  "this host": ["0", "0.0.0.0", "00", "0x0", "0.0.0.1", "[::]", "[::0]", "[0:0:0:0:0:0:0:0]"],
  "other scripts and escapes": [
    ["１２７.0.0.1", "①②⑦.0.0.1", "127。0。0。1", "127｡0｡0｡1", "127．0．0．1", "%31%32%37.0.0.1"],
    [
      "𝟏𝟐𝟕.0.0.1",
      "ⓛocalhost",
      "ｌｏｃａｌｈｏｓｔ",
      "loc%61lhost",
      "①⓪.0.0.1",
      "①⑨②.①⑥⑧.0.1",
      "169｡254｡169｡254",
    ],
  ],
  "private networks": [
    ["10.0.0.1", "10.255.255.255", "10.1", "167772161", "0x0a000001", "012.0.0.1", "172.16.0.1"],
    ["172.31.255.254", "0xac100001", "192.168.0.1", "192.168.1", "3232235521", "0xc0a80001", "0300.0250.0.1"],
    ["192.168.77.9", "10.76.255.255", "10.78.0.0"],
  ],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.254", "1681915905", "0x64400001"],
  "link-local and metadata services": [
    ["169.254.169.254", "169.254.0.1", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "169.16689662"],
    ["0xa9.0xfe.0xa9.0xfe", "169.254.170.2", "168.63.129.16", "100.100.100.200", "192.0.0.192"],
  ],
  "ranges without hosts": [
    ["224.0.0.1", "239.255.255.250", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.51.100.1"],
    ["203.0.113.1", "198.18.0.1", "198.19.255.254", "192.88.99.1", "192.0.0.8"],
  ],
  "IPv6 inside": [
    ["[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0.0.0.1]", "[fe80::1]", "[febf::1]", "[fec0::1]"],
    [
      "[fc00::1]",
      "[fdff:ffff::1]",
      "[fd78::1]",
      "[fd00:ec2::254]",
      "[ff02::1]",
      "[ff0e::1]",
      "[2001:db8::1]",
    ],
    ["[3fff::1]", "[5f00::1]", "[100::1]", "[4000::1]"],
  ],
  "IPv4-mapped and IPv4-compatible": [
    ["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::FFFF:0:0]", "[::127.0.0.1]"],
    ["[::ffff:10.0.0.1]", "[::ffff:192.168.0.1]", "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]"],
    ["[::ffff:100.64.0.1]", "[::ffff:0:127.0.0.1]", "[::a00:1]"],
  ],
  NAT64: [
    ["[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]", "[64:ff9b::a9fe:a9fe]"],
    ["[64:ff9b::192.168.0.1]", "[64:ff9b:1::7f00:1]", "[64:ff9b:1:ffff::10.0.0.1]", "[64:ff9b::]"],
  ],
  "6to4 and Teredo": [
    ["[2002:7f00:1::]", "[2002:a00:1::1]", "[2002:c0a8:1::1]", "[2002:a9fe:a9fe::1]"],
    [
      "[2001::1]",
      "[2001:0:7f00:1::]",
      "[2001:0:a9fe:a9fe::1]",
      "[2001:0:808:808:0:0:80ff:fffe]",
      "[2001:10::1]",
    ],
  ],
  "names that are valid only inside": [
    ["localhost", "LOCALHOST", "localhost.", "a.localhost", "localhost.localdomain", "datenbank"],
    ["drucker.local", "db.internal", "metadata.google.internal", "metadata", "fritz.box.home.arpa"],
    ["server.lan", "server.corp", "nas.home", "praxis.intranet", "praxis.private", "labor.praxis.lan"],
  ],
};
const literals = Object.entries(hosts).flatMap(([kind, groups]) =>
  groups.flat().map((host) => ({ kind, host })),
);

/** Addresses with the reason for their refusal. {port} is the sink's port. */
const addresses = [
  ["credentials", "https://user@harmlos.example.org:{port}/"],
  ["credentials", "https://user:geheim@harmlos.example.org:{port}/"],
  ["credentials", "https://:geheim@harmlos.example.org:{port}/"],
  ["credentials", "https://harmlos.example.org@127.0.0.1:{port}/"],
  ["credentials", "https://harmlos.example.org%2f@127.0.0.1:{port}/"],
  ["credentials", "https://10.77.0.1@127.0.0.1:{port}/"],
  ["address", "https://127.0.0.1:{port}\\@harmlos.example.org/"],
  ["address", "https://127.0.0.1:{port}#@harmlos.example.org/"],
  ["address", "https://127.0.0.1:{port}?@harmlos.example.org/"],
  ["address", "https:127.0.0.1:{port}/"],
  ["address", "https:\\\\127.0.0.1:{port}/"],
  ["address", "https:///127.0.0.1:{port}/"],
  ["address", " https://127.0.0.1:{port}/"],
  ["address", "ht\ntps://127.0.\t0.1:{port}/"],
  ["address", "HTTPS://127.0.0.1:{port}/"],
  ["port", "https://93.184.216.34:22/"],
  ["port", "https://93.184.216.34:25/"],
  ["port", "https://93.184.216.34:80/"],
  ["port", "https://93.184.216.34:5432/"],
  ["port", "https://93.184.216.34:6379/"],
  ["port", "https://harmlos.example.org:9000/"],
  ["scheme", "http://93.184.216.34/"],
  ["scheme", "http://93.184.216.34:443/"],
  ["scheme", "ftp://93.184.216.34/"],
  ["scheme", "gopher://127.0.0.1:{port}/_GET"],
  ["scheme", "file:///etc/passwd"],
  ["scheme", "unix:/var/run/docker.sock"],
  ["scheme", "data:text/plain,x"],
  ["scheme", "ws://127.0.0.1:{port}/"],
  ["scheme", "blob:https://127.0.0.1:{port}/x"],
  ["invalid", "https://[::1/"],
  ["invalid", "https://[fe80::1%25eth0]:{port}/"],
  ["invalid", "https://256.256.256.256:{port}/"],
  ["invalid", "https://127.0.0.1.1.1:{port}/"],
  ["invalid", "https://0x100000000:{port}/"],
  ["invalid", "https://127.0.0.1:99999/"],
  ["invalid", "//127.0.0.1:{port}/"],
  ["invalid", ""],
] as const;

/** Responses of a name server, one list for each query. */
const dnsResponses = [
  ["a name that resolves to loopback", [["127.0.0.1"]]],
  ["a name that resolves to loopback over IPv6", [["::1"]]],
  ["a name that resolves to a private address", [["192.168.0.1"]]],
  ["a name that resolves outside the allowed network", [["10.78.0.1"]]],
  ["a name that resolves outside the allowed IPv6 network", [["fd78::1"]]],
  ["a name that resolves to a carrier's address", [["100.64.0.1"]]],
  ["a name that resolves to a metadata service", [["169.254.169.254"]]],
  ["a name that resolves to the metadata service of AWS over IPv6", [["fd00:ec2::254"]]],
  ["a name that resolves to a link-local address", [["fe80::1"]]],
  ["a name that resolves to an IPv4-mapped address", [["::ffff:127.0.0.1"]]],
  ["a name that resolves to a NAT64 address", [["64:ff9b::7f00:1"]]],
  ["a name that resolves to a 6to4 address", [["2002:7f00:1::"]]],
  ["a name that resolves to a Teredo address", [["2001:0:7f00:1::"]]],
  ["a name that resolves to nothing", [[]]],
  ["a public address before an internal one", [["93.184.216.34", "127.0.0.1"]]],
  ["a public address after an internal one", [["127.0.0.1", "93.184.216.34"]]],
  ["an allowed address before an internal one", [["10.77.0.1", "127.0.0.1"]]],
  ["a public IPv4 address beside an internal IPv6 one", [["93.184.216.34", "::1"]]],
  ["a name server that rebinds after the first query", [["127.0.0.1"], ["93.184.216.34"]]],
  ["a name server that alternates", [["192.168.0.1"], ["127.0.0.1"], ["::1"]]],
] as const;

describe("the corpus of addresses and tricks", () => {
  it("N45 has at least 120 different entries", () => {
    const entries = [
      ...literals.map(({ host }) => host),
      ...addresses.map(String),
      ...dnsResponses.map(String),
    ];
    expect(new Set(entries).size).toBe(entries.length);
    expect(entries.length).toBeGreaterThanOrEqual(120);
  });

  it.each(literals)(
    "N45 see R7n-18 refuses $host ($kind) when it is saved and at the connection",
    async ({ host }) => {
      for (const rules of settings.map(rulesOf)) {
        for (const scheme of ["https", "http"]) {
          const origin = `${scheme}://${host}:${sink.received.port}`;
          expect(() => checkOutgoingUrl(`${origin}/eingang`, rules)).toThrow(OutgoingRefusedError);
          expect(["address", "name", "scheme"], scheme).toContain(await outcome(origin, rules));
        }
      }
      expect(sink.received.connections).toBe(0);
    },
  );

  it.each(addresses)("N45 refuses an address with a wrong %s: %j", async (reason, address) => {
    for (const rules of settings.map(rulesOf)) {
      const value = address.replace("{port}", String(sink.received.port));
      expect(() => checkOutgoingUrl(value, rules)).toThrow(`outgoing call refused: ${reason}`);
    }
  });

  it.each(dnsResponses)(
    "N45 R7n-18 refuses %s even if it was accepted when it was saved",
    async (_trick, found) => {
      const origin = `https://harmlos.example.org:${sink.received.port}`;
      for (const rules of settings.map(rulesOf)) {
        expect(checkOutgoingUrl(origin, rules).origin).toBe(origin);
        expect(await outcome(origin, rules, { lookup: resolver(...found) })).toBe("address");
      }
      expect(sink.received.connections).toBe(0);
    },
  );

  it.each([301, 302, 303, 307, 308])(
    "N45 does not follow a redirect with %d into the network",
    async (status) => {
      const agent = createOutgoingAgent(rulesOf(receiverOrigin));
      for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
        target = `http://${host}:${sink.received.port}/`;
        const headers = { "x-status": String(status) };
        const { statusCode, body } = await agent.request({
          origin: receiverOrigin,
          path: "/",
          method: "POST",
          headers,
        });
        await body.dump();
        expect(statusCode).toBe(status);
      }
      expect(sink.received.connections).toBe(0);
      await agent.close();
    },
  );
});

describe("OUTGOING_ALLOW", () => {
  it("R0-299 allows only the listed origin or network, and no other port, scheme, name or address", async () => {
    const rules = rulesOf(`${receiverOrigin},http://labor.praxis.lan:9000`);
    expect(await outcome(receiverOrigin, rules)).toBe("answered 204");
    expect(checkOutgoingUrl("http://labor.praxis.lan:9000/eingang", rules).pathname).toBe("/eingang");
    expect(await outcome(receiverOrigin.replace("127.0.0.1", "127.0.0.2"), rules)).toBe("scheme");
    expect(await outcome(receiverOrigin.replace("http:", "https:"), rules)).toBe("port");
    expect(await outcome(`http://127.0.0.1:${sink.received.port}`, rules)).toBe("scheme");
    for (const neighbor of ["http://labor.praxis.lan:9001", "http://a.labor.praxis.lan:9000"]) {
      expect(() => checkOutgoingUrl(neighbor, rules)).toThrow(OutgoingRefusedError);
    }
    expect(sink.received.connections).toBe(0);

    // A listed network is allowed on any port, even by a name.
    const { port } = new URL(receiverOrigin);
    const inNetwork = { ...rulesOf("127.0.0.0/30,fd12::/16"), ports: new Set([443, Number(port)]) };
    expect(await outcome(receiverOrigin, inNetwork)).toBe("answered 204");
    expect(await outcome(`http://[::ffff:127.0.0.1]:${port}`, inNetwork)).toBe("answered 204");
    expect(checkOutgoingUrl("https://[fd12::1]:9443/eingang", inNetwork).port).toBe("9443");
    expect(await outcome(`http://127.0.0.4:${port}`, inNetwork)).toBe("scheme");
    expect(await outcome("https://[fd13::1]", inNetwork)).toBe("address");
    const origin = `https://labor.example.org:${port}`;
    // The connection is made, but the receiver does not speak TLS.
    expect(await outcome(origin, inNetwork, { lookup: resolver(["127.0.0.1"]) })).toMatch(/SSL|TLS/);
    expect(await outcome(origin, inNetwork, { lookup: resolver(["127.0.0.5"]) })).toBe("address");
    const unencrypted = origin.replace("https", "http");
    expect(await outcome(unencrypted, inNetwork, { lookup: resolver(["127.0.0.1"]) })).toBe("scheme");
  });

  it("N45 never allows a link-local address or a metadata service, even in a listed network", async () => {
    const rules = rulesOf("0.0.0.0/0,::/0,http://169.254.169.254");
    for (const host of ["169.254.169.254", "168.63.129.16", "0.0.0.0", "[fe80::1]", "[fd00:ec2::254]"]) {
      expect(await outcome(`https://${host}`, rules)).toBe("address");
      const lookup = resolver([host.replaceAll(/[[\]]/g, "")]);
      expect(await outcome("https://metadaten.example.org", rules, { lookup })).toBe("address");
    }
  });
});
