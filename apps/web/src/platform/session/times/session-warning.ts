import { warningThresholdMs } from "@praxisportal/contract/limits";
import { createStore } from "zustand/vanilla";
import { appState, type AppState } from "../../app-state/app-state.store.ts";
import { extend } from "./renew.ts";
import { sessionStore } from "../session.store.ts";
import { remainingMs } from "./session-times.ts";
import { signOut } from "../sign-out.ts";

export type SessionWarning = {
  readonly open: boolean;
  /** Whole seconds until the sign-out. */
  readonly secondsLeft: number;
  /** Start of the countdown: 300 or fewer. */
  readonly totalSeconds: number;
  readonly extending: boolean;
  /** True if "Sitzung verlängern" was clicked while offline. It is retried when the server is found again. */
  readonly waitingForConnection: boolean;
  /** Literal text of the specification. The dialog shows its translation. */
  readonly error: string | null;
};

const extensionFailed = "Sitzung konnte nicht verlängert werden";

const closedWarning: SessionWarning = {
  open: false,
  secondsLeft: 0,
  totalSeconds: 0,
  extending: false,
  waitingForConnection: false,
  error: null,
};

export const sessionWarningStore = createStore<SessionWarning>()(() => closedWarning);

const secondMs = 1_000;
let endsAtMs = 0;
let ticker: ReturnType<typeof setInterval> | undefined;
let stopRetry = () => {};

/** Returns whether the expiry dialog is open. Activity is not tracked while it is open. */
export function isWarningOpen(): boolean {
  return sessionWarningStore.getState().open;
}

/** Opens the dialog with `leftMs` until the sign-out, at most 300 s. An open dialog keeps its countdown. */
export function openWarning(leftMs: number): void {
  if (isWarningOpen() || sessionStore.getState().status !== "signedIn") return;
  const shownMs = Math.min(warningThresholdMs, leftMs);
  endsAtMs = Date.now() + shownMs;
  const seconds = Math.ceil(shownMs / secondMs);
  sessionWarningStore.setState(
    { ...closedWarning, open: true, secondsLeft: seconds, totalSeconds: seconds },
    true,
  );
  ticker = setInterval(countDown, secondMs);
  stopRetry = appState.subscribe(retryExtension);
}

/** Closes the dialog without any other effect. */
export function closeWarning(): void {
  clearInterval(ticker);
  stopRetry();
  sessionWarningStore.setState(closedWarning, true);
}

/**
 * Closes the dialog when the session was extended, here or in another tab, or has ended. Returns a function
 * that stops watching.
 */
export function watchSessionForWarning(): () => void {
  return sessionStore.subscribe((session, before) => {
    if (!isWarningOpen()) return;
    const extended = session.times !== before.times && session.remainingMs > warningThresholdMs;
    if (session.status !== "signedIn" || extended) closeWarning();
  });
}

/** Extends the session ("Sitzung verlängern"). Never rejects, because the dialog stays open and shows a failure. */
export async function extendFromWarning(): Promise<void> {
  const { open, extending } = sessionWarningStore.getState();
  if (!open || extending) return;
  if (!appState.getState().online) {
    sessionWarningStore.setState({ waitingForConnection: true, error: extensionFailed });
    return;
  }
  sessionWarningStore.setState({ extending: true, waitingForConnection: false, error: null });
  try {
    await extend();
    if (isStillEnding()) sessionWarningStore.setState({ error: extensionFailed });
    else closeWarning();
  } catch {
    sessionWarningStore.setState({ error: extensionFailed });
  } finally {
    if (isWarningOpen()) sessionWarningStore.setState({ extending: false });
  }
}

/**
 * Returns whether the session is still about to end after the renewal, because the absolute limit cannot be extended.
 */
function isStillEnding(): boolean {
  const { times } = sessionStore.getState();
  return times !== null && remainingMs(times) <= warningThresholdMs;
}

function retryExtension({ online }: AppState): void {
  if (online && sessionWarningStore.getState().waitingForConnection) void extendFromWarning();
}

function countDown(): void {
  const secondsLeft = Math.max(0, Math.ceil((endsAtMs - Date.now()) / secondMs));
  sessionWarningStore.setState({ secondsLeft });
  if (secondsLeft > 0) return;
  clearInterval(ticker);
  void signOut("expired");
}
