import * as endpoints from "@praxisportal/contract/sessions/sessions.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { OwnSessionsService } from "./sessions.service.ts";

/** Registers the caller's own sessions. */
export function registerSessionRoutes(registrar: Registrar, ownSessions: OwnSessionsService): void {
  registrar.handle(endpoints.listSessions, async ({ context }) => ({
    sessions: await ownSessions.list(context),
  }));

  registrar.handle(endpoints.endSession, ({ context, params }) => ownSessions.end(context, params.id));

  registrar.handle(endpoints.endOtherSessions, async ({ context }) => ({
    ended: await ownSessions.endOthers(context),
  }));
}
