// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchDouble, json, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { storeInvitationToken, useInvitation } from "./use-invitation.ts";

const link = vi.hoisted(() => ({ token: "" }));
vi.mock("../../platform/session/mailed-link/use-link-token.ts", () => ({ useLinkToken: () => link.token }));

const view = { organizationName: "Praxis am Musterplatz" };

beforeEach(() => {
  link.token = "token-1";
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  storeInvitationToken("");
});

it("without a token, no request is sent and the link is incomplete", () => {
  link.token = "";
  const calls = fetchDouble(() => json(view));
  const { result } = renderHook(() => useInvitation());
  expect(result.current.state).toEqual({ kind: "incomplete" });
  expect(calls).toEqual([]);
});

it("the token of the link takes precedence over a stored token", async () => {
  storeInvitationToken("token-of-before");
  const calls = fetchDouble(() => json(view));
  const { result } = renderHook(() => useInvitation());
  await waitFor(() => expect(result.current.state).toEqual({ kind: "open", view }));
  expect(result.current.token).toBe("token-1");
  expect(calls.map(({ body }) => body)).toEqual([{ token: "token-1" }]);
});

it("a token stored during the sign-in is used only once", async () => {
  link.token = "";
  storeInvitationToken("token-2");
  const calls = fetchDouble(() => json(view));
  const { result, unmount } = renderHook(() => useInvitation());
  await waitFor(() => expect(result.current.state.kind).toBe("open"));
  expect(calls.map(({ body }) => body)).toEqual([{ token: "token-2" }]);
  unmount();
  expect(renderHook(() => useInvitation()).result.current.state).toEqual({ kind: "incomplete" });
});

it("only a rejected invitation is invalid; any other failure can be retried", async () => {
  const responses = [
    problem(503, "SERVICE_UNAVAILABLE", "Gerade nicht möglich"),
    problem(400, "LINK_INVALID"),
  ];
  fetchDouble((_call, index) => responses[index] ?? problem(500, "INTERNAL"));
  const { result } = renderHook(() => useInvitation());
  await waitFor(() =>
    expect(result.current.state).toEqual({ kind: "unknown", message: "Gerade nicht möglich" }),
  );
  act(() => result.current.retry());
  expect(result.current.state).toEqual({ kind: "checking" });
  await waitFor(() => expect(result.current.state).toEqual({ kind: "invalid" }));
});
