import { connect, type Socket } from "node:net";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { problemSchema } from "@praxisportal/contract/errors";
import { jsonSchemaOf } from "@praxisportal/contract/json-schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAttempts, makeMember, makeOrganization, testPassword } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let client: TestClient;
let organization: string;
beforeAll(async () => {
  testApp = await createTestApp();
  organization = (await makeOrganization(testApp)).id;
  client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organization, "org_admin"));
});
afterAll(() => testApp.stop());

type Sent = { method?: string; path: string; body?: string; headers?: Record<string, string> };

/** Sends a request and returns status, headers and the validated problem. */
async function problemOf({ method = "POST", path, body, headers = {} }: Sent) {
  const response = await client.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  expect(response.headers.get("content-type"), text).toBe("application/problem+json; charset=utf-8");
  const problem = problemSchema.parse(JSON.parse(text));
  expect(problem.status).toBe(response.status);
  expect(problem.type).toBe(`urn:praxisportal:problem:${problem.code}`);
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/);
  return { status: response.status, headers: response.headers, problem };
}

const json = { "content-type": "application/json" };
const login = "/api/v1/auth/login";
const me = "/api/v1/users/me";
const usersOf = (query: string) => `/api/v1/organizations/${organization}/users?${query}`;

describe("an invalid request body", () => {
  it.each([
    ["not JSON", "{nope", 400, "MALFORMED_JSON"],
    ["half a document", '{"username":"a"', 400, "MALFORMED_JSON"],
    ["a lone word", "hello", 400, "MALFORMED_JSON"],
    ["__proto__", '{"__proto__":{"isAdmin":true},"username":"a","password":"b"}', 400, "MALFORMED_JSON"],
    ["constructor.prototype", '{"constructor":{"prototype":{"a":1}}}', 400, "MALFORMED_JSON"],
    ["an empty object", "{}", 400, "VALIDATION_FAILED"],
    ["an array", "[]", 400, "VALIDATION_FAILED"],
    ["null", "null", 400, "VALIDATION_FAILED"],
    ["a string", '"text"', 400, "VALIDATION_FAILED"],
    ["wrong types", '{"username":1,"password":{}}', 400, "VALIDATION_FAILED"],
    ["arrays instead of strings", '{"username":["a"],"password":["b"]}', 400, "VALIDATION_FAILED"],
    ["deep nesting", `{"username":${"[".repeat(8_000)}${"]".repeat(8_000)}}`, 400, "VALIDATION_FAILED"],
  ])("R7x-08 R8-69 (%s) is reported with its status and code", async (_title, body, status, code) => {
    const { problem } = await problemOf({ path: login, body, headers: json });
    expect(problem.status).toBe(status);
    expect(problem.code).toEqual(code);
  });

  it("R8-69 has every field, with the path of the request and its id", async () => {
    const path = "/api/v1/organizations/01890000-0000-7000-8000-000000000000/users";
    const { problem } = await problemOf({ method: "GET", path, headers: { "x-request-id": "anfrage-1" } });
    expect(problem).toEqual({
      type: "urn:praxisportal:problem:NOT_FOUND",
      title: "Nicht gefunden",
      status: 404,
      detail: "Nicht gefunden",
      instance: path,
      code: "NOT_FOUND",
      message: "Nicht gefunden",
      requestId: "anfrage-1",
    });
  });

  it("R5-46 R8-70 names every unknown field", async () => {
    const { problem } = await problemOf({
      method: "PUT",
      path: me,
      headers: json,
      body: JSON.stringify({ isAdmin: true, personalInfo: { firstName: "Mia", role: "super_admin" } }),
    });
    expect(problem.code).toBe("VALIDATION_FAILED");
    const faults = problem.errors?.map(({ path, code }) => `${path} ${code}`).toSorted();
    expect(faults).toEqual(["isAdmin unknownField", "personalInfo.role unknownField"]);
    for (const error of problem.errors ?? []) {
      expect(Object.keys(error).toSorted()).toEqual(["code", "message", "path"]);
      expect(error.message).toBe("Dieses Feld ist unbekannt");
    }
  });

  it("see R8-70 names the invalid field of a body or query, with the violated limit", async () => {
    const put = (body: object) => ({ method: "PUT", path: me, headers: json, body: JSON.stringify(body) });
    const long = "a".repeat(101);
    for (const [invalidBody, errors] of [
      [
        put({ personalInfo: { firstName: long, lastName: long } }),
        ["firstName", "lastName"].map((field) => ({
          path: `personalInfo.${field}`,
          code: "max",
          message: "Bitte geben Sie höchstens 100 Zeichen ein",
        })),
      ],
      [
        { method: "GET", path: usersOf("limit=0&sortOrder=up") },
        [
          { path: "limit", code: "minValue", message: "Der Wert muss mindestens 1 sein" },
          { path: "sortOrder", code: "invalidChoice", message: "Bitte wählen Sie einen der möglichen Werte" },
        ],
      ],
      ...[
        ["Kurz-12", "passwordMinLength", "Das Passwort muss mindestens 8 Zeichen lang sein"],
        [`Aa1${long}${long}`, "passwordMaxLength", "Das Passwort darf höchstens 128 Zeichen lang sein"],
      ].map(
        ([newPassword, code, message]) =>
          [
            {
              path: "/api/v1/auth/change-password",
              headers: json,
              body: JSON.stringify({ currentPassword: testPassword, newPassword }),
            },
            [{ path: "newPassword", code, message }],
          ] as const,
      ),
    ] as const) {
      const { status, problem } = await problemOf(invalidBody);
      expect([status, problem.errors]).toEqual([400, errors]);
    }
  });

  it("R5-46 no part of the body of any call accepts unknown fields", () => {
    /** Returns the paths of objects that allow unknown fields. */
    const openIn = (path: string, schema: unknown): string[] => {
      if (typeof schema !== "object" || schema === null) return [];
      const { type, properties, additionalProperties } = schema as Record<string, unknown>;
      const isOpen = (type === "object" || properties !== undefined) && additionalProperties !== false;
      const parts = Object.entries(schema).flatMap(([name, part]) => openIn(`${path}.${name}`, part));
      return isOpen ? [path, ...parts] : parts;
    };
    const bodies = allEndpoints.filter(({ body }) => body !== undefined);
    expect(bodies.length).toBeGreaterThan(100);
    const open = bodies.flatMap(({ name, body }) => (body ? openIn(name, jsonSchemaOf(body, "input")) : []));
    // The exceptions are the response of an authenticator, and the settings of lists by the name of the list.
    expect(open.toSorted()).toEqual([
      "passkeys.add.properties.response",
      "passkeys.login.properties.response",
      "preferences.set.properties.lists",
      "twoFactor.stepUp.properties.passkey.properties.response",
      "workstation.unlockSession.properties.passkey.properties.response",
    ]);
  });

  it("see R5-46 a body and query fields are rejected by a call that accepts none", async () => {
    for (const request of [
      { path: "/api/v1/auth/ws-ticket", body: '{"a":1}', headers: json },
      { method: "GET", path: "/api/v1/users/me?a=1" },
      { method: "GET", path: usersOf("isAdmin=1") },
    ]) {
      const { problem } = await problemOf(request);
      expect(problem.errors?.map((error) => error.code)).toEqual(["unknownField"]);
    }
  });

  it("see R5-46 a body that is not an object is rejected by a call that accepts none", async () => {
    for (const body of ['"text"', "0", "false", "[]", "[1]"]) {
      const { problem } = await problemOf({ path: "/api/v1/auth/ws-ticket", body, headers: json });
      expect([body, problem.errors?.map((error) => error.code)]).toEqual([body, ["invalidType"]]);
    }
  });

  it("see R7x-08 an empty body with JSON content type counts as absent", async () => {
    const response = await client.fetch("/api/v1/auth/ws-ticket", {
      method: "POST",
      headers: json,
      body: "",
    });
    expect(response.status).toBe(201);
    const { problem } = await problemOf({ path: login, headers: json, body: "" });
    expect(problem.code).toBe("VALIDATION_FAILED");
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
  ])("R7x-08 (%s) is an unsupported media type", async (type) => {
    for (const request of [{ path: login }, { method: "PUT", path: me }]) {
      const { status, problem } = await problemOf({
        ...request,
        body: "username=a",
        headers: { "content-type": type },
      });
      expect([request, status, problem.code]).toEqual([request, 415, "UNSUPPORTED_MEDIA_TYPE"]);
    }
  });

  it("R7x-08 a body that is too large is rejected, with or without a declared size", async () => {
    const body = JSON.stringify({ username: "a".repeat(1_100_000), password: "b" });
    for (const request of [{ path: login }, { method: "PUT", path: me }])
      expect(await problemOf({ ...request, body, headers: json })).toMatchObject({
        status: 413,
        problem: { code: "PAYLOAD_TOO_LARGE" },
      });
    const chunks = await raw(
      `POST ${login} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n` +
        `110000\r\n${"a".repeat(0x110000)}\r\n0\r\n\r\n`,
    );
    expect(chunks).toMatch(/^HTTP\/1.1 413 /);
  });

  it("see R7x-08 a body that is too large gets a response even if the client reads only after sending it", async () => {
    // Resolves when the server has sent its last byte on this connection.
    const answered = new Promise((resolve) => {
      testApp.app.server.server.once("connection", (connection: Socket) =>
        connection.once("finish", resolve),
      );
    });
    const { hostname, port } = new URL(testApp.baseUrl);
    const socket = connect(Number(port), hostname).setEncoding("utf8");
    let text = "";
    socket.on("error", () => undefined).on("data", (chunk: string) => (text += chunk));
    socket.pause();
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const send = (chunk: string) => new Promise((resolve) => socket.write(chunk, resolve));
    await send(
      `POST ${login} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n` +
        `transfer-encoding: chunked\r\n\r\n8000\r\n${"a".repeat(0x8000)}\r\n`,
    );
    await answered;
    await new Promise((resolve) => setImmediate(resolve));
    for (let chunk = 0; chunk < 20; chunk += 1) await send(`8000\r\n${"a".repeat(0x8000)}\r\n`);
    await send("0\r\n\r\n");
    socket.resume();
    await closed;
    expect(text).toMatch(/^HTTP\/1.1 413 /);
  });

  it("see R7x-08 text that the database cannot store is an invalid value, not a server error", async () => {
    for (const request of [
      { method: "GET", path: usersOf("search=%00") },
      { method: "GET", path: usersOf("department=a%00b") },
      { method: "GET", path: usersOf("dateRange=0000-01-01..0000-01-02") },
      { path: login, headers: json, body: JSON.stringify({ username: "a\u0000", password: "b" }) },
      { path: "/api/v1/auth/practice-code", headers: json, body: JSON.stringify({ code: "a\u0000" }) },
    ]) {
      const response = await client.fetch(request.path, { method: request.method ?? "POST", ...request });
      expect(response.status, request.path).toBeGreaterThanOrEqual(400);
      expect(response.status, `${request.path}: ${await response.text()}`).toBeLessThan(500);
    }
    await deleteAttempts(testApp);
  });
});

