import type { Clock } from "../clock/clock.ts";
import { hashToken } from "../crypto/tokens.ts";
import type { IdentityDb } from "../db/handles.ts";
import type { PlatformDb } from "../db/platform-db.ts";
import type { Caller, Credentials, SessionTimes } from "../request-context/caller.ts";
import { findStandings, type SessionProofRow, type SessionStandingRow } from "./realtime.platform-queries.ts";
import { consumeTicket } from "./realtime.queries.ts";

/** Whom a socket belongs to and what it may see. */
export type SocketStanding = {
  sessionId: string;
  personId: string;
  /** The session was begun by a browser. */
  isBrowser: boolean;
  organizationIds: readonly string[];
  platformRole: "super_admin" | "admin" | null;
  isDemo: boolean;
  /** Until the session ends by itself, when this was read. */
  remainingMs: number;
};

/** What a request for a socket brings beside its token. */
export type SocketProof = {
  /** Secret of the device cookie. */
  deviceSecret: string | undefined;
  /** It names an origin, which the hub has compared with its own. */
  hasOrigin: boolean;
};

/** How the sockets learn what a token opens and what a session may see now. */
export type SocketAccess = {
  /**
   * Takes a single-use ticket, or the access token of a session that no browser began. The ticket of a browser's session is
   * bound to it: its page has to ask, with the cookie of its device.
   */
  openTicket(token: string, proof: SocketProof): Promise<SocketStanding | undefined>;
  /** The same for a socket that is open: it was bound when it was opened. */
  renewTicket(token: string): Promise<SocketStanding | undefined>;
  /** Those of the sessions that still hold. */
  reread(sessionIds: readonly string[]): Promise<readonly SocketStanding[]>;
  /** When a session ends by itself; undefined when it has ended. */
  sessionTimes(sessionId: string): Promise<SessionTimes | undefined>;
};

type SocketAccessParts = {
  identityDb: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  /** Judges an access token; see the session service. */
  resolveCaller: (credentials: Credentials) => Promise<Caller | undefined>;
  /** Holds a session to the present rules for a sign-in; see the session rules. */
  judgeProof: (session: SessionProofRow) => { restriction: Caller["restriction"] } | "insufficient";
  /** Finds the caller of a browser's session by the secret of its device. */
  resolveSession: (sessionId: string, deviceSecret: string | undefined) => Promise<Caller | undefined>;
};

/** Both kinds of token are 32 random bytes; nothing else is worth a query. */
const tokenPattern = /^[\w-]{43}$/;

/** The real one, over the database. */
export function createSocketAccess(parts: SocketAccessParts): SocketAccess {
  const { identityDb, platformDb, clock, resolveCaller, resolveSession, judgeProof } = parts;

  async function findLiving(sessionIds: readonly string[]): Promise<SessionStandingRow[]> {
    const now = clock.now();
    const rows = await findStandings(platformDb, sessionIds, now);
    return rows.flatMap((row) => {
      const proof = judgeProof(row);
      if (proof === "insufficient" || row.absolute_expires_at <= now || row.idle_expires_at <= now) return [];
      // A restricted session lives and sees no events of a practice or the platform.
      const { restriction } = proof;
      return restriction === null ? [row] : [{ ...row, restriction, organization_ids: [] }];
    });
  }

  async function reread(sessionIds: readonly string[]) {
    const now = clock.now();
    return (await findLiving(sessionIds)).filter(seesAnything).map((row) => toStanding(row, now));
  }

  async function renewTicket(token: string) {
    if (!tokenPattern.test(token)) return undefined;
    let sessionId = await consumeTicket(identityDb, hashToken(token), clock.now());
    if (sessionId === undefined) {
      const caller = await resolveCaller({ accessToken: token, deviceSecret: undefined });
      // A browser shows its access token to every script of the page; it opens nothing without its cookie.
      if (caller?.kind === "client") sessionId = caller.sessionId;
    }
    return sessionId === undefined ? undefined : (await reread([sessionId]))[0];
  }

  return {
    reread,
    renewTicket,
    async openTicket(token, { deviceSecret, hasOrigin }) {
      const standing = await renewTicket(token);
      if (standing === undefined || !standing.isBrowser) return standing;
      if (!hasOrigin) return undefined;
      return (await resolveSession(standing.sessionId, deviceSecret)) && standing;
    },
    async sessionTimes(sessionId) {
      const [row] = await findLiving([sessionId]);
      return row && { idleExpiresAt: row.idle_expires_at, absoluteExpiresAt: row.absolute_expires_at };
    },
  };
}

/** A user without a practice or platform role has no session; a restricted one sees only events of its own. */
function seesAnything(row: SessionStandingRow): boolean {
  return row.restriction !== null || row.platform_role !== null || row.organization_ids.length > 0;
}

function toStanding(row: SessionStandingRow, now: Date): SocketStanding {
  const endsAt = Math.min(row.idle_expires_at.getTime(), row.absolute_expires_at.getTime());
  return {
    sessionId: row.session_id,
    personId: row.person_id,
    isBrowser: row.device_kind === "browser",
    organizationIds: row.organization_ids,
    platformRole: row.restriction === null ? row.platform_role : null,
    isDemo: row.is_demo,
    remainingMs: endsAt - now.getTime(),
  };
}
