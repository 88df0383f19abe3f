import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOutgoingAgent } from "./outgoing-agent.ts";

const trusted = getCACertificates("default");
let folder = "";
let server: Server;
let port = 0;
let servedNames: (string | false | undefined)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "praxisportal outgoing-"));
  const file = (name: string) => join(folder, name);
  execFileSync(
    "openssl",
    [
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ["-subj", "/CN=ki.praxis.example", "-addext", "subjectAltName=DNS:ki.praxis.example"],
      ["-keyout", file("key.pem"), "-out", file("cert.pem")],
    ].flat(),
    { stdio: "ignore" },
  );
  const cert = readFileSync(file("cert.pem"), "utf8");
  setDefaultCACertificates([...trusted, cert]);
  server = createServer({ cert, key: readFileSync(file("key.pem")) }, (request, response) => {
    servedNames.push(
      "servername" in request.socket ? (request.socket.servername as string | false) : undefined,
    );
    response.end("da");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

/** Resolves every name to this machine. */
const lookup: LookupFunction = (_hostname, _options, callback) => {
  callback(null, [{ address: "127.0.0.1", family: 4 }]);
};

async function get(name: string): Promise<string> {
  servedNames = [];
  const origin = `https://${name}:${port}`;
  const agent = createOutgoingAgent({ allowedOrigins: new Set([origin]), allowsLoopback: false }, { lookup });
  try {
    const { body } = await agent.request({ origin, path: "/", method: "GET" });
    return await body.text();
  } finally {
    await agent.destroy();
  }
}

it("N45 uses TLS with the requested name on the checked connection", async () => {
  expect(await get("ki.praxis.example")).toBe("da");
  expect(servedNames).toEqual(["ki.praxis.example"]);
});

it("N45 rejects a certificate for another name", async () => {
  await expect(get("andere.praxis.example")).rejects.toThrow("does not match certificate's altnames");
  expect(servedNames).toEqual([]);
});

it("N45 rejects an untrusted certificate", async () => {
  setDefaultCACertificates(trusted);
  await expect(get("ki.praxis.example")).rejects.toThrow("self-signed certificate");
  expect(servedNames).toEqual([]);
});
