import { websocketReconnectDelayMaxMs, websocketReconnectDelayMs } from "@praxisportal/contract/limits";

/** Normal closure, and a server or page going away. */
const finalCodes: readonly number[] = [1000, 1001];
/** Policy violation, and the private codes for a rejected or ended session. */
const rejectionCodes: readonly number[] = [1008, 4401, 4403];
/** Internal error, service restart, try again later, bad gateway. */
const serverErrorCodes: readonly number[] = [1011, 1012, 1013, 1014];

/** Returns whether the client reconnects after this close code. */
export function isReconnecting(code: number): boolean {
  return !finalCodes.includes(code);
}

/** Returns whether the server rejected the ticket or its session. */
export function isAuthFailure(code: number): boolean {
  return rejectionCodes.includes(code);
}

/** Returns whether the server closed the connection because of an internal error. */
export function isServerError(code: number): boolean {
  return serverErrorCodes.includes(code);
}

/** Returns the delay in ms before an attempt (the first is 1): 1 s, doubling, at most 30 s. */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(websocketReconnectDelayMaxMs, websocketReconnectDelayMs * 2 ** (attempt - 1));
}
