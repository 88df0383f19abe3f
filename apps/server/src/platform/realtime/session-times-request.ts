import type { Clock } from "../clock/clock.ts";
import { ProblemError } from "../http/problem.ts";
import type { SocketAccess } from "./socket-access.ts";
import type { SocketRequests } from "./socket-messages.ts";

/** `session.times`: when the session of the socket ends by itself. Reading it does not keep the session alive. */
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
