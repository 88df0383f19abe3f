// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fetchDouble, json, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { useResetLink } from "./use-reset-link.ts";

vi.mock("../../platform/session/use-link-token.ts", () => ({ useLinkToken: () => "token-1" }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a valid link has an expiry time", async () => {
  const calls = fetchDouble(() => json({ expiresAt: "2026-11-29T12:00:00Z" }));
  const { result } = renderHook(() => useResetLink());
  expect(result.current.state).toEqual({ kind: "checking" });
  await waitFor(() =>
    expect(result.current.state).toEqual({ kind: "open", expiresAt: "2026-11-29T12:00:00Z" }),
  );
  expect(calls.map(({ body }) => body)).toEqual([{ token: "token-1" }]);
  act(() => result.current.markInvalid());
  expect(result.current.state).toEqual({ kind: "invalid" });
});

it("only a rejected link is invalid; any other failure can be retried", async () => {
  const responses = [
    problem(503, "SERVICE_UNAVAILABLE", "Gerade nicht möglich"),
    problem(400, "LINK_INVALID"),
  ];
  const calls = fetchDouble((_call, index) => responses[index] ?? problem(500, "INTERNAL"));
  const { result } = renderHook(() => useResetLink());
  await waitFor(() =>
    expect(result.current.state).toEqual({ kind: "unknown", message: "Gerade nicht möglich" }),
  );
  act(() => result.current.retry());
  expect(result.current.state).toEqual({ kind: "checking" });
  await waitFor(() => expect(result.current.state).toEqual({ kind: "invalid" }));
  expect(calls).toHaveLength(2);
});
