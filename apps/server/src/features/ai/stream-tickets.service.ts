import { hkdfSync } from "node:crypto";
import {
  type PromptBody,
  promptBodySchema,
  type StreamTicket,
} from "@praxisportal/contract/ai/gateway.schema";
import { aiStreamTicketMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import { open, seal } from "../../platform/crypto/sealed-secrets.ts";
import { hashToken, makeToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { refuseBeside } from "./stream-address.policy.ts";
import { findTicket, insertTicket, takeTicket, type TicketHolder } from "./stream-tickets.queries.ts";

type Parts = { db: IdentityDb; clock: Clock };

/** Tickets by which a prompt waits for its stream. */
export class StreamTicketService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Keeps a prompt, sealed with a key that nobody has but the holder of the ticket. */
  async issue({ context }: Authorized<"ai.use">, prompt: PromptBody): Promise<StreamTicket> {
    const ticket = makeToken();
    const holder = holderOf(context);
    const now = this.#parts.clock.now();
    const expiresAt = new Date(now.getTime() + aiStreamTicketMs);
    const row = {
      ...holder,
      hash: hashToken(ticket),
      sealedPrompt: seal(keyOf(ticket), placeOf(holder), JSON.stringify(prompt)),
      now,
      expiresAt,
    };
    await insertTicket(this.#parts.db, row, context.repeatable);
    return { ticket, expiresAt: expiresAt.toISOString() };
  }

  /** Whose a ticket is; undefined for one that is unknown, used or expired. */
  find(ticket: string): Promise<TicketHolder | undefined> {
    return findTicket(this.#parts.db, hashToken(ticket), this.#parts.clock.now());
  }

  /**
   * Uses up a ticket of the caller. Errors: 400 TICKET_INVALID, also for one of another session, and for what stands
   * `beside` it in the address.
   */
  async redeem({ context }: Authorized<"ai.use">, ticket: string, beside: object): Promise<PromptBody> {
    refuseBeside(beside);
    const holder = holderOf(context);
    const sealed = await takeTicket(this.#parts.db, hashToken(ticket), holder, this.#parts.clock.now());
    if (sealed === undefined) throw new ProblemError("TICKET_INVALID");
    return promptBodySchema.parse(JSON.parse(openPrompt(ticket, holder, sealed)));
  }
}

/** One that was changed in the table, or put there by somebody else, opens as little as none. */
function openPrompt(ticket: string, holder: TicketHolder, sealed: Buffer): string {
  try {
    return open(keyOf(ticket), placeOf(holder), sealed);
  } catch {
    throw new ProblemError("TICKET_INVALID");
  }
}

function holderOf({ caller, organization }: RequestContext): TicketHolder {
  return { sessionId: caller.sessionId, organizationId: organization.id };
}

function keyOf(ticket: string): Buffer {
  return Buffer.from(hkdfSync("sha256", ticket, "praxisportal", "ai-stream-ticket", 32));
}

/** A sealed prompt that was put into the row of somebody else cannot be opened. */
function placeOf({ sessionId, organizationId }: TicketHolder): string {
  return `ai_stream_ticket:${organizationId}:${sessionId}`;
}
