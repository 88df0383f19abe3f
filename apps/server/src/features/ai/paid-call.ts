import type { AiModelKind } from "@praxisportal/contract/ai/providers.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../platform/clock/clock.ts";
import { dayIn } from "../../platform/clock/day-in.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { RepeatableCall } from "../../platform/idempotency/idempotency.ts";
import { budgetTokens, costOf, type Price } from "./cost.ts";
import type { ExchangeEnd } from "./exchange.ts";
import type { HoldRefusal } from "./holds.queries.ts";
import type { Ledger } from "./ledger.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { Usage } from "./wire/wire.ts";

/** What is known about a call before it is made. */
export type CallFacts = {
  provider: string;
  /** null: the model has no price. */
  price: Price | null;
  currency: string;
  /** Time zone of the organization. */
  timeZone: string;
};

export type Payer = { db: OrganizationDb; personId: string; tokenId: string | null };

export type CallParts = { running: RunningCalls; ledger: Ledger; clock: Clock };

/** What a call requests from a provider. */
export type Asked = {
  model: string;
  kind: AiModelKind;
  /** The most it may use. */
  most: Usage;
  /** Input to book when its process dies. The output received by then is recorded with the lease. */
  lost: Pick<Usage, "inputTokens" | "audioSeconds">;
};

/** A request to a provider, run once. */
export type PaidExchange = {
  /** Never rejects. */
  run: () => Promise<ExchangeEnd>;
  /** Ends the request now by closing the connection to the provider. */
  stop: () => void;
  /** Whether any request was sent to a provider. */
  readonly isSent: boolean;
  /** Returns the usage so far, estimated where the provider has not reported it. */
  used: () => { usage: Usage; isEstimated: boolean };
};

/** How a call ended and what it cost. */
export type PaidEnd = {
  callId: string;
  /** `left`: the client disconnected; `stopped`: a switch was thrown. */
  end: ExchangeEnd | { kind: "left" };
  usage: Usage;
  isEstimated: boolean;
  /** null: the model has no price. */
  costMicro: bigint | null;
  currency: string;
};

/** Thrown when nothing could be held. */
export class HoldRefusedError extends Error {
  readonly reason: HoldRefusal;
  constructor(reason: HoldRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * One paid call: held, run, settled. Create it and connect {@link leave} to the client before anything is awaited, so
 * that a client that disconnects during the hold leaves no hold behind.
 */
export class PaidCall {
  readonly id = uuidV7();
  readonly #parts: CallParts;
  readonly #facts: CallFacts;
  readonly #payer: Payer;
  readonly #asked: Asked;
  readonly #exchange: PaidExchange;
  readonly #beat: (() => void) | undefined;
  readonly #askedAtMs = performance.now();
  #givePlaceBack: (() => void) | undefined;
  #hasLeft = false;
  #isOver = false;

  /** @param beat sends a heartbeat to the client */
  constructor(
    parts: CallParts,
    { facts, payer, asked }: { facts: CallFacts; payer: Payer; asked: Asked },
    exchange: PaidExchange,
    beat?: () => void,
  ) {
    this.#parts = parts;
    this.#facts = facts;
    this.#payer = payer;
    this.#asked = asked;
    this.#exchange = exchange;
    this.#beat = beat;
  }

  /** The client disconnected. Closing the connection makes the provider stop. */
  leave(): void {
    // The response also closes after it was sent completely.
    if (this.#isOver) return;
    this.#hasLeft = true;
    this.#exchange.stop();
  }

  /**
   * Holds the most that the call may use, and saves its idempotency key with the hold.
   *
   * @throws HoldRefusedError; nothing was sent then
   * @throws ProblemError TOO_MANY_AI_CALLS before anything is held
   * @throws RepeatedCallError when the key was used before
   */
  async hold(repeatable?: RepeatableCall): Promise<void> {
    const { db, personId } = this.#payer;
    this.#givePlaceBack = this.#parts.running.enter({ organizationId: db.organizationId, personId });
    try {
      await this.#reserve(repeatable);
    } catch (error) {
      this.#givePlaceBack();
      throw error;
    }
  }

  async #reserve(repeatable: RepeatableCall | undefined): Promise<void> {
    const { price, provider, currency } = this.#facts;
    const { model, kind, most, lost } = this.#asked;
    const wish = {
      id: this.id,
      personId: this.#payer.personId,
      tokenId: this.#payer.tokenId,
      provider,
      model,
      kind,
      period: `${this.#today().slice(0, 7)}-01`,
      tokens: budgetTokens(most),
      costMicro: price === null ? 0n : costOf(most, dearest(price)),
      ...lost,
      priceId: price?.id ?? null,
      currency,
    };
    const refusal = await this.#parts.ledger.reserve(this.#payer.db, wish, repeatable);
    if (refusal !== null) throw new HoldRefusedError(refusal);
  }

  /** Runs the call after {@link hold}, once. Never rejects because of the provider. */
  async carryOut(): Promise<PaidEnd> {
    const { running } = this.#parts;
    const entry = running.add({
      id: this.id,
      organizationId: this.#payer.db.organizationId,
      personId: this.#payer.personId,
      provider: this.#facts.provider,
      askedAtMs: this.#askedAtMs,
      receivedTokens: () => this.#exchange.used().usage.outputTokens,
      stop: () => this.#exchange.stop(),
      ...(this.#beat === undefined ? {} : { beat: this.#beat }),
    });
    try {
      const end = await this.#exchange.run();
      this.#isOver = true;
      return await this.#settle(end.kind === "stopped" && this.#hasLeft ? { kind: "left" } : end);
    } finally {
      running.remove(entry);
      this.#givePlaceBack?.();
    }
  }

  async #settle(end: PaidEnd["end"]): Promise<PaidEnd> {
    const { price, currency } = this.#facts;
    const { usage, isEstimated } = chargedFor(end, this.#exchange);
    const costMicro = price === null ? null : costOf(usage, price);
    await this.#parts.ledger.settle(this.#payer.db, {
      ...usage,
      id: this.id,
      outcome: outcomes[end.kind],
      localDay: this.#today(),
      tokens: budgetTokens(usage),
      costMicro,
      isEstimated,
    });
    return { callId: this.id, end, usage, isEstimated, costMicro, currency };
  }

  /** Today in the organization's time zone. */
  #today(): string {
    return dayIn(this.#facts.timeZone, this.#parts.clock.now());
  }
}

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  audioSeconds: 0,
};

const outcomes = { done: "done", left: "aborted", stopped: "aborted", failed: "failed" } as const;

/** A provider that was not called, or refused before it sent anything, has computed nothing and costs nothing. */
function chargedFor(end: PaidEnd["end"], exchange: PaidExchange) {
  const used = exchange.used();
  const isRefused = end.kind === "failed" && used.isEstimated && used.usage.outputTokens === 0;
  return isRefused || !exchange.isSent ? { usage: noUsage, isEstimated: false } : used;
}

/** Returns the price with the higher rate for each kind of token, for the upper bound of a call. */
function dearest(price: Price): Price {
  const max = (left: bigint, right: bigint) => (left > right ? left : right);
  return {
    ...price,
    inputMicro: max(price.inputMicro, price.cachedMicro),
    outputMicro: max(price.outputMicro, price.reasoningMicro),
  };
}
