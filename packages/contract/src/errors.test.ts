import { describe, expect, it } from "vitest";
import { errorCatalogue, errorCodes, isErrorCode, problemSchema, statusOf } from "./errors.ts";

describe("error catalogue", () => {
  it("gives each code its status", () => {
    const byStatus = Map.groupBy(errorCodes, statusOf);
    expect(byStatus.get(401)).toEqual([
      "NOT_AUTHENTICATED",
      "INVALID_CREDENTIALS",
      "SECOND_STEP_EXPIRED",
      "SESSION_EXPIRED",
    ]);
    expect(byStatus.get(429)).toEqual([
      "TOO_MANY_ATTEMPTS",
      "PIN_LOCKED",
      "TOO_MANY_REQUESTS",
      "TOO_MANY_UPLOADS",
      "TOO_MANY_AI_CALLS",
    ]);
    expect(statusOf("PASSWORD_INCORRECT")).toBe(400);
    expect(statusOf("STEP_UP_REQUIRED")).toBe(403);
    expect(statusOf("ORGANIZATION_REQUIRED")).toBe(409);
    expect(statusOf("IDEMPOTENCY_KEY_REUSED")).toBe(422);
    expect(statusOf("OVERLOADED")).toBe(503);
    expect(errorCodes).toHaveLength(Object.keys(errorCatalogue).length);
  });

  it("gives every AI refusal a status that clients do not retry automatically", () => {
    for (const code of [
      "AI_PROVIDER_NOT_READY",
      "AI_STOPPED",
      "QUOTA_EXCEEDED",
      "AI_MODEL_UNPRICED",
    ] as const) {
      expect(statusOf(code)).toBe(403);
    }
  });

  it("uses only error statuses that the portal declares", () => {
    const declared = [
      400, 401, 403, 404, 405, 408, 409, 412, 413, 414, 415, 422, 426, 429, 431, 500, 502, 503, 504,
    ];
    expect([...new Set(errorCodes.map(statusOf))].toSorted((a, b) => a - b)).toEqual(declared);
  });

  it("does not accept an inherited key as a code", () => {
    expect(isErrorCode("NOT_FOUND")).toBe(true);
    for (const value of ["constructor", "__proto__", "not_found", "", 404, undefined]) {
      expect(isErrorCode(value)).toBe(false);
    }
  });
});

describe("problemSchema", () => {
  const problem = {
    type: "about:blank",
    title: "Nicht gefunden",
    status: 404,
    detail: "Nicht gefunden",
    instance: "/api/v1/users/1",
    code: "NOT_FOUND",
    message: "Nicht gefunden",
    requestId: "r1",
  };

  it("accepts a problem with and without field errors, and additional members", () => {
    expect(problemSchema.parse(problem)).toEqual(problem);
    const fields = { ...problem, errors: [{ path: "email", code: "required", message: "…" }], max: 10 };
    expect(problemSchema.parse(fields)).toEqual(fields);
  });

  it("refuses an unknown code, a success status and a missing member", () => {
    expect(problemSchema.safeParse({ ...problem, code: "NOPE" }).success).toBe(false);
    expect(problemSchema.safeParse({ ...problem, status: 200 }).success).toBe(false);
    expect(problemSchema.safeParse({ ...problem, requestId: undefined }).success).toBe(false);
    expect(problemSchema.safeParse({ ...problem, errors: [{ path: "a", code: "b" }] }).success).toBe(false);
  });
});
