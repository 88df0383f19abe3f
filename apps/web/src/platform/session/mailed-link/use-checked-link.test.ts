// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api-client/api-error.ts";
import { useCheckedLink } from "./use-checked-link.ts";

afterEach(cleanup);

it("a valid link opens what the check returns, until it turns out to be invalid", async () => {
  const check = vi.fn((token: string) => Promise.resolve({ holderOf: token }));
  const { result } = renderHook(() => useCheckedLink("token-1", check));
  expect(result.current.state).toEqual({ kind: "checking" });
  await waitFor(() => expect(result.current.state).toEqual({ kind: "open", view: { holderOf: "token-1" } }));
  expect(check).toHaveBeenCalledTimes(1);
  act(() => result.current.markInvalid());
  expect(result.current.state).toEqual({ kind: "invalid" });
});

it("an empty token is incomplete without a request", () => {
  const check = vi.fn(() => Promise.resolve(null));
  const { result } = renderHook(() => useCheckedLink("", check));
  expect(result.current.state).toEqual({ kind: "incomplete" });
  expect(check).not.toHaveBeenCalled();
});

it("only a rejected link is invalid; any other failure can be retried", async () => {
  const linkInvalid = new ApiError({ status: 400, code: "LINK_INVALID", problem: null, retryAfterMs: null });
  const check = vi
    .fn<(token: string) => Promise<string>>()
    .mockRejectedValueOnce(new Error("Gerade nicht möglich"))
    .mockRejectedValueOnce(linkInvalid);
  const { result } = renderHook(() => useCheckedLink("token-1", check));
  await waitFor(() =>
    expect(result.current.state).toEqual({ kind: "unknown", message: "Gerade nicht möglich" }),
  );
  act(() => result.current.retry());
  expect(result.current.state).toEqual({ kind: "checking" });
  await waitFor(() => expect(result.current.state).toEqual({ kind: "invalid" }));
  expect(check).toHaveBeenCalledTimes(2);
});
