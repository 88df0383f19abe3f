// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { json } from "../api-client/testing/fetch-double.ts";
import { sessionStore } from "../session/session.store.ts";
import { checkAuthResponse } from "../session/testing/session-responses.ts";
import { createSessionTestContext, signInForTest } from "../session/testing/session-world.ts";
import type { SessionTestContext } from "../session/testing/session-world.ts";
import { appState } from "./app-state.store.ts";
import { startApp } from "./start-app.ts";

let context: SessionTestContext;
afterEach(() => {
  document.head.replaceChildren();
  context.end();
});

/** Disables the live connection, which has its own tests. */
function withoutWebsocket(): void {
  const meta = document.createElement("meta");
  meta.name = "portal-config";
  meta.content = JSON.stringify({ features: { websocket: false } });
  document.head.append(meta);
}

function recordedSteps() {
  const order: string[] = [];
  const step = (name: string) => () => void order.push(`${name} ${sessionStore.getState().status}`);
  return {
    order,
    steps: {
      initializeOrganizationUsers: async () => step("users")(),
      loadSettings: async () => step("settings")(),
      startNotifications: step("notifications"),
      startQueue: async () => ({ queueUpdate: () => undefined, processPendingSyncs: async () => undefined }),
    },
  };
}

describe("application start", () => {
  it("R4-65 R4-66 R4-70 runs every step in order for a signed-in user", async () => {
    withoutWebsocket();
    const modes: string[] = [];
    context = createSessionTestContext({
      "check-auth": () => {
        modes.push(appState.getState().connectionMode);
        return json(checkAuthResponse());
      },
    });
    localStorage.setItem("accessToken", "stored");
    localStorage.setItem("connectionMode", "offline");
    const { order, steps } = recordedSteps();
    await startApp(steps);
    expect(order).toEqual(["users signedIn", "settings signedIn", "notifications signedIn"]);
    // The stored mode applies until the server responds.
    expect(modes).toEqual(["offline"]);
    expect(appState.getState()).toMatchObject({ online: true, connectionMode: "cloud" });
  });

  it("see R4-68 does not load the organization's users while signed out", async () => {
    withoutWebsocket();
    context = createSessionTestContext();
    const { order, steps } = recordedSteps();
    await startApp(steps);
    expect(order).toEqual(["settings signedOut", "notifications signedOut"]);
  });

  it("see R4-69 loads the settings after a later sign-in", async () => {
    withoutWebsocket();
    context = createSessionTestContext();
    const { order, steps } = recordedSteps();
    await startApp(steps);
    order.length = 0;
    await signInForTest();
    expect(order).toEqual(["settings signedIn"]);
  });

  it("logs a failed step and continues with the next steps", async () => {
    withoutWebsocket();
    context = createSessionTestContext();
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { order, steps } = recordedSteps();
    const failure = new Error("no settings");
    await startApp({ ...steps, loadSettings: () => Promise.reject(failure) });
    expect(order).toEqual(["notifications signedOut"]);
    expect(log.mock.calls[0]?.[1]).toBe(failure);
  });
});
