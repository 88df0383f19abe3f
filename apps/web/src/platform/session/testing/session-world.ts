import { vi } from "vitest";
import { fetchDouble, problem } from "../../api-client/testing/fetch-double.ts";
import type { MockResponder, SentCall } from "../../api-client/testing/fetch-double.ts";
import { setTabUserId } from "../../api-client/session-signals.ts";
import { clearTabPersonData } from "../../storage/person-data.ts";
import { completeSignIn } from "../session.actions.ts";
import { configureSessionNavigation } from "../session-navigation.ts";
import { startSessionRuntime } from "../session-runtime.ts";
import { closeWarning } from "../times/session-warning.ts";
import { emptySession, sessionStore } from "../session.store.ts";
import { signedInResponse } from "./session-responses.ts";

/** Monday, 23 November 2026, 07:42 UTC. */
const testStart = new Date("2026-11-23T07:42:00Z");

export type SessionTestContext = {
  readonly calls: SentCall[];
  readonly toLogin: ReturnType<typeof vi.fn<(reason: string) => void>>;
  readonly reload: ReturnType<typeof vi.fn<() => void>>;
  /** Responses by the end of the path. Other calls get a 404. */
  responses: Record<string, MockResponder>;
  readonly end: () => void;
};

/** Starts the session with a fake network, a fake clock and no router. */
export function createSessionTestContext(responses: Record<string, MockResponder> = {}): SessionTestContext {
  vi.useFakeTimers({ now: testStart });
  const toLogin = vi.fn<(reason: string) => void>();
  const reload = vi.fn<() => void>();
  configureSessionNavigation({ toLogin, reload });
  sessionStore.setState(emptySession, true);
  const calls = fetchDouble((call, index) => {
    const [, respond] = Object.entries(context.responses).find(([end]) => call.url.endsWith(end)) ?? [];
    return respond === undefined ? problem(404, "NOT_FOUND") : respond(call, index);
  });
  const stop = startSessionRuntime();
  const context: SessionTestContext = {
    calls,
    toLogin,
    reload,
    responses,
    end: () => {
      stop();
      clearTabPersonData();
      closeWarning();
      setTabUserId(null);
      localStorage.clear();
      sessionStorage.clear();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
      vi.useRealTimers();
    },
  };
  return context;
}

/** Signs in the default user without a login call. */
export async function signInForTest(...details: Parameters<typeof signedInResponse>): Promise<void> {
  await completeSignIn(signedInResponse(...details));
}

/** Simulates a change of shared storage by another tab. As in browsers, the values change before the event. */
export function otherTab(change: () => void, key: string | null): void {
  change();
  window.dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
}

/** Returns how often a path was called. */
export function countOf(calls: readonly SentCall[], end: string): number {
  return calls.filter((call) => call.url.endsWith(end)).length;
}
