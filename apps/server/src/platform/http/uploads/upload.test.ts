import { once } from "node:events";
import { request as openRequest } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { AddressInfo } from "node:net";
import { defineEndpoint, notAudited } from "@praxisportal/contract/endpoint";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { readConfig } from "../../config/config.ts";
import { deviceCookie } from "../origin/cookies.ts";
import { Registrar } from "../registrar.ts";
import { createServer } from "../server.ts";
import { inTime } from "../../../../test/in-time.ts";

const publicUrl = new URL("http://localhost:8080");
const take = defineEndpoint({
  name: "probe.take",
  summary: "Takes a file",
  method: "POST",
  path: "/api/v1/probe/file",
  access: { who: "public", scope: "-" },
  audit: notAudited("a probe that changes nothing"),
  upload: "file",
  body: z.strictObject({ word: z.optional(z.string()) }),
  responses: { 200: z.strictObject({ size: z.int(), maxSize: z.int() }) },
  errors: ["UPLOAD_MALFORMED", "FILE_MUST_BE_LAST", "UPLOAD_TIMEOUT"],
});

const times = { idleMs: 60, totalMs: 400, minimumRate: { bytesPerSecond: 10, windowMs: 100 } };
const patient = { idleMs: 60_000, totalMs: 60_000 };

let app: FastifyInstance;
let port: number;

beforeEach(async () => {
  app = createServer({
    config: {
      publicUrl,
      tls: undefined,
      analyticsUrl: undefined,
      trustedProxies: 0,
      limits: readConfig({}).limits,
    },
    log: pino({ level: "silent" }),
  });
  const registrar = new Registrar(app, {
    identityDb: {} as never,
    cookie: deviceCookie({ publicUrl, port: 8080 }),
    origins: new Set([publicUrl.origin]),
    resolveCaller: async () => undefined,
    resolveSession: async () => undefined,
    findLegacyCaller: () => undefined,
    findTicket: async () => undefined,
    consumeDownloadTicket: async () => undefined,
    recordActivity: async () => undefined,
    recordOrganizationOpened: async () => undefined,
    findOrganization: async () => undefined,
    requestHashKey: Buffer.alloc(32, 7),
    callLimits: readConfig({}).calls,
    log: pino({ level: "silent" }),
    sendingTimes: times,
  });
  registrar.handle(take, async ({ file }) => {
    let size = 0;
    for await (const chunk of file.chunks()) size += chunk.length;
    return { size, maxSize: file.maxSize };
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(() => app.close());

const head =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: audio/wav\r\n\r\n';

function open(headers: Record<string, string | number> = {}) {
  const clientRequest = openRequest({
    port,
    host: "127.0.0.1",
    path: take.path,
    method: "POST",
    agent: false,
    headers: { "content-type": "multipart/form-data; boundary=b", ...headers },
  });
  const response = new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
    clientRequest.on("error", reject);
    clientRequest.on("response", (incoming) => {
      let text = "";
      incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode, code: (JSON.parse(text) as { code?: string }).code }),
      );
    });
  });
  response.catch(() => undefined);
  return { sent: clientRequest, response };
}

describe("a form that is read as it arrives", () => {
  it.each([
    ["before the file", "--b\r\n"],
    ["inside the file", `${head}RIFF`],
    ["before the end", `${head}RIFF\r\n--b`],
  ])("see R5-43 is aborted if the client stalls %s", async (_, begin) => {
    const { sent, response } = open();
    sent.write(begin);
    expect(await response).toEqual({ status: 408, code: "UPLOAD_TIMEOUT" });
    sent.destroy();
  });

  it("see R5-43 is aborted if the client sends single bytes and takes too long", async () => {
    const { sent, response } = open();
    sent.write(head);
    const drip = setInterval(() => sent.write("x"), 15);
    expect(await response).toEqual({ status: 408, code: "UPLOAD_TIMEOUT" });
    clearInterval(drip);
    sent.destroy();
  });

  it("N63 is aborted if the client keeps it open with occasional bytes", async () => {
    const { idleMs, totalMs } = times;
    Object.assign(times, patient);
    const { sent, response } = open();
    sent.write(head);
    // About 60 bytes a second satisfy the minimum rate, one byte every 200 ms does not.
    const drip = setInterval(() => sent.write("x"), 200);
    expect(await inTime(response, "response")).toEqual({ status: 408, code: "UPLOAD_TIMEOUT" });
    clearInterval(drip);
    sent.destroy();
    Object.assign(times, { idleMs, totalMs });
  });

  it("N63 is accepted over a slow connection above the minimum rate", async () => {
    const { idleMs, totalMs } = times;
    Object.assign(times, patient);
    const { sent, response } = open();
    sent.write(head);
    for (let at = 0; at < 20; at += 1) {
      sent.write("RIFF");
      await setTimeout(15);
    }
    sent.end("\r\n--b--\r\n");
    expect((await response).status).toBe(200);
    Object.assign(times, { idleMs, totalMs });
  });

  it("see R5-43 lets a rejected client read the response while it is still sending", async () => {
    const { sent, response } = open({ "content-length": 3_000_000 });
    sent.write(`--b\r\ncontent-disposition: form-data; name="other"; filename="a"\r\n\r\n`);
    const remaining = Buffer.alloc(50_000);
    for (let at = 0; at < 40; at += 1) if (!sent.write(remaining)) await once(sent, "drain");
    expect(await response).toEqual({ status: 400, code: "VALIDATION_FAILED" });
    sent.destroy();
  });

  it("see R5-43 disconnects a client that never stops sending", async () => {
    const { sent, response } = open();
    sent.write("unsinn\r\n\r\n".repeat(10));
    expect(await response).toEqual({ status: 400, code: "UPLOAD_MALFORMED" });
    const closed = once(sent, "close");
    sent.on("error", () => undefined);
    const remaining = Buffer.alloc(1_000_000);
    const flood = () => {
      if (sent.destroyed) return;
      sent.write(remaining, () => flood());
    };
    flood();
    await closed;
    expect(sent.destroyed).toBe(true);
  });

  it("see R5-43 passes the maximum size of its file to the handler", async () => {
    const body = Buffer.from(`${head}RIFF\r\n--b--\r\n`);
    const response = await fetch(`http://127.0.0.1:${port}${take.path}`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body,
    });
    expect(await response.json()).toEqual({ size: 4, maxSize: body.length });
  });
});
