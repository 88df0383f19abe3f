import type { createSocketTicket } from "@praxisportal/contract/auth/auth.endpoints";
import { isApiError } from "../api-client/api-error.ts";
import { call } from "../api-client/call.ts";
import { route } from "../api-client/route.ts";
import { sessionSignals } from "../api-client/session-signals.ts";
import { appState } from "../app-state/app-state.store.ts";
import { endSession } from "../session/clear-session.ts";
import { lockedElsewhere } from "../session/lock/lock-screen.ts";
import { sessionStore } from "../session/session.store.ts";
import { openWarning } from "../session/times/session-warning.ts";
import { isSigningOut } from "../session/sign-out.ts";
import { portalConfig } from "../storage/portal-config.ts";
import type { EventData } from "./frames.ts";
import { createRealtimeClient } from "./realtime-client.ts";
import { emitRealtime, onRealtime, realtimeStore } from "./realtime-events.ts";

const ticketRoute = route<typeof createSocketTicket>()(
  "auth.createSocketTicket",
  "POST",
  "/api/v1/auth/ws-ticket",
);

/** The server's reason for a session that was ended by its user. */
const ownSignOut = "signed_out";
/** The server's reason for a locked session. */
const lockedReason = "locked";

const client = createRealtimeClient({
  ticket: async () => (await call(ticketRoute, { background: true })).ticket,
  isRefusal: (error) => isApiError(error) && !error.hasNoResponse && error.status < 500,
  open: (ticket) => new WebSocket(socketUrl(ticket)),
  emit: emitRealtime,
  onState: (state) =>
    realtimeStore.setState(state === "connecting" ? { state, hasGivenUp: false } : { state }),
});

let stopRunning: (() => void) | null = null;

/**
 * Keeps the live connection open while the user is signed in and not restricted to one task. Does nothing if the
 * feature is off. Repeated calls have no effect. Returns a function that stops it.
 */
export function startRealtime(): () => void {
  if (!portalConfig().features.websocket) return () => undefined;
  stopRunning ??= start();
  return stopRunning;
}

/** Retries at once after the client has given up. */
export function reconnect(): void {
  client.resume();
}

/**
 * Sends a request over the live connection.
 * @throws RealtimeRequestError
 */
export function realtimeRequest(requestType: string, data: unknown): Promise<unknown> {
  return client.request(requestType, data);
}

function start(): () => void {
  const stops = [
    followSession(),
    connectAgain(),
    onRealtime("reconnectFailed", () => realtimeStore.setState({ hasGivenUp: true })),
    onRealtime("forceLogout", handleForcedSignOut),
    onRealtime("sessionExpiryWarning", warn),
    sessionSignals.refreshed.on(() => void client.renewAuth().catch(() => undefined)),
  ];
  return () => {
    for (const stop of stops) stop();
    client.disconnect();
    stopRunning = null;
  };
}

function followSession(): () => void {
  const follow = () => {
    if (mayConnect()) client.connect();
    else client.disconnect();
  };
  follow();
  return sessionStore.subscribe(({ status, restriction }, before) => {
    if (status !== before.status || restriction !== before.restriction) follow();
  });
}

/** Reconnects after giving up when the server is found again, the browser comes online or the user is active. */
function connectAgain(): () => void {
  const onOnline = () => {
    if (mayConnect()) client.connect();
  };
  const onAction = () => {
    if (mayConnect() && appState.getState().online) client.resume();
  };
  const actions = ["mousedown", "keydown", "touchstart"];
  const options = { capture: true, passive: true };
  const stop = appState.subscribe(({ online }, before) => {
    if (online && !before.online) onOnline();
  });
  window.addEventListener("online", onOnline);
  for (const event of actions) document.addEventListener(event, onAction, options);
  return () => {
    stop();
    window.removeEventListener("online", onOnline);
    for (const event of actions) document.removeEventListener(event, onAction, options);
  };
}

/**
 * Ends the session after a forced sign-out. The server also sends this event to all pages of a session whose user
 * signed out, including the page of the sign-out.
 */
function handleForcedSignOut(data: EventData): void {
  if (isSigningOut()) return;
  const cause = textOf(data, "reason");
  if (cause === lockedReason) return lockedElsewhere();
  endSession(cause === ownSignOut ? "logout" : "forced", { cause, message: textOf(data, "message") });
}

function warn(data: EventData): void {
  const remaining = data["remainingMs"];
  openWarning(
    typeof remaining === "number" && remaining > 0 ? remaining : sessionStore.getState().remainingMs,
  );
}

/** The server gives no ticket to a restricted session. */
function mayConnect(): boolean {
  const { status, restriction } = sessionStore.getState();
  return status === "signedIn" && restriction === null;
}

function textOf(data: EventData, name: string): string | undefined {
  const text = data[name];
  return typeof text === "string" ? text : undefined;
}

function socketUrl(ticket: string): string {
  const { protocol, host } = window.location;
  const scheme = protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${host}/ws?token=${encodeURIComponent(ticket)}`;
}
