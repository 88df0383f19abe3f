import { hkdfSync } from "node:crypto";
import {
  type PromptBody,
  promptBodySchema,
  type StreamTicket,
} from "@praxisportal/contract/ai/gateway.schema";
import { aiStreamTicketMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../../platform/clock/clock.ts";
import { open, seal } from "../../../platform/crypto/sealed-secrets.ts";
import { hashToken, makeToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { assertOnlyTicket } from "./stream-address.policy.ts";
import { findTicket, insertTicket, takeTicket, type TicketHolder } from "./stream-tickets.queries.ts";

type Dependencies = { db: IdentityDb; clock: Clock };

/** Tickets that contain a prompt until its stream is opened. */
export class StreamTicketService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Stores a prompt sealed with a key that is derived from the ticket, so that only its holder can open it. */
  async issue({ context }: Authorized<"ai.use">, prompt: PromptBody): Promise<StreamTicket> {
    const ticket = makeToken();
    const holder = holderOf(context);
    const now = this.#dependencies.clock.now();
    const expiresAt = new Date(now.getTime() + aiStreamTicketMs);
    const row = {
      ...holder,
      hash: hashToken(ticket),
      sealedPrompt: seal({ present: keyOf(ticket) }, sealContextOf(holder), JSON.stringify(prompt)),
      now,
      expiresAt,
    };
    await insertTicket(this.#dependencies.db, row, context.repeatable);
    return { ticket, expiresAt: expiresAt.toISOString() };
  }

  /** Returns the owner of a ticket, or undefined when it is unknown, used or expired. */
  find(ticket: string): Promise<TicketHolder | undefined> {
    return findTicket(this.#dependencies.db, hashToken(ticket), this.#dependencies.clock.now());
  }

  /**
   * Consumes a ticket of the caller. Errors: 400 TICKET_INVALID, even for a ticket of another session; 400 for
   * parameters `beside` it in the URL.
   */
  async redeem(
    { context }: Authorized<"ai.use">,
    ticket: string,
    otherParameters: object,
  ): Promise<PromptBody> {
    assertOnlyTicket(otherParameters);
    const holder = holderOf(context);
    const sealed = await takeTicket(
      this.#dependencies.db,
      hashToken(ticket),
      holder,
      this.#dependencies.clock.now(),
    );
    if (sealed === undefined) throw new ProblemError("TICKET_INVALID");
    return promptBodySchema.parse(JSON.parse(openPrompt(ticket, holder, sealed)));
  }
}

/** Opens a sealed prompt. One that was altered or planted in the table counts as an invalid ticket. */
function openPrompt(ticket: string, holder: TicketHolder, sealed: Buffer): string {
  try {
    return open({ present: keyOf(ticket) }, sealContextOf(holder), sealed);
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

/** Returns the context that a prompt is sealed to. In the row of another session it cannot be opened. */
function sealContextOf({ sessionId, organizationId }: TicketHolder): string {
  return `ai_stream_ticket:${organizationId}:${sessionId}`;
}
