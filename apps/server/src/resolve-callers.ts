import type { Ai } from "./features/ai/create-ai.ts";
import type { Auth } from "./features/auth/create-auth.ts";
import type { OrgTokens } from "./features/org-tokens/create-org-tokens.ts";
import { isApplicationToken } from "./platform/crypto/tokens.ts";
import type { AdmissionDependencies } from "./platform/http/calls/admission.ts";

type Dependencies = {
  auth: Auth;
  orgTokens: OrgTokens;
  ai: Ai;
  legacy: Pick<AdmissionDependencies, "findLegacyCaller">;
};

/**
 * Creates the functions that resolve the caller of a request: a session, an application, a browser with a ticket, or a
 * session of the fallback login.
 */
export function resolveCallers({
  auth: { callers, activity, visits, resolveSession, tickets: sessionTickets },
  orgTokens: { tokens },
  ai: { tickets },
  legacy: { findLegacyCaller },
}: Dependencies): Pick<
  AdmissionDependencies,
  | "resolveCaller"
  | "resolveSession"
  | "findLegacyCaller"
  | "findTicket"
  | "consumeDownloadTicket"
  | "recordActivity"
  | "recordOrganizationOpened"
> {
  return {
    resolveCaller: (credentials) =>
      isApplicationToken(credentials.accessToken)
        ? tokens.resolve(credentials.accessToken)
        : callers.resolve(credentials),
    resolveSession,
    findLegacyCaller,
    findTicket: (ticket) => tickets.find(ticket),
    consumeDownloadTicket: (ticket, path) => sessionTickets.consumeDownload(ticket, path),
    recordActivity: (caller, origin, organizationId) =>
      caller.token === undefined
        ? activity.record(caller, organizationId)
        : tokens.recordUse(caller, origin.address),
    recordOrganizationOpened: (context, organization) => visits.record(context, organization),
  };
}
