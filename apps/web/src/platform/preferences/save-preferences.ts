import type {
  getPreferences,
  setPreferences,
} from "@praxisportal/contract/preferences/preferences.endpoints";
import type { StoredPreferences } from "@praxisportal/contract/preferences/preferences.schema";
import { hashKey } from "@tanstack/react-query";
import { isApiError } from "../api-client/api-error.ts";
import { call } from "../api-client/call.ts";
import { route } from "../api-client/route.ts";
import type { Fetch } from "../api-client/transport.ts";
import { appState } from "../app-state/app-state.store.ts";
import { sessionStore } from "../session/session.store.ts";
import { onBeforeSignOut } from "../session/sign-out.ts";
import { takeStart } from "../session/start-data.ts";
import { isUnreachable } from "../offline/queue-change.ts";
import { keepCopy, preferencesStore, withChanges } from "./preferences.store.ts";

const path = "/api/v1/users/me/preferences";
const getRoute = route<typeof getPreferences>()("preferences.get", "GET", path);
const setRoute = route<typeof setPreferences>()("preferences.set", "PUT", path);

/** Time for which changes are collected before they are saved, in ms. */
const debounceMs = 400;

/** Maximum number of sent preferences without a response that are remembered. */
const maxSent = 4;

/** Maximum number of attempts to save while other devices change the preferences. */
const maxAttempts = 3;

/** The user for whom this tab has called the server, and the user whose preferences it received. */
let requestedFor: string | null = null;
let loadedFor: string | null = null;
let runningSave: Promise<void> | null = null;
/** True if something changed while a run was in progress, so that another run follows. */
let isRunPending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Loads the preferences of the signed-in user after each sign-in and saves their changes, as background calls that do
 * not keep the session alive. Failed saves are retried with the next change, when the server is found again and when
 * the page is loaded. Unsaved changes are sent when the user signs out or leaves the page. Returns a function that
 * stops it.
 */
export function startPreferences(): () => void {
  const stops = [
    sessionStore.subscribe(follow),
    preferencesStore.subscribe(({ unsaved }, before) => {
      if (unsaved.length > before.unsaved.length) schedule();
    }),
    onBeforeSignOut(saveNow),
    appState.subscribe(({ online }, before) => {
      if (online && !before.online) synchronize();
    }),
  ];
  window.addEventListener("pagehide", saveOnLeave);
  follow();
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener("pagehide", saveOnLeave);
    clearTimeout(timer);
    requestedFor = loadedFor = null;
  };
}

/** Saves without waiting for further changes. Resolves after the attempt. */
async function saveNow(): Promise<void> {
  saveOnLeave();
  await whenIdle();
}

/** Resolves when no run is in progress. Another run may follow a run. */
async function whenIdle(): Promise<void> {
  if (runningSave === null) return;
  await runningSave;
  await whenIdle();
}

function saveOnLeave(): void {
  const { userId } = preferencesStore.getState();
  if (userId !== null && isUnsaved(userId)) synchronize();
}

/** Sends a request that the browser finishes even if the page is closed meanwhile. */
const sendBeyondPage: Fetch = (url, init) => fetch(url, { ...init, keepalive: true });

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(synchronize, debounceMs);
}

function mayCall(userId: string | null): userId is string {
  const { status, user, restriction } = sessionStore.getState();
  return status === "signedIn" && restriction === null && user?.id === userId;
}

function follow(): void {
  const { userId } = preferencesStore.getState();
  if (userId === null) {
    requestedFor = loadedFor = null;
    clearTimeout(timer);
  } else if (requestedFor !== userId && mayCall(userId)) {
    synchronize();
  }
}

/** Loads the preferences if they are not loaded, then saves unsaved changes. One run at a time. */
function synchronize(): void {
  clearTimeout(timer);
  if (runningSave !== null) {
    isRunPending = true;
    return;
  }
  isRunPending = false;
  runningSave = run()
    .catch((error: unknown) => console.warn("The preferences could not be synchronized", error))
    .finally(() => {
      runningSave = null;
      if (isRunPending) synchronize();
    });
}

async function run(): Promise<void> {
  const { userId } = preferencesStore.getState();
  if (!mayCall(userId)) return;
  requestedFor = userId;
  if (loadedFor !== userId && !(await load(userId))) return;
  // Changes that were made offline are sent first. A later change of the columns must not overtake them.
  if (appState.getState().pendingSyncCount > 0) await (await loadKeepColumns()).sendColumnsInOrder(userId);
  for (let attempt = 0; attempt < maxAttempts && isUnsaved(userId); attempt += 1) {
    try {
      await save(userId);
    } catch (error) {
      await keepIfUnreachable(userId, error);
      if (isApiError(error, "VALIDATION_FAILED")) preferencesStore.setState({ unsaved: [], leftOver: null });
      else if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
      // Another device changed the preferences, or the server rejected the change. Continues with the server's version.
      if (!(await load(userId))) return;
    }
  }
}

function isUnsaved(userId: string): boolean {
  const state = preferencesStore.getState();
  return state.userId === userId && (state.unsaved.length > 0 || state.leftOver !== null);
}

/**
 * Loads the preferences and applies the unsaved changes to them. Returns false if the user signed out in the meantime.
 */
async function load(userId: string): Promise<boolean> {
  const { version, ...stored }: StoredPreferences =
    (await takeStart("preferences")) ??
    (await call(getRoute, { background: true }).catch(async (error: unknown) => {
      await keepIfUnreachable(userId, error);
      throw error;
    }));
  return adoptPreferences(userId, { version, ...stored });
}

/** Shows the server's preferences with the unsaved changes. Returns false if the user signed out in the meantime. */
export function adoptPreferences(userId: string, { version, ...stored }: StoredPreferences): boolean {
  const state = preferencesStore.getState();
  if (state.userId !== userId) return false;
  // The page may have been reloaded before the responses to its own saves arrived.
  const isOwnVersion =
    state.version === version || state.sent.some((sent) => hashKey([sent]) === hashKey([stored]));
  const leftOver = isOwnVersion ? state.leftOver : null;
  preferencesStore.setState({
    preferences: withChanges(leftOver ?? stored, state.unsaved),
    version,
    leftOver,
  });
  loadedFor = userId;
  keepCopy();
  return true;
}

/** Loads the code that keeps columns. It is downloaded with the queue. */
const loadKeepColumns = () => import("./keep-columns.ts");

/** Keeps changed columns for later if the server cannot be reached. */
async function keepIfUnreachable(userId: string, error: unknown): Promise<void> {
  if (isUnreachable(error)) await (await loadKeepColumns()).keepColumns(userId);
}

async function save(userId: string): Promise<void> {
  const { preferences, version, unsaved, sent } = preferencesStore.getState();
  preferencesStore.setState({ sent: [...sent, preferences].slice(-maxSent) });
  keepCopy();
  const saved = await call(setRoute, {
    body: preferences,
    ifMatch: version,
    background: true,
    fetch: sendBeyondPage,
  });
  const state = preferencesStore.getState();
  if (state.userId !== userId) return;
  preferencesStore.setState({
    version: saved.version,
    unsaved: state.unsaved.slice(unsaved.length),
    leftOver: null,
    sent: [],
  });
  keepCopy();
}
