// @vitest-environment jsdom
import type {
  renewBackupCodes,
  setupTwoFactor,
} from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "./call.ts";
import { setStepUpHandler } from "./step-up-request.ts";
import { route } from "./route.ts";
import { fetchDouble, json, problem } from "./testing/fetch-double.ts";

const renew = route<typeof renewBackupCodes>()(
  "twoFactor.renewBackupCodes",
  "POST",
  "/api/v1/auth/2fa/backup-codes",
);
const setup = route<typeof setupTwoFactor>()("twoFactor.setup", "GET", "/api/v1/auth/2fa/setup");
const refusal = () => problem(403, "STEP_UP_REQUIRED", "Bitte bestätigen Sie zuerst Ihre Identität");

/** Simulates a server that requires a step-up until `isGranted` is true. */
function strictServer() {
  const state = { isGranted: false };
  const calls = fetchDouble(() => (state.isGranted ? json({ backupCodes: ["0-A"] }) : refusal()));
  return { state, calls };
}

let unregister = () => {};

afterEach(() => {
  unregister();
  vi.unstubAllGlobals();
});

describe("a call that requires a step-up", () => {
  it("see R1-27 is repeated after a completed step-up", async () => {
    const { state, calls } = strictServer();
    const ask = vi.fn(async () => (state.isGranted = true));
    unregister = setStepUpHandler(ask);
    await expect(call(renew)).resolves.toEqual({ backupCodes: ["0-A"] });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(calls.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });

  it("rejects with the server's error when the step-up is canceled", async () => {
    const { calls } = strictServer();
    unregister = setStepUpHandler(async () => false);
    await expect(call(renew)).rejects.toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    expect(calls).toHaveLength(1);
  });

  it("is repeated only once", async () => {
    const { calls } = strictServer();
    const ask = vi.fn(async () => true);
    unregister = setStepUpHandler(ask);
    await expect(call(renew)).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(calls).toHaveLength(2);
  });

  it("shares one step-up with concurrent calls", async () => {
    const { state } = strictServer();
    let resolveStepUp: (isConfirmed: boolean) => void = () => {};
    const ask = vi.fn(() => new Promise<boolean>((resolve) => (resolveStepUp = resolve)));
    unregister = setStepUpHandler(ask);
    const results = Promise.all([call(renew), call(setup)]);
    await vi.waitFor(() => expect(ask).toHaveBeenCalled());
    state.isGranted = true;
    resolveStepUp(true);
    await expect(results).resolves.toHaveLength(2);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("requests no step-up for background calls, for skipStepUp, or without a registered handler", async () => {
    const { calls } = strictServer();
    const ask = vi.fn(async () => true);
    unregister = setStepUpHandler(ask);
    await expect(call(setup, { background: true })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    await expect(call(renew, { skipStepUp: true })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(ask).not.toHaveBeenCalled();
    unregister();
    await expect(call(renew)).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(calls).toHaveLength(3);
  });
});
