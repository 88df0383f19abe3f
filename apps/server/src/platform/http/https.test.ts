import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { makeMember, makeOrganization, testPassword } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

let folder: string;
let testApp: TestApp;
let username: string | null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "praxisportal tls-"));
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost,IP:127.0.0.1",
      "-keyout",
      "tls.key",
      "-out",
      "tls.crt",
    ],
    { cwd: folder, stdio: "ignore" },
  );
  testApp = await createTestApp({
    TLS_CERT_FILE: join(folder, "tls.crt"),
    TLS_KEY_FILE: join(folder, "tls.key"),
  });
  const { id } = await makeOrganization(testApp);
  username = (await makeMember(testApp, id, "viewer")).username;
});
afterAll(async () => {
  await testApp.stop();
  rmSync(folder, { recursive: true, force: true });
});

type RawResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<RawResponse> {
  const { port } = new URL(testApp.baseUrl);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        headers,
        ca: readFileSync(join(folder, "tls.crt")),
        servername: "localhost",
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const json = { "content-type": "application/json" };

describe("a server with its own certificate", () => {
  it("see R7s-42 uses https and requires it for a year", async () => {
    const { status, headers } = await send("GET", "/healthz");
    expect(status).toBe(200);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });

  it("see R7s-39 R7s-42 binds the device cookie to this host and to https", async () => {
    const body = JSON.stringify({ username, password: testPassword });
    const { status, headers } = await send(
      "POST",
      "/api/v1/auth/login",
      { ...json, origin: testApp.origin, "sec-fetch-site": "same-origin" },
      body,
    );
    expect(status).toBe(200);
    const [cookie] = headers["set-cookie"] as string[];
    expect(cookie).toMatch(/^__Host-portal=[\w-]{40,}; /);
    for (const part of ["Secure", "HttpOnly", "SameSite=Strict", "Path=/"]) expect(cookie).toContain(part);
    expect(cookie).not.toMatch(/domain=/i);
  });

  it("see R7s-42 treats a page at the http address as cross-site", async () => {
    const body = JSON.stringify({ username, password: testPassword });
    const { status } = await send(
      "POST",
      "/api/v1/auth/login",
      { ...json, origin: "http://localhost:8080" },
      body,
    );
    expect(status).toBe(403);
  });

  it("accepts websockets with the same certificate", async () => {
    const body = JSON.stringify({ username, password: testPassword });
    const { accessToken } = JSON.parse((await send("POST", "/api/v1/auth/login", json, body)).body) as {
      accessToken: string;
    };
    const authorization = `Bearer ${accessToken}`;
    const issued = await send("POST", "/api/v1/auth/ws-ticket", { authorization });
    const { ticket } = JSON.parse(issued.body) as { ticket: string };
    const { port } = new URL(testApp.baseUrl);
    const socket = new WebSocket(`wss://localhost:${port}/ws?token=${ticket}`, {
      ca: readFileSync(join(folder, "tls.crt")),
    });
    const [message] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(message.toString("utf8"))).toMatchObject({ type: "auth", ok: true });
    socket.terminate();
    const plain = new WebSocket(`ws://localhost:${port}/ws?token=${ticket}`);
    await expect(once(plain, "open")).rejects.toThrow(/hang up|ECONNRESET/);
  });
});
