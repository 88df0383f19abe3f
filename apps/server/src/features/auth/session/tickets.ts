import { ticketMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../../platform/clock/clock.ts";
import { hashToken, makeToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { DownloadTicket } from "../../../platform/http/calls/downloads.ts";
import type { Caller } from "../../../platform/request-context/caller.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { insertOneTimeToken } from "../auth.queries.ts";
import { consumeDownloadTicket } from "./tickets.queries.ts";

type Dependencies = { db: IdentityDb; clock: Clock };

/** Single-use tickets of a session, valid for 30 seconds, for requests that cannot send its access token. */
export class Tickets {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Issues a ticket.
   *
   * @param details what the ticket is bound to, besides its session
   */
  async issue(
    purpose: "ws_ticket" | "download",
    { personId, sessionId }: Caller,
    details: Record<string, unknown> = {},
  ): Promise<{ ticket: string; expiresAt: string }> {
    const { db, clock } = this.#dependencies;
    const ticket = makeToken();
    const expiresAt = new Date(clock.now().getTime() + ticketMs);
    await db.write((tx) =>
      insertOneTimeToken(tx, {
        token_hash: hashToken(ticket),
        purpose,
        person_id: personId,
        session_id: sessionId,
        details,
        expires_at: expiresAt,
      }),
    );
    return { ticket, expiresAt: expiresAt.toISOString() };
  }

  /** Consumes a download ticket. Returns undefined when it is unknown, used, expired or for another path. */
  consumeDownload(ticket: string, path: string): Promise<DownloadTicket | undefined> {
    const { db, clock } = this.#dependencies;
    return consumeDownloadTicket(db, hashToken(ticket), path, clock.now());
  }
}

/**
 * Returns the details of a request that are stored with its download ticket, because a link sends none of these
 * headers.
 */
export function downloadOf(
  path: string,
  { origin }: RequestContext,
  organizationId: string | undefined,
): Omit<DownloadTicket, "sessionId"> & { path: string } {
  const { language, audit } = origin;
  return { path, organizationId: organizationId ?? null, language, fingerprintHash: audit.fingerprintHash };
}
