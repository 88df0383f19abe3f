import { websocketReconnectDelayMaxMs, websocketReconnectDelayMs } from "@praxisportal/contract/limits";

/** Normal end, and a server or page that goes away. */
const finalCodes: readonly number[] = [1000, 1001];
/** Policy violation, and the private codes for a refused or ended session. */
const refusalCodes: readonly number[] = [1008, 4401, 4403];
/** Internal error, restart, try again later, bad gateway. */
const serverErrorCodes: readonly number[] = [1011, 1012, 1013, 1014];

/** Whether a close with this code is followed by a new attempt. */
export function isReconnecting(code: number): boolean {
  return !finalCodes.includes(code);
}

/** Whether the server refused the ticket or the session behind it. */
export function isAuthFailure(code: number): boolean {
  return refusalCodes.includes(code);
}

/** Whether the server closed because of a fault of its own. */
export function isServerError(code: number): boolean {
  return serverErrorCodes.includes(code);
}

/** Pause in ms before an attempt (the first is 1): 1 s, doubling, at most 30 s. */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(websocketReconnectDelayMaxMs, websocketReconnectDelayMs * 2 ** (attempt - 1));
}
