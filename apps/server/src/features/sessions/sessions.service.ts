import type { Session } from "@praxisportal/contract/sessions/sessions.schema";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { readUserAgent } from "../../platform/http/origin/user-agent.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import { presentSession } from "./sessions.presenter.ts";
import * as queries from "./sessions.queries.ts";

type Dependencies = { db: IdentityDb; clock: Clock; sessions: Pick<SessionService, "end"> };

/** End reason of a session that its user ended from another one. */
const endedByPerson = "ended_by_person";

/** Lists and ends a user's own sessions. */
export class OwnSessionsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the caller's open and locked sessions, the current one first; workstations have the names given by the
   * organization of the request.
   */
  async list(context: RequestContext): Promise<Session[]> {
    const { caller } = context;
    const rows = await queries.listOpenSessions(
      this.#dependencies.db,
      caller.personId,
      this.#dependencies.clock.now(),
    );
    const organization = context.organizationIfAny;
    const workstations =
      organization && rows.length > 0
        ? await queries.findWorkstations(
            organization.db,
            rows.map((row) => row.device_id),
          )
        : [];
    const views = rows.map((row) =>
      presentSession(
        row,
        readUserAgent(row.user_agent),
        workstations.find(({ id }) => id === row.device_id),
        row.id === caller.sessionId,
      ),
    );
    return views.toSorted((left, right) => Number(right.current) - Number(left.current));
  }

  /** Ends one of the caller's sessions. Errors: 404 when it belongs to another user or has ended. */
  async end(context: RequestContext, sessionId: string): Promise<void> {
    const endedSessions = await this.#end(context, { personId: context.caller.personId, sessionId });
    if (endedSessions === 0) throw new ProblemError("NOT_FOUND");
  }

  /** Ends all other sessions of the caller. Returns their number. */
  endOthers(context: RequestContext): Promise<number> {
    const { personId, sessionId } = context.caller;
    return this.#end(context, { personId, except: sessionId });
  }

  async #end(context: RequestContext, filter: Parameters<SessionService["end"]>[1]): Promise<number> {
    const { caller } = context;
    return this.#dependencies.db.write(async (tx) => {
      const sessions = await this.#dependencies.sessions.end(tx, filter, endedByPerson);
      if (sessions.length > 0) {
        tx.record({
          ...context.auditBase(),
          organizationId: caller.startOrganizationId ?? platformChainId,
          action: "auth.session_ended",
          target: { type: "user", id: caller.personId },
        });
      }
      return sessions.length;
    });
  }
}
