import { audited, defineEndpoint, type Endpoint, notAudited } from "@praxisportal/contract/endpoint";
import { uuidSchema } from "@praxisportal/contract/identifiers";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { Caller, Credentials } from "../request-context/caller.ts";
import { readConfig } from "../config/config.ts";
import { deviceCookie } from "./origin/cookies.ts";
import { FileResponse } from "./calls/file-response.ts";
import { JsonText } from "./calls/handler.ts";
import { Registrar, type RegistrarDependencies } from "./registrar.ts";
import { unsavedKeyMessage } from "../idempotency/idempotency.ts";
import { createServer } from "./server.ts";

const organizationId = "01890000-0000-7000-8000-000000000001";
const publicUrl = new URL("http://localhost:8080");

const member: Caller = {
  personId: "01890000-0000-7000-8000-0000000000aa",
  sessionId: "01890000-0000-7000-8000-0000000000bb",
  deviceId: "01890000-0000-7000-8000-0000000000cc",
  kind: "client",
  platformRole: null,
  memberships: [
    {
      organizationId: organizationId,
      name: "Praxis Probe",
      type: "practice",
      organizationStatus: "active",
      isTrialOver: false,
      role: "viewer",
      permissions: ["users:read"],
      username: "mia",
    },
  ],
  startOrganizationId: organizationId,
  restriction: null,
  authenticatedAt: new Date(),
  secondFactorAt: null,
  hasSecondFactor: false,
  isDemo: false,
  idleExpiresAt: new Date(),
  absoluteExpiresAt: new Date(),
};

const echo = defineEndpoint({
  name: "probe.echo",
  summary: "Returns the given text",
  method: "POST",
  path: "/api/v1/probe/{id}/items/{item}",
  access: { who: "permission:users:read", scope: "own" },
  audit: audited("user.updated"),
  organizationFrom: "path",
  params: z.strictObject({ id: uuidSchema, item: z.string() }),
  query: z.strictObject({ limit: z.optional(z.string()) }),
  body: z.strictObject({ text: z.string(), list: z.optional(z.array(z.strictObject({ word: z.string() }))) }),
  responses: { 201: z.strictObject({ text: z.string() }) },
  errors: [],
});

const open = defineEndpoint({
  name: "probe.open",
  summary: "Without a session",
  method: "GET",
  path: "/api/v1/probe/open",
  access: { who: "public", scope: "-" },
  audit: notAudited("a read"),
  responses: { 200: z.strictObject({ person: z.nullable(z.string()) }) },
  errors: [],
});

const ownEndpoint = defineEndpoint({
  ...open,
  name: "probe.mine",
  path: "/api/v1/probe/mine",
  access: { who: "session", scope: "self" },
});

let app: FastifyInstance;
let registrar: Registrar;
let steps: string[];
let caller: Caller | undefined;
let resolvedCredentials: Credentials[];

const bound = { organization: (id: string) => ({ organizationId: id }) };
/** Database without idempotency keys. */
const noKeys = { ...bound, read: async () => [] };

function dependencies(): RegistrarDependencies {
  return {
    identityDb: bound as never,
    cookie: deviceCookie({ publicUrl, port: 8080 }),
    origins: new Set([publicUrl.origin]),
    resolveCaller: async (credentials) => {
      steps.push("session");
      resolvedCredentials.push(credentials);
      return caller;
    },
    resolveSession: async () => undefined,
    findLegacyCaller: () => undefined,
    findTicket: async () => undefined,
    consumeDownloadTicket: async () => undefined,
    recordActivity: async () => void steps.push("activity"),
    recordOrganizationOpened: async () => void steps.push("visit"),
    findOrganization: async () => undefined,
    requestHashKey: Buffer.alloc(32, 7),
    callLimits: readConfig({}).calls,
    log: pino({ level: "silent" }),
  };
}

beforeEach(() => {
  steps = [];
  resolvedCredentials = [];
  caller = member;
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
  registrar = new Registrar(app, dependencies());
  registrar.handle(echo, async ({ body }) => {
    steps.push("handler");
    return { text: body.text };
  });
  registrar.handle(open, async ({ context }) => ({ person: context.callerIfAny?.personId ?? null }));
  registrar.handle(ownEndpoint, async ({ context }) => ({ person: context.caller.personId }));
});
afterEach(() => app.close());

it("see R7x-11 logs an error for a call that does not save its idempotency key", async () => {
  const logged: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });
  const careless = new Registrar(app, { ...dependencies(), identityDb: noKeys as never, log });
  const endpoint = defineEndpoint({
    ...echo,
    name: "probe.careless",
    path: "/api/v1/probe/{id}/careless/{item}",
    replay: "none",
  });
  careless.handle(endpoint, async ({ body }) => ({ text: body.text }));
  const path = `/api/v1/probe/${organizationId}/careless/a`;
  expect((await post({ text: "a" }, {}, path)).status).toBe(201);
  expect(logged).toEqual([]);
  expect((await post({ text: "a" }, { "idempotency-key": "key" }, path)).status).toBe(201);
  expect(logged.join("")).toContain(unsavedKeyMessage);
  expect(logged.join("")).toContain("probe.careless");
});

