import { loadQueueOnceNeeded, type Queue, setQueueStart } from "../offline/queue-change.ts";
import { restore } from "../session/restore.ts";
import { startSessionRuntime } from "../session/session-runtime.ts";
import { sessionStore } from "../session/session.store.ts";
import { watchConnection } from "../connection/connection-watch.ts";
import { restoreConnectionMode } from "./app-state.actions.ts";
import { listenForUncaughtErrors } from "./global-errors.ts";

/** Startup steps of the features. They are injected, because the platform does not depend on features. */
export type AppStartSteps = {
  /** Loads the members of the organization. Called only when signed in. */
  readonly initializeOrganizationUsers: () => Promise<void>;
  readonly loadSettings: () => Promise<void>;
  readonly startNotifications: () => void;
  /** Downloads and starts the queue of changes that were made offline. */
  readonly startQueue: () => Promise<Queue>;
};

/**
 * Starts the application in the order of the specification: connection, stored mode, session, members,
 * settings, notifications. A failing step is logged and does not block the others.
 */
export async function startApp(steps: AppStartSteps): Promise<void> {
  listenForUncaughtErrors();
  watchConnection();
  restoreConnectionMode();
  startSessionRuntime();
  runOnceSignedIn(async () => {
    const { startRealtime } = await import("../realtime/realtime.ts");
    startRealtime();
  });
  runOnceSignedIn(async () => {
    const { startPreferences } = await import("../preferences/save-preferences.ts");
    startPreferences();
  });
  const authenticated = await restore();
  if (authenticated) await attempt(steps.initializeOrganizationUsers);
  await attempt(steps.loadSettings);
  await attempt(steps.startNotifications);
  loadSettingsAfterSignIn(steps.loadSettings);
  // Runs after the settings have been loaded, because they may have pending changes.
  setQueueStart(steps.startQueue);
  runOnceSignedIn(async () => void loadQueueOnceNeeded());
}

/**
 * Loads the settings on each later sign-in, because a sign-in does not reload the page. Also loads them when a session
 * that started without the server is confirmed.
 */
function loadSettingsAfterSignIn(loadSettings: AppStartSteps["loadSettings"]): void {
  sessionStore.subscribe((session, before) => {
    const isNew = session.authenticated && !before.authenticated;
    const isConfirmed = before.isUnconfirmed && session.authenticated && !session.isUnconfirmed;
    if (isNew || isConfirmed) void attempt(loadSettings);
  });
}

/**
 * Runs `callback` once, with the first session. Code for sessions is downloaded then, so that the login page does not
 * include it.
 */
function runOnceSignedIn(callback: () => Promise<void>): void {
  const start = () => {
    if (sessionStore.getState().status !== "signedIn") return;
    stopWaiting();
    void attempt(callback);
  };
  const stopWaiting = sessionStore.subscribe(start);
  start();
}

async function attempt(step: () => Promise<void> | void): Promise<void> {
  try {
    await step();
  } catch (error) {
    console.error("A startup step failed", error);
  }
}
