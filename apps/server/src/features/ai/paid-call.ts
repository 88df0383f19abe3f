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

/** What is decided about a call before it is made. */
export type CallFacts = {
  provider: string;
  /** null: the model has no price. */
  price: Price | null;
  currency: string;
  /** Of the practice. */
  timeZone: string;
};

export type Payer = { db: OrganizationDb; personId: string; tokenId: string | null };

export type CallParts = { running: RunningCalls; ledger: Ledger; clock: Clock };

/** What is asked of a provider, whatever it is. */
export type Asked = {
  model: string;
  kind: AiModelKind;
  /** What it uses at most. */
  most: Usage;
  /** What it is booked with when its process dies: its input about, and nothing of an answer. */
  lost: Pick<Usage, "inputTokens" | "audioSeconds">;
};

/** A conversation with a provider that is carried out once. */
export type PaidExchange = {
  /** Never rejects. */
  run: () => Promise<ExchangeEnd>;
  /** Ends it now: the connection to the provider is closed. */
  stop: () => void;
  /** Whether a provider was asked at all. */
  readonly isSent: boolean;
  /** What it used by now; estimated as far as the provider has not told. */
  used: () => { usage: Usage; isEstimated: boolean };
};

/** How a call ended and what it cost. */
export type PaidEnd = {
  callId: string;
  /** `left`: nobody reads any more; `stopped`: a switch was thrown. */
  end: ExchangeEnd | { kind: "left" };
  usage: Usage;
  isEstimated: boolean;
  /** null: the model has no price. */
  costMicro: bigint | null;
  currency: string;
};

/** Nothing could be held. */
export class HoldRefusedError extends Error {
  readonly reason: HoldRefusal;
  constructor(reason: HoldRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * One paid call: held, carried out, settled. Make it and wire {@link leave} to the reader before anything is awaited; a
 * reader who goes while the hold is asked for leaves no hold behind.
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

  /** @param beat lets the reader know that the connection lives */
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

  /** Nobody reads any more. The provider is told by the end of the connection. */
  leave(): void {
    // The reader of a whole answer goes as well, when all is over.
    if (this.#isOver) return;
    this.#hasLeft = true;
    this.#exchange.stop();
  }

  /**
   * Holds what it may use at most, together with the key that the caller gave the call.
   *
   * @throws HoldRefusedError; nothing was sent then
   * @throws ProblemError TOO_MANY_AI_CALLS before anything is held
   * @throws RepeatedCallError when a call came with the key before
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

  /** Carries out what was held; once, and never rejects for what the provider does. */
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

  /** The day of the practice. */
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

/** A provider that was not asked, or refused before it gave anything, has not computed anything. */
function chargedFor(end: PaidEnd["end"], exchange: PaidExchange) {
  const used = exchange.used();
  const isRefused = end.kind === "failed" && used.isEstimated && used.usage.outputTokens === 0;
  return isRefused || !exchange.isSent ? { usage: noUsage, isEstimated: false } : used;
}

/** What a call costs at most, whichever way its tokens are counted. */
function dearest(price: Price): Price {
  const max = (left: bigint, right: bigint) => (left > right ? left : right);
  return {
    ...price,
    inputMicro: max(price.inputMicro, price.cachedMicro),
    outputMicro: max(price.outputMicro, price.reasoningMicro),
  };
}
