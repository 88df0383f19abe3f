import { resolveSession } from "./features/auth/resolve-session.ts";
import type { SessionService } from "./features/auth/session.service.ts";
import type { PracticeVisits } from "./features/auth/practice-visits.ts";
import type { StreamTicketService } from "./features/ai/stream-tickets.service.ts";
import type { ApplicationTokenService } from "./features/org-tokens/application-tokens.service.ts";
import { isApplicationToken } from "./platform/crypto/tokens.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { RegistrarDependencies } from "./platform/http/registrar.ts";

type Dependencies = {
  db: IdentityDb;
  sessions: SessionService;
  applications: ApplicationTokenService;
  visits: PracticeVisits;
  tickets: StreamTicketService;
};

/** Resolves who makes a request: a session, an application, or a browser with a ticket of its session. */
export function callerDependencies({
  db,
  sessions,
  applications,
  visits,
  tickets,
}: Dependencies): Pick<
  RegistrarDependencies,
  "resolveCaller" | "resolveSession" | "findTicket" | "recordActivity" | "recordPracticeOpened"
> {
  return {
    resolveCaller: (shown) =>
      isApplicationToken(shown.accessToken)
        ? applications.resolve(shown.accessToken)
        : sessions.resolve(shown),
    resolveSession: (sessionId, deviceSecret) => resolveSession(db, sessions, sessionId, deviceSecret),
    findTicket: (ticket) => tickets.find(ticket),
    recordActivity: (caller, origin) =>
      caller.token === undefined
        ? sessions.recordActivity(caller)
        : applications.recordUse(caller, origin.address),
    recordPracticeOpened: (context, organization) => visits.record(context, organization),
  };
}