/** Sends raw bytes and returns all received bytes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(testApp.baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let response = "";
    socket.on("data", (bytes) => {
      response += bytes.toString();
      if (response.includes("\r\n\r\n") && response.endsWith("}")) socket.end();
    });
    socket.on("error", (error) => (response === "" ? reject(error) : resolve(response)));
    socket.on("close", () => resolve(response));
  });
}

describe("an invalid URL", () => {
  it("R7x-08 R8-38 an unknown path responds with 404 for any method, even with a body", async () => {
    for (const [method, path] of [
      ["GET", "/api/v1/nothing"],
      ["POST", "/api/v1/nothing"],
      ["DELETE", "/api"],
      ["GET", "/api/v1/users/me/"],
      ["GET", "/api/v1//users/me"],
      ["PROPFIND", "/api/v1/nothing"],
    ] as const) {
      const { status, problem } = await problemOf({
        method,
        path,
        ...(method === "POST" ? { body: "{}", headers: json } : {}),
      });
      expect([path, status, problem.code]).toEqual([path, 404, "NOT_FOUND"]);
      expect(problem.title).toBe("Nicht gefunden");
      expect(problem.instance).toBe(path);
    }
  });

  it("R7x-08 a wrong method responds with 405 and lists the allowed ones", async () => {
    for (const [method, path, allow] of [
      ["DELETE", login, "POST"],
      ["GET", login, "POST"],
      ["POST", me, "GET, PUT"],
      ["POST", `/api/v1/organizations/${organization}`, "DELETE, GET"],
      ["OPTIONS", login, "POST"],
      ["PATCH", me, "GET, PUT"],
    ] as const) {
      const { status, headers, problem } = await problemOf({ method, path });
      expect([status, problem.code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
      expect(headers.get("allow")?.split(", ").toSorted().join(", "), path).toContain(allow);
    }
  });

  it("see R7x-08 a URL with broken percent-encoding is rejected", async () => {
    for (const path of ["/api/v1/organizations/%zz", "/api/v1/organizations/%e4%b8", "/api/%c0%ae"]) {
      const { status } = await problemOf({ method: "GET", path });
      expect([400, 404]).toContain(status);
    }
  });

  it("a URL with broken percent-encoding redirects a browser to a page of this origin", async () => {
    for (const [path, repaired] of [
      ["/users/%zz?search=%zz", "/users/%25zz"],
      ["//other.example/%zz", "/other.example/%25zz"],
      ["/\\other.example/%zz", "/other.example/%25zz"],
    ] as const) {
      const response = await raw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      expect(response, path).toMatch(/^HTTP\/1.1 302 /);
      expect(response.toLowerCase(), path).toContain(`\r\nlocation: ${repaired}\r\n`);
      expect(response.toLowerCase(), path).toContain("x-content-type-options: nosniff");
    }
  });

  it("see R7x-08 a URL that is too long responds with 414, and headers that are too large with 431", async () => {
    const { status, problem } = await problemOf({
      method: "GET",
      path: usersOf(`search=${"a".repeat(9_000)}`),
    });
    expect([status, problem.code]).toEqual([414, "URI_TOO_LONG"]);
    const overflow = await raw(
      `GET /api/v1/users/me HTTP/1.1\r\nhost: localhost\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`,
    );
    expect(overflow).toMatch(/^HTTP\/1.1 431 /);
    expect(overflow).toContain("application/problem+json");
    expect(overflow).toContain("HEADERS_TOO_LARGE");
    expect(overflow.toLowerCase()).toContain("x-content-type-options: nosniff");
  });

  it("see R7x-08 a URL with a part longer than any id responds with 414, not with a server error", async () => {
    for (const part of ["a".repeat(501), "a".repeat(4000), "e%CC%81".repeat(300)]) {
      const path = `/api/v1/organizations/${part}/statistics`;
      const { status, problem } = await problemOf({ method: "GET", path });
      expect([status, problem.code]).toEqual([414, "URI_TOO_LONG"]);
    }
  });

  it("see R7x-08 a request that offers another protocol is handled over HTTP/1.1", async () => {
    for (const protocol of ["h2c", "TLS/1.3", "websockets"]) {
      const response = await raw(
        `GET /api/v1/users/me HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: ${protocol}\r\n\r\n`,
      );
      expect([protocol, response]).toEqual([
        protocol,
        expect.stringMatching(/^HTTP\/1.1 401 [^]*NOT_AUTHENTICATED/),
      ]);
    }
  });

  it("see R7x-08 R8-35 a malformed HTTP request is rejected, and the connection is closed", async () => {
    const response = await raw("this is not a request\r\n\r\n");
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain("INVALID_HEADER");
    expect(response).toContain('"title":"Ungültige Anfrage"');
  });

  it("R7o-10 a repeated query value is rejected", async () => {
    for (const query of [
      "page=1&page=2",
      "search=a&search=b",
      "limit=20&limit=20",
      "sortBy=email&sortBy=email",
    ]) {
      const { status, problem } = await problemOf({ method: "GET", path: usersOf(query) });
      expect([query, status, problem.code]).toEqual([query, 400, "VALIDATION_FAILED"]);
    }
  });

  it("see R7x-08 a URL with __proto__ in its query is rejected", async () => {
    for (const query of ["__proto__=1", "__proto__[a]=1", "constructor=1", "a[b]=1"]) {
      const { status } = await problemOf({ method: "GET", path: usersOf(query) });
      expect([query, status]).toEqual([query, 400]);
    }
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });
});

describe("every response", () => {
  const paths = [
    "/api/v1/auth/check-auth",
    "/api/v1/users/me",
    "/api/v1/nothing",
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/openapi.json",
    "/api/docs",
    "/api/%zz",
    "/nothing.js",
  ];

  it("R7x-07 R8-72 has the security headers and, for the API, no-store", async () => {
    for (const path of paths) {
      const { headers, status } = await client.fetch(path);
      expect(status, path).toBeLessThan(500);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toMatch(/unsafe-eval|https?:|\*/);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      expect(headers.get("referrer-policy"), path).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
      expect(headers.get("x-request-id"), path).toBeTruthy();
      expect(headers.get("x-powered-by"), path).toBeNull();
      expect(headers.get("server"), path).toBeNull();
      expect(headers.get("access-control-allow-origin"), path).toBeNull();
      expect(headers.get("strict-transport-security"), path).toBeNull();
      const cache = path.startsWith("/api/") ? "no-store" : headers.get("cache-control");
      expect(headers.get("cache-control"), path).toBe(cache);
    }
  });

  it("has the headers of the API even if the path of the call is spelled with escapes", async () => {
    const path = me.replace("/api/", "/%61pi/");
    const plain = await client.fetch(path);
    expect([plain.status, plain.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const { problem } = await problemOf({ method: "GET", path, headers: { "x-page-version": "0" } });
    expect(problem.code).toBe("UPGRADE_REQUIRED");
  });

  it("R7x-10 echoes a safe X-Request-Id and replaces any other", async () => {
    const idOf = async (id: string, path = "/api/v1/auth/check-auth") =>
      (await client.fetch(path, { headers: { "x-request-id": id } })).headers.get("x-request-id");
    for (const id of ["abc-123", "01a1fbb3-fad5-77c6-8265-9cac0b365253", "a.b:c_d", "x".repeat(100)]) {
      expect(await idOf(id)).toBe(id);
      expect(await idOf(id, "/api/v1/nothing")).toBe(id);
      for (const path of ["/api/%zz", "/healthz", "/login"]) expect(await idOf(id, path)).toBe(id);
    }
    for (const id of ["", "x".repeat(101), "a b", "<script>", "a\tb", '"}', "ä"]) {
      const answered = await idOf(id);
      expect(answered).not.toBe(id);
      expect(answered).toMatch(/^[0-9a-f-]{36}$/);
    }
    const doubled = await raw(
      "GET /api/v1/auth/check-auth HTTP/1.1\r\nhost: localhost\r\nx-request-id: a\r\nx-request-id: b\r\nconnection: close\r\n\r\n",
    );
    expect(doubled).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
  });

  it("R8-71 see R8-70 R1-29 is in the language of Accept-Language, German by default", async () => {
    const titles: Record<string, string> = {};
    const languagesOf: Record<string, string | null> = {};
    for (const language of [
      "",
      "de",
      "en",
      "fr",
      "it",
      "es",
      "en-GB,de;q=0.5",
      "xx, it;q=0.8",
      "*",
      "en;q=0",
    ]) {
      const headers: Record<string, string> = language === "" ? {} : { "accept-language": language };
      const response = await new TestClient(testApp).fetch("/api/v1/users/me", { headers });
      const problem = problemSchema.parse(await response.json());
      titles[language] = problem.message;
      expect(problem.status).toBe(401);
      languagesOf[language] = response.headers.get("content-language");
    }
    expect(["de", "en", "fr", "it", "", "es"].map((language) => languagesOf[language])).toEqual(
      "de en fr it de de".split(" "),
    );
    const titlesFor = (language: string) => titles[language];
    expect(["de", "en", "fr", "it"].map(titlesFor)).toEqual([
      "Bitte melden Sie sich an",
      "Please sign in",
      "Veuillez vous connecter",
      "Effettui l’accesso",
    ]);
    for (const german of ["", "es", "*", "en;q=0"]) expect(titlesFor(german), german).toBe(titlesFor("de"));
    const fields = new Map([
      ["", "Dieses Feld ist unbekannt"],
      ["de", "Dieses Feld ist unbekannt"],
      ["en", "This field is unknown"],
      ["fr", "Ce champ est inconnu"],
      ["it", "Questo campo è sconosciuto"],
    ]);
    for (const [language, text] of fields) {
      const { problem } = await problemOf({
        method: "PUT",
        path: me,
        headers: { ...json, ...(language && { "accept-language": language }) },
        body: '{"isAdmin":true}',
      });
      expect(problem.errors?.map(({ message }) => message)).toEqual([text]);
    }
    expect(titlesFor("en-GB,de;q=0.5")).toBe(titlesFor("en"));
    expect(titlesFor("xx, it;q=0.8")).toBe(titlesFor("it"));
  });
});
