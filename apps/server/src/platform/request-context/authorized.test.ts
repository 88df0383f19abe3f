import { describe, expect, expectTypeOf, it } from "vitest";
import { ProblemError } from "../http/problem.ts";
import { authorize, type Authorized } from "./authorized.ts";
import { RequestContext, type RequestOrigin } from "./request-context.ts";
import type { Caller } from "./caller.ts";

const origin: RequestOrigin = {
  requestId: "r",
  language: "de",
  address: "192.0.2.1",
  userAgent: null,
  isBrowser: false,
  isForwarded: false,
  deviceSecret: undefined,
  audit: {} as RequestOrigin["audit"],
};

function contextOf(platformRole: Caller["platformRole"]): RequestContext {
  return new RequestContext(origin, { platformRole } as Caller, undefined);
}

/** Has the same signature as a method of a service. */
function rename(authorized: Authorized<"organization.update">, name: string): string {
  return `${authorized.action} ${name}`;
}

describe("authorize", () => {
  it("checks the caller of the request, and returns the proof if the check passes", () => {
    const context = contextOf("super_admin");
    const authorized = authorize(context, "organization.update", ({ role }) => role === "super_admin");
    expect(authorized.context).toBe(context);
    expect(rename(authorized, "Neu")).toBe("organization.update Neu");
  });

  it("throws 403 if the check fails", () => {
    const refuse = () => authorize(contextOf("admin"), "organization.update", () => false);
    expect(refuse).toThrow(ProblemError);
    expect(refuse).toThrow("FORBIDDEN");
  });

  it("rejects an anonymous caller with 401 before the check", () => {
    const context = new RequestContext(origin, undefined, undefined);
    expect(() => authorize(context, "organization.update", () => true)).toThrow("NOT_AUTHENTICATED");
  });

  it("cannot be replaced by a context, an object of the same shape or the proof of another action", () => {
    type Expected = Parameters<typeof rename>[0];
    expectTypeOf<Authorized<"organization.update">>().toExtend<Expected>();
    expectTypeOf<RequestContext>().not.toExtend<Expected>();
    expectTypeOf<{ context: RequestContext; action: "organization.update" }>().not.toExtend<Expected>();
    expectTypeOf<Authorized<"organization.read">>().not.toExtend<Expected>();
  });
});
