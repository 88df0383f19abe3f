// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appState } from "../../app-state/app-state.store.ts";
import { empty, json, networkError, problem } from "../../api-client/testing/fetch-double.ts";
import { extendFromWarning, openWarning, sessionWarningStore } from "./session-warning.ts";
import { sessionStore } from "../session.store.ts";
import { refreshResponse } from "../testing/session-responses.ts";
import { countOf, createSessionTestContext, signInForTest } from "../testing/session-world.ts";
import type { SessionTestContext } from "../testing/session-world.ts";

const failed = "Sitzung konnte nicht verlängert werden";

let context: SessionTestContext;
beforeEach(async () => {
  context = createSessionTestContext({ logout: () => empty(), refresh: () => json(refreshResponse()) });
  await signInForTest();
  openWarning(120_000);
});
afterEach(() => context.end());

describe("extending the session", () => {
  it("R4-18 R4-35 extends the idle limit on the server, and closes the dialog", async () => {
    await extendFromWarning();
    expect(context.calls[0]?.body).toMatchObject({ extend: true });
    expect(sessionStore.getState().remainingMs).toBe(30 * 60_000);
    expect(sessionWarningStore.getState().open).toBe(false);
  });

  it("R4-18 reports when the absolute limit is near, which cannot be extended", async () => {
    context.responses["refresh"] = () => json(refreshResponse({ idleMin: 30, absoluteMin: 2 }));
    await extendFromWarning();
    expect(sessionWarningStore.getState()).toMatchObject({ open: true, error: failed, extending: false });
  });

  it.each([
    ["rejecting", () => problem(401, "SESSION_EXPIRED")],
    ["failing", () => problem(500, "INTERNAL_ERROR")],
  ])("see R8-26 a %s server leaves the dialog open with the error state", async (_how, response) => {
    context.responses["refresh"] = response;
    await extendFromWarning();
    expect(sessionWarningStore.getState()).toMatchObject({ open: true, error: failed, extending: false });
    expect(sessionStore.getState().status).toBe("signedIn");
  });

  it("see R8-26 an unreachable server leaves the dialog in the error state", async () => {
    context.responses["refresh"] = () => {
      throw networkError();
    };
    const done = extendFromWarning();
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    expect(sessionWarningStore.getState().error).toBe(failed);
  });

  it("ignores a second click while it is running", async () => {
    await Promise.all([extendFromWarning(), extendFromWarning()]);
    expect(countOf(context.calls, "refresh")).toBe(1);
  });

  it("waits for the connection while offline and then retries", async () => {
    appState.setState({ online: false });
    await extendFromWarning();
    expect(context.calls).toHaveLength(0);
    expect(sessionWarningStore.getState()).toMatchObject({ waitingForConnection: true, error: failed });
    appState.setState({ online: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(countOf(context.calls, "refresh")).toBe(1);
    expect(sessionWarningStore.getState().open).toBe(false);
  });

  it("continues the countdown while the extension is running", async () => {
    context.responses["refresh"] = () => new Promise(() => undefined);
    void extendFromWarning();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sessionWarningStore.getState()).toMatchObject({ extending: true, secondsLeft: 118 });
  });
});
