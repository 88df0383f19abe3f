import type { Clock } from "../clock/clock.ts";
import { hashToken } from "../crypto/tokens.ts";
import type { IdentityDb } from "../db/handles.ts";
import type { PlatformDb } from "../db/platform-db.ts";
import type { Caller, Credentials, SessionTimes } from "../request-context/caller.ts";
import {
  findEndedSessions,
  findSocketStates,
  type SessionProofRow,
  type SocketStateRow,
} from "./realtime.platform-queries.ts";
import { consumeTicket } from "./realtime.queries.ts";

/** Session of a socket and its rights. */
export type SocketState = {
  sessionId: string;
  personId: string;
  /** Whether the session belongs to a browser. */
  isBrowser: boolean;
  /** Organizations whose events it may currently see. */
  organizationIds: readonly string[];
  /** All organizations of its user. Changes to any of them may change its rights. */
  memberOf: readonly string[];
  platformRole: "super_admin" | "admin" | null;
  isDemo: boolean;
  /** Remaining time until the session expires, at the time of this read. */
  remainingMs: number;
};

/** Proof in an upgrade request, in addition to its token. */
export type SocketProof = {
  /** Secret of the device cookie. */
  deviceSecret: string | undefined;
  /** Whether the request has an Origin header, which the hub has already checked. */
  hasOrigin: boolean;
};

/** Resolves tokens and sessions for sockets. */
export type SocketAccess = {
  /**
   * Opens a socket with a single-use ticket, or with the access token of a session that does not belong to a browser.
   * The ticket of a browser session also requires an Origin header and the cookie of its device.
   */
  openTicket(token: string, proof: SocketProof): Promise<SocketState | undefined>;
  /** Accepts a ticket like `openTicket`, for a socket that is already open and bound to its browser. */
  renewTicket(token: string): Promise<SocketState | undefined>;
  /** Returns the current state of the given sessions that are still valid. */
  reread(sessionIds: readonly string[]): Promise<readonly SocketState[]>;
  /** Returns the given sessions that were ended, locked or deleted. Cheaper than `reread`. */
  findEnded(sessionIds: readonly string[]): Promise<readonly string[]>;
  /** Returns when a session expires, or undefined if it has ended. */
  sessionTimes(sessionId: string): Promise<SessionTimes | undefined>;
};

type SocketAccessDependencies = {
  identityDb: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  /** Resolves an access token, see the caller resolver. */
  resolveCaller: (credentials: Credentials) => Promise<Caller | undefined>;
  /** Checks a session against the current sign-in rules, see the session rules. */
  checkProof: (session: SessionProofRow) => { restriction: Caller["restriction"] } | "insufficient";
  /** Resolves the caller of a browser session by the secret of its device. */
  resolveSession: (sessionId: string, deviceSecret: string | undefined) => Promise<Caller | undefined>;
};

/** Pattern of both kinds of token, which are 32 random bytes. Other texts are rejected without a query. */
const tokenPattern = /^[\w-]{43}$/;

/** Creates the implementation that uses the database. */
export function createSocketAccess(dependencies: SocketAccessDependencies): SocketAccess {
  const { identityDb, platformDb, clock, resolveCaller, resolveSession, checkProof } = dependencies;

  async function findValid(sessionIds: readonly string[]): Promise<SocketStateRow[]> {
    const now = clock.now();
    const rows = await findSocketStates(platformDb, sessionIds, now);
    return rows.flatMap((row) => {
      const proof = checkProof(row);
      if (proof === "insufficient" || row.absolute_expires_at <= now || row.idle_expires_at <= now) return [];
      // A restricted session stays open, but sees no events of an organization or the platform.
      const { restriction } = proof;
      return restriction === null ? [row] : [{ ...row, restriction, organization_ids: [] }];
    });
  }

  async function reread(sessionIds: readonly string[]) {
    const now = clock.now();
    return (await findValid(sessionIds)).filter(hasAnyAccess).map((row) => toSocketState(row, now));
  }

  async function renewTicket(token: string) {
    if (!tokenPattern.test(token)) return undefined;
    let sessionId = await consumeTicket(identityDb, hashToken(token), clock.now());
    if (sessionId === undefined) {
      const caller = await resolveCaller({ accessToken: token, deviceSecret: undefined });
      // Every script of the page can read a browser's access token, so it cannot open a socket without the cookie.
      if (caller?.kind === "client") sessionId = caller.sessionId;
    }
    return sessionId === undefined ? undefined : (await reread([sessionId]))[0];
  }

  return {
    reread,
    renewTicket,
    findEnded: (sessionIds) => findEndedSessions(platformDb, sessionIds),
    async openTicket(token, { deviceSecret, hasOrigin }) {
      const state = await renewTicket(token);
      if (state === undefined || !state.isBrowser) return state;
      if (!hasOrigin) return undefined;
      return (await resolveSession(state.sessionId, deviceSecret)) && state;
    },
    async sessionTimes(sessionId) {
      const [row] = await findValid([sessionId]);
      return row && { idleExpiresAt: row.idle_expires_at, absoluteExpiresAt: row.absolute_expires_at };
    },
  };
}

/** Returns whether the user has an organization or a platform role, without which a session is not valid. */
function hasAnyAccess(row: SocketStateRow): boolean {
  return row.restriction !== null || row.platform_role !== null || row.organization_ids.length > 0;
}

function toSocketState(row: SocketStateRow, now: Date): SocketState {
  const endsAt = Math.min(row.idle_expires_at.getTime(), row.absolute_expires_at.getTime());
  return {
    sessionId: row.session_id,
    personId: row.person_id,
    isBrowser: row.device_kind === "browser",
    organizationIds: row.organization_ids,
    memberOf: row.member_of,
    platformRole: row.restriction === null ? row.platform_role : null,
    isDemo: row.is_demo,
    remainingMs: endsAt - now.getTime(),
  };
}
