import type { Clock } from "../clock/clock.ts";
import { ProblemError } from "../http/problem.ts";
import type { SocketAccess } from "./socket-access.ts";
import type { SocketRequests } from "./socket-messages.ts";

/** Creates the handler of `session.times`, which returns the expiry of the socket's session without extending it. */
export function sessionTimesRequest(access: SocketAccess, clock: Clock): SocketRequests {
  return {
    async "session.times"({ sessionId }) {
      const times = await access.sessionTimes(sessionId);
      if (times === undefined) throw new ProblemError("SESSION_EXPIRED");
      return {
        idleExpiresAt: times.idleExpiresAt.toISOString(),
        absoluteExpiresAt: times.absoluteExpiresAt.toISOString(),
        serverTime: clock.now().toISOString(),
      };
    },
  };
}
