import { resolveSession } from "./features/auth/resolve-session.ts";
import type { SessionService } from "./features/auth/session.service.ts";
import type { PracticeVisits } from "./features/auth/practice-visits.ts";
import type { StreamTicketService } from "./features/ai/stream-tickets.service.ts";
import type { ApplicationTokenService } from "./features/org-tokens/application-tokens.service.ts";
import { isApplicationToken } from "./platform/crypto/tokens.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { RegistrarParts } from "./platform/http/registrar.ts";

type Parts = {
  db: IdentityDb;
  sessions: SessionService;
  applications: ApplicationTokenService;
  visits: PracticeVisits;
  tickets: StreamTicketService;
};

/** Resolves who makes a request: a session, an application, or a browser with a ticket of its session. */
export function callerParts({
  db,
  sessions,
  applications,
  visits,
  tickets,
}: Parts): Pick<
  RegistrarParts,
  "resolveCaller" | "resolveSession" | "findTicket" | "noteActivity" | "notePracticeOpened"
> {
  return {
    resolveCaller: (shown) =>
      isApplicationToken(shown.accessToken)
        ? applications.resolve(shown.accessToken)
        : sessions.resolve(shown),
    resolveSession: (sessionId, deviceSecret) => resolveSession(db, sessions, sessionId, deviceSecret),
    findTicket: (ticket) => tickets.find(ticket),
    noteActivity: (caller, origin) =>
      caller.token === undefined
        ? sessions.noteActivity(caller)
        : applications.noteUse(caller, origin.address),
    notePracticeOpened: (context, organization) => visits.note(context, organization),
  };
}
