import { describe, expect, it } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

describe("safeRedirect", () => {
  it.each([
    ["/users", "/users"],
    ["/users?status=locked&page=2#row", "/users?status=locked&page=2#row"],
    ["/settings/../users", "/users"],
    ["/a?to=https://evil.example", "/a?to=https://evil.example"],
  ])("R2.2-04 follows the same-origin path %s", (requestedUrl, target) => {
    expect(safeRedirect(requestedUrl)).toBe(target);
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    " /users",
    "users",
    "/.//evil.example",
    "/x/..//evil.example",
    "//[",
    "",
    undefined,
    null,
    3,
    ["/users"],
    "/login",
    "/login?redirect=/login",
  ])("R2.2-04 opens the dashboard instead of %j", (requestedUrl) => {
    expect(safeRedirect(requestedUrl)).toBe("/dashboard");
  });
});
