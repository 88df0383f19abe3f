import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { afterEach, describe, expect, it } from "vitest";
import { checkResponse } from "./check-response.ts";
import type { RequestCase } from "./request-cases.ts";
import { slownessOf } from "./run-fuzz.ts";
import { sendRaw } from "./send-raw.ts";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const sampleRequest: RequestCase = {
  endpoint: "auth.createSocketTicket",
  method: "POST",
  target: "/api/v1/auth/ws-ticket",
  principal: "viewer",
  headers: [["host", "localhost"]],
  body: undefined,
  framing: "length",
  isPlain: true,
};

/** Returns the verdict on the response of a server with this listener. */
async function verdictOn(listener: RequestListener, request: RequestCase = sampleRequest, waitMs?: number) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  const body = typeof request.body === "string" ? Buffer.from(request.body) : undefined;
  const response = await sendRaw(port, { ...request, body }, waitMs);
  return checkResponse(request, response, allEndpoints);
}

const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
const ticket = { ticket: "x", expiresAt: "2031-01-01T00:00:00Z" };

function respondingWith(
  status: number,
  body: unknown,
  extraHeaders: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { ...headers, ...extraHeaders });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

const problem = (status: number, code: string) =>
  respondingWith(
    status,
    {
      type: `urn:praxisportal:problem:${code}`,
      title: "x",
      status,
      detail: "x",
      instance: "/",
      code,
      message: "x",
      requestId: "x",
    },
    { "content-type": "application/problem+json; charset=utf-8" },
  );

describe("a response to the fuzzer", () => {
  it("see R7x-08 is accepted if it conforms to the contract", async () => {
    expect(await verdictOn(respondingWith(201, ticket))).toBeUndefined();
    expect(await verdictOn(problem(401, "NOT_AUTHENTICATED"))).toBeUndefined();
    expect(await verdictOn(problem(400, "VALIDATION_FAILED"))).toBeUndefined();
    // "econn" also occurs in French texts: "La clé n'est pas reconnue".
    expect(await verdictOn(respondingWith(201, { ...ticket, ticket: "reconnue" }))).toBeUndefined();
  });

  it.each([
    ["a server error", problem(500, "INTERNAL_ERROR"), /answered 500/],
    ["a server error with a problem document", problem(503, "OVERLOADED"), /answered 503/],
    ["an undeclared status", respondingWith(200, ticket), /not declared/],
    ["an additional field", respondingWith(201, { ...ticket, secret: "x" }), /breaks the contract/],
    ["a missing field", respondingWith(201, { ticket: "x" }), /breaks the contract/],
    ["a code of another call", problem(409, "USER_LIMIT_REACHED"), /not among the errors/],
    ["an unknown code", problem(400, "OOPS"), /not a problem document/],
    ["a page", respondingWith(400, "<h1>Bad Request</h1>"), /not JSON/],
    ["a stack trace", respondingWith(400, "Error: x\n    at run (/srv/app.ts:1:2)"), /reveals internals/],
    ["a system error code", respondingWith(400, "connect ECONNREFUSED"), /reveals internals: ECONNREFUSED/],
    ["a cacheable response", respondingWith(201, ticket, { "cache-control": "public" }), /cache-control/],
    [
      "no security headers",
      respondingWith(201, ticket, { "x-content-type-options": "" }),
      /security headers/,
    ],
  ])("see R7x-08 is a fault: %s", async (_title, listener, fault) => {
    expect(await verdictOn(listener)).toMatch(fault);
  });

  it("N61 is a fault if it is an error of more than 64 KiB, or large but not a list or file", async () => {
    const longBody = "x".repeat(65_537);
    const largeList = /with \d+ bytes/;
    expect(await verdictOn(respondingWith(400, longBody))).toMatch(largeList);
    expect(await verdictOn(respondingWith(201, { ...ticket, ticket: longBody }))).toMatch(largeList);
    const list = { ...sampleRequest, endpoint: "users.list", method: "GET", target: "/api/v1/users" };
    expect(await verdictOn(respondingWith(200, longBody), list)).not.toMatch(largeList);
    expect(await verdictOn(respondingWith(200, longBody.repeat(20)), list)).toMatch(largeList);
    const file = { ...list, endpoint: "users.export", target: "/api/v1/users/export" };
    expect(await verdictOn(respondingWith(200, longBody.repeat(20)), file)).toBeUndefined();
  });

  it("see R7x-08 that comes from another endpoint is accepted only for a malformed path", async () => {
    const htmlPage = problem(409, "USER_LIMIT_REACHED");
    expect(await verdictOn(htmlPage, { ...sampleRequest, isPlain: false })).toBeUndefined();
    expect(await verdictOn(problem(409, "SETUP_ALREADY_COMPLETED"), sampleRequest)).toBeDefined();
  });

  it("see R7x-08 is a fault if it never arrives or never ends", async () => {
    const silentServer: RequestListener = () => undefined;
    await expect(verdictOn(silentServer, sampleRequest, 100)).rejects.toThrow(/no response after 100 ms/);
    const endless: RequestListener = (_request, response) => void response.writeHead(200, headers).write("{");
    await expect(verdictOn(endless, sampleRequest, 100)).rejects.toThrow(/no response after 100 ms/);
  });

  it("see R7x-08 may be missing only if the request was aborted", async () => {
    const closing: RequestListener = (request) => request.socket.destroy();
    expect(await verdictOn(closing)).toMatch(/closed without a response/);
    expect(await verdictOn(closing, { ...sampleRequest, body: "{}", framing: "aborted" })).toBeUndefined();
  });
});

describe("the response time", () => {
  it("N61 is a fault if a case is slow on every attempt, but not if the machine was busy once", async () => {
    const times = (durations: number[]) => async () => durations.shift() ?? 0;
    expect(await slownessOf(900, times([5_000]))).toBeUndefined();
    expect(await slownessOf(5_000, times([3_000, 20]))).toBeUndefined();
    expect(await slownessOf(5_000, times([1_200, 1_300, 1_400]))).toBe("took at least 1200 ms");
  });
});
