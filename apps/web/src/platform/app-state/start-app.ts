import { restore } from "../session/restore.ts";
import { startSessionRuntime } from "../session/session-runtime.ts";
import { sessionStore } from "../session/session.store.ts";
import { followConnection, restoreConnectionMode } from "./app-state.actions.ts";
import { listenForUncaughtErrors } from "./global-errors.ts";

/** What features contribute to the start; handed in, because the platform knows no feature. */
export type AppStartSteps = {
  /** Loads the people of the practice; called only for a signed-in person. */
  readonly initialiseOrganizationUsers: () => Promise<void>;
  readonly loadSettings: () => Promise<void>;
  readonly startNotifications: () => void;
};

/**
 * Starts the application in the order of the specification: connection, stored mode, session, people of the
 * practice, settings, notifications. A step that fails is logged and does not keep the others from starting.
 */
export async function startApp(steps: AppStartSteps): Promise<void> {
  listenForUncaughtErrors();
  followConnection();
  restoreConnectionMode();
  startSessionRuntime();
  onceSignedIn(async () => {
    const { startRealtime } = await import("../realtime/realtime.ts");
    startRealtime();
  });
  const authenticated = await restore();
  if (authenticated) await attempt(steps.initialiseOrganizationUsers);
  await attempt(steps.loadSettings);
  await attempt(steps.startNotifications);
  loadSettingsOfWhoSignsIn(steps.loadSettings);
  // After the settings, whose changes may be waiting.
  onceSignedIn(async () => {
    const { startPendingSyncs } = await import("../offline/pending-syncs.ts");
    startPendingSyncs();
  });
}

/** Signing in loads no page: the settings of whoever signs in later are loaded then. */
function loadSettingsOfWhoSignsIn(loadSettings: AppStartSteps["loadSettings"]): void {
  sessionStore.subscribe((session, before) => {
    if (session.authenticated && !before.authenticated) void attempt(loadSettings);
  });
}

/** What only a session needs is downloaded with the first one; the login page does not carry it. */
function onceSignedIn(begin: () => Promise<void>): void {
  const start = () => {
    if (sessionStore.getState().status !== "signedIn") return;
    stopWaiting();
    void attempt(begin);
  };
  const stopWaiting = sessionStore.subscribe(start);
  start();
}

async function attempt(step: () => Promise<void> | void): Promise<void> {
  try {
    await step();
  } catch (error) {
    console.error("A start step failed", error);
  }
}
