// @vitest-environment jsdom
import type {
  renewBackupCodes,
  setupTwoFactor,
} from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "./call.ts";
import { askForProofWith } from "./identity-proof.ts";
import { route } from "./route.ts";
import { fetchDouble, json, problem } from "./testing/fetch-double.ts";

const renew = route<typeof renewBackupCodes>()(
  "twoFactor.renewBackupCodes",
  "POST",
  "/api/v1/auth/2fa/backup-codes",
);
const setup = route<typeof setupTwoFactor>()("twoFactor.setup", "GET", "/api/v1/auth/2fa/setup");
const refusal = () => problem(403, "STEP_UP_REQUIRED", "Bitte bestätigen Sie zuerst Ihre Identität");

/** A server that requires a step-up until `given` is true. */
function strictServer() {
  const state = { given: false };
  const calls = fetchDouble(() => (state.given ? json({ backupCodes: ["0-A"] }) : refusal()));
  return { state, calls };
}

let stopAsking = () => {};

afterEach(() => {
  stopAsking();
  vi.unstubAllGlobals();
});

describe("a call that needs a fresh proof of identity", () => {
  it("R1-27 is made once more after the person has proven who she is", async () => {
    const { state, calls } = strictServer();
    const ask = vi.fn(async () => (state.given = true));
    stopAsking = askForProofWith(ask);
    await expect(call(renew)).resolves.toEqual({ backupCodes: ["0-A"] });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(calls.map((each) => each.method)).toEqual(["POST", "POST"]);
  });

  it("rejects with the server's refusal when she would rather not", async () => {
    const { calls } = strictServer();
    stopAsking = askForProofWith(async () => false);
    await expect(call(renew)).rejects.toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    expect(calls).toHaveLength(1);
  });

  it("is repeated once only: a server that still refuses has decided", async () => {
    const { calls } = strictServer();
    const ask = vi.fn(async () => true);
    stopAsking = askForProofWith(ask);
    await expect(call(renew)).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(calls).toHaveLength(2);
  });

  it("shares one question with the calls beside it", async () => {
    const { state } = strictServer();
    let answer: (proven: boolean) => void = () => {};
    const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    stopAsking = askForProofWith(ask);
    const both = Promise.all([call(renew), call(setup)]);
    await vi.waitFor(() => expect(ask).toHaveBeenCalled());
    state.given = true;
    answer(true);
    await expect(both).resolves.toHaveLength(2);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("asks nobody for a background call, nor for a caller who answers it herself, nor without a frame", async () => {
    const { calls } = strictServer();
    const ask = vi.fn(async () => true);
    stopAsking = askForProofWith(ask);
    await expect(call(setup, { background: true })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    await expect(call(renew, { ownProof: true })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(ask).not.toHaveBeenCalled();
    stopAsking();
    await expect(call(renew)).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(calls).toHaveLength(3);
  });
});