describe("N78 a file that is being sent keeps the slot of its call", () => {
  const endpoint = defineEndpoint({
    ...ownEndpoint,
    name: "probe.file",
    path: "/api/v1/probe/file",
    file: true,
    responses: { 200: null },
  });
  let finish: () => void;
  let url: URL;
  let readings: { begun: number; ended: number };
  beforeEach(async () => {
    const limited = new Registrar(app, {
      ...dependencies(),
      callLimits: { perPerson: 1, perOrganization: 2, perProcess: 2 },
      fileStallMs: 300,
    });
    const finished = new Promise<void>((resolve) => (finish = resolve));
    limited.handle(endpoint, async () => new FileResponse("a.csv", "text/csv", chunksUntil(finished)));
    const large = { ...endpoint, name: "probe.large", path: "/api/v1/probe/large/{kind}" } as const;
    limited.handle(
      defineEndpoint({ ...large, params: z.strictObject({ kind: z.enum(["many", "one"]) }) }),
      async ({ params }) =>
        new FileResponse(
          "a.csv",
          "text/csv",
          megabytes(params.kind === "one" ? [50] : Array.from({ length: 50 }, () => 1)),
        ),
    );
    readings = { begun: 0, ended: 0 };
    url = new URL(endpoint.path, await app.listen({ host: "127.0.0.1", port: 0 }));
  });
  async function* chunksUntil(end: Promise<void>) {
    yield "a";
    await end;
  }
  async function* megabytes(sizes: readonly number[]) {
    readings.begun += 1;
    try {
      for (const size of sizes) yield "x".repeat(size * 1_000_000);
    } finally {
      readings.ended += 1;
    }
  }
  const download = async (signal?: AbortSignal) => fetch(url, signal && { signal });

  it("until it is sent", async () => {
    const file = await download();
    expect((await download()).status).toBe(429);
    finish();
    expect(await file.text()).toBe("a");
    await vi.waitFor(async () => expect((await download()).status).toBe(200), 10_000);
  });

  it("until its client has disconnected", async () => {
    const stop = new AbortController();
    expect((await download(stop.signal)).status).toBe(200);
    expect((await download()).status).toBe(429);
    stop.abort();
    await vi.waitFor(async () => expect((await download()).status).toBe(200), 10_000);
    finish();
  });

  it.each([
    ["is being read", "many"],
    ["was read to its end", "one"],
  ])("N80 until its client has made no progress for a while, if the file %s", async (_title, kind) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on("error", () => undefined);
    // Nothing reads from this connection.
    socket.write(`GET /api/v1/probe/large/${kind} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await vi.waitFor(() => expect(readings).toEqual({ begun: 1, ended: 1 }), 10_000);
    finish();
    await vi.waitFor(async () => expect((await download()).status).toBe(200), 10_000);
    socket.destroy();
  });

  it("N80 while its client waits for a slow file, and does not disconnect the client", async () => {
    const file = await download();
    const text = file.text();
    // The wait is longer than the limit.
    setTimeout(finish, 900);
    expect(await text).toBe("a");
  });
});

async function post(
  body: unknown,
  headers: Record<string, string> = {},
  path = `/api/v1/probe/${organizationId}/items/a`,
) {
  const response = await app.inject({
    method: "POST",
    url: path,
    headers: { authorization: "Bearer token", "content-type": "application/json", ...headers },
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    body: response.json<Record<string, unknown> & { errors?: unknown }>(),
  };
}

describe("a call", () => {
  it("returns the declared status with the handler's result", async () => {
    expect(await post({ text: "ja" })).toEqual({ status: 201, body: { text: "ja" } });
    expect(steps).toEqual(["session", "activity", "handler"]);
  });

  it("checks origin, session, restriction, organization and access before its input", async () => {
    const bad = { unknown: 1 };
    expect((await post(bad, { origin: "https://evil.example" })).body["code"]).toBe("CROSS_SITE_REQUEST");
    expect(steps).toEqual([]);
    caller = undefined;
    expect((await post(bad)).body["code"]).toBe("NOT_AUTHENTICATED");
    caller = { ...member, isDemo: true, restriction: "password_change" };
    expect((await post(bad, { "x-forwarded-for": "192.0.2.1" })).body["code"]).toBe("DEMO_LOCAL_ONLY");
    expect((await post(bad)).body["code"]).toBe("PASSWORD_CHANGE_REQUIRED");
    caller = { ...member, restriction: "two_factor_setup" };
    expect((await post(bad)).body["code"]).toBe("TWO_FACTOR_SETUP_REQUIRED");
    caller = { ...member, memberships: [] };
    expect((await post(bad)).body["code"]).toBe("NOT_FOUND");
    caller = {
      ...member,
      memberships: member.memberships.map((membership) => ({ ...membership, permissions: [] })),
    };
    expect((await post(bad)).body["code"]).toBe("FORBIDDEN");
    caller = member;
    expect((await post(bad)).body["code"]).toBe("VALIDATION_FAILED");
    expect(steps).not.toContain("handler");
    expect(steps).not.toContain("visit");
  });

  it("R5-46 rejects unknown fields in body and query by name, and bodies where none is expected", async () => {
    const inBody = await post({ text: "ja", role: "x", list: [{ word: "a", extra: 1 }] });
    expect(inBody).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
    expect(inBody.body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: "role", code: "unknownField" }),
        expect.objectContaining({ path: "list.0.extra", code: "unknownField" }),
      ]),
    );
    const inQuery = await post({ text: "ja" }, {}, `/api/v1/probe/${organizationId}/items/a?debug=1`);
    expect(inQuery.status).toBe(400);
    const unexpected = await app.inject({ url: "/api/v1/probe/open?debug=1" });
    expect([unexpected.statusCode, unexpected.json().errors[0].code]).toEqual([400, "unknownField"]);
  });

  it("rejects a NUL character in any text, and names its path", async () => {
    const path = `/api/v1/probe/${organizationId}/items/a`;
    for (const [body, url, place] of [
      [{ text: "a\0b" }, path, "text"],
      [{ text: "a", list: [{ word: "x" }, { word: "\0" }] }, path, "list.1.word"],
      [{ text: "a" }, `${path}?limit=%00`, "limit"],
      [{ text: "a" }, `${path}%00`, "item"],
    ] as const) {
      const response = await post(body, {}, url);
      expect(response).toMatchObject({
        status: 400,
        body: { errors: [{ path: place, code: "characters" }] },
      });
    }
    expect(steps).not.toContain("handler");
  });

  it("passes the bearer token unchanged, and accepts only one scheme and spelling", async () => {
    for (const authorization of ["Bearer abc", "bearer abc", "Basic abc", "Bearer", "abc"]) {
      await post({ text: "ja" }, { authorization });
    }
    expect(resolvedCredentials.map((credentials) => credentials.accessToken)).toEqual([
      "abc",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("does not extend the idle timeout if it has X-Background-Read", async () => {
    await post({ text: "ja" }, { "x-background-read": "1" });
    expect(steps).toEqual(["session", "handler"]);
  });
});

describe("calls without a session", () => {
  it("may use only public endpoints, which get the caller if there is one", async () => {
    caller = undefined;
    expect((await app.inject({ url: "/api/v1/probe/open" })).json()).toEqual({ person: null });
    expect((await app.inject({ url: "/api/v1/probe/mine" })).statusCode).toBe(401);
    caller = member;
    const knownResponse = await app.inject({
      url: "/api/v1/probe/open",
      headers: { "x-organization-id": "nonsense" },
    });
    expect(knownResponse.json()).toEqual({ person: member.personId });
  });
});

describe("text built by PostgreSQL", () => {
  it("is sent unchanged, as JSON", async () => {
    const raw = defineEndpoint({ ...open, name: "probe.raw", path: "/api/v1/probe/raw" });
    registrar.handle(raw, async () => new JsonText('{"person":   null}'));
    const response = await app.inject({ url: raw.path });
    expect(response.body).toBe('{"person":   null}');
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});

describe("declarations", () => {
  const handler = async () => ({ person: null });
  const declare = (changes: object) => () =>
    registrar.handle(
      { ...open, name: "probe.other", path: "/api/v1/probe/other", ...changes } as unknown as typeof open,
      handler,
    );

  it("prevent the start without a valid access rule", () => {
    expect(declare({ access: undefined })).toThrow(/no access rule/);
    expect(declare({ access: { who: "", scope: "-" } })).toThrow(/no access rule/);
    expect(declare({ access: { who: "role:boss", scope: "own" } })).toThrow(/unknown/);
  });

  it("prevent the start without an audit rule or a reason for having none", () => {
    expect(declare({ audit: undefined })).toThrow(/no audit rule/);
    expect(declare({ audit: notAudited("") })).toThrow(/no audit rule/);
    expect(declare({ method: "PUT", audit: notAudited("a read") })).toThrow(/gives no reason/);
  });

  it("need exactly one handler each", () => {
    expect(() => registrar.handle(open, handler)).toThrow(/two handlers/);
    const endpoints: Endpoint[] = [echo, open, ownEndpoint];
    expect(() => registrar.assertComplete(endpoints)).not.toThrow();
    expect(() => registrar.assertComplete([echo, open])).toThrow(/without endpoint: probe.mine/);
    expect(() => registrar.assertComplete([...endpoints, { ...open, name: "probe.missing" }])).toThrow(
      /without handler: probe.missing/,
    );
  });
});
