import type { AiModelKind } from "@praxisportal/contract/ai/providers.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { isDatabaseDown } from "../../../platform/db/durability/database-down.ts";
import { repeatWhileDatabaseDown } from "../../../platform/db/durability/while-database-down.ts";
import type { RepeatableCall } from "../../../platform/idempotency/idempotency.ts";
import { budgetTokens, costOf, type Price } from "../metering/cost.ts";
import type { ProviderRequestResult } from "./provider-request.ts";
import { isQuotaGranted } from "../metering/exhausted.queries.ts";
import { bookLost, type Hold, type HoldRefusal, type Settlement } from "../metering/holds.queries.ts";
import type { UsageBatcher } from "../metering/usage-batcher.ts";
import type { CallEnd, RunningCalls } from "./running-calls.ts";
import type { Usage } from "../wire/wire.ts";

/** Facts about a call that are known before it is made. */
export type CallTerms = {
  provider: string;
  /** null if the model has no price. */
  price: Price | null;
  currency: string;
  /** Time zone of the organization. */
  timeZone: string;
};

export type Payer = { db: OrganizationDb; personId: string; tokenId: string | null };

export type MeteredCallDependencies = { running: RunningCalls; usageBatcher: UsageBatcher; clock: Clock };

/** A call to a provider, with the most that it may use. */
export type CallSpec = {
  model: string;
  kind: AiModelKind;
  /** Upper bound of its usage. */
  maxUsage: Usage;
  /** Input to book when its process dies. The output received by then is recorded with the lease. */
  usageIfLost: Pick<Usage, "inputTokens" | "audioSeconds">;
};

/** A request to a provider, run once. */
export type MeteredProviderRequest = {
  /** Never rejects. */
  run: () => Promise<ProviderRequestResult>;
  /** Ends the request now by closing the connection to the provider. */
  stop: () => void;
  /** Whether any request was sent to a provider. */
  readonly isSent: boolean;
  /** Returns the usage so far, estimated where the provider has not reported it. */
  currentUsage: () => { usage: Usage; isEstimated: boolean };
};

/** End, usage and cost of a call. */
export type MeteredCallResult = {
  callId: string;
  /** `left`: the client disconnected; `stopped`: AI was stopped. */
  end: ProviderRequestResult | { kind: "left" };
  usage: Usage;
  isEstimated: boolean;
  /** null if the model has no price. */
  costMicros: bigint | null;
  currency: string;
};

/** Thrown when nothing could be held. */
export class HoldRefusedError extends Error {
  readonly reason: HoldRefusal;
  /** False when the limit that refused it is 0, so that nothing was ever granted. */
  readonly isGranted: boolean;
  constructor(reason: HoldRefusal, isGranted: boolean) {
    super(reason);
    this.reason = reason;
    this.isGranted = isGranted;
  }
}

/**
 * One paid call: held, run, settled. Create it and connect {@link disconnect} to the client before anything is awaited,
 * so that a client that disconnects during the hold leaves no hold behind.
 */
export class MeteredCall {
  readonly id = uuidV7();
  readonly #dependencies: MeteredCallDependencies;
  readonly #terms: CallTerms;
  readonly #payer: Payer;
  readonly #spec: CallSpec;
  readonly #request: MeteredProviderRequest;
  readonly #heartbeat: (() => void) | undefined;
  readonly #startedAtMs = performance.now();
  #hold: Hold | undefined;
  #releaseSlot: (() => void) | undefined;
  #hasDisconnected = false;
  #isFinished = false;

  /** @param heartbeat sends a heartbeat to the client */
  constructor(
    dependencies: MeteredCallDependencies,
    { terms, payer, spec }: { terms: CallTerms; payer: Payer; spec: CallSpec },
    request: MeteredProviderRequest,
    heartbeat?: () => void,
  ) {
    this.#dependencies = dependencies;
    this.#terms = terms;
    this.#payer = payer;
    this.#spec = spec;
    this.#request = request;
    this.#heartbeat = heartbeat;
  }

  /** Stops the call because the client has disconnected. Closing the connection makes the provider stop. */
  disconnect(): void {
    // The response also closes after it was sent completely.
    if (this.#isFinished) return;
    this.#hasDisconnected = true;
    this.#request.stop();
  }

  /**
   * Holds the most that the call may use, and saves its idempotency key with the hold.
   *
   * @throws HoldRefusedError before anything is sent
   * @throws ProblemError TOO_MANY_AI_CALLS before anything is held
   * @throws RepeatedCallError when the key was used before
   */
  async hold(repeatable?: RepeatableCall): Promise<void> {
    const { db, personId } = this.#payer;
    this.#releaseSlot = this.#dependencies.running.acquireSlot({
      organizationId: db.organizationId,
      personId,
    });
    try {
      await this.#reserve(repeatable);
    } catch (error) {
      this.#releaseSlot();
      throw error;
    }
  }

  async #reserve(repeatable: RepeatableCall | undefined): Promise<void> {
    const { price, provider, currency } = this.#terms;
    const { model, kind, maxUsage, usageIfLost } = this.#spec;
    const hold: Hold = {
      id: this.id,
      personId: this.#payer.personId,
      tokenId: this.#payer.tokenId,
      provider,
      model,
      kind,
      period: `${this.#today().slice(0, 7)}-01`,
      tokens: budgetTokens(maxUsage),
      costMicros: price === null ? 0n : costOf(maxUsage, upperBoundPrice(price)),
      ...usageIfLost,
      priceId: price?.id ?? null,
      currency,
    };
    try {
      const refusal = await this.#dependencies.usageBatcher.reserve(this.#payer.db, hold, repeatable);
      if (refusal !== null) throw new HoldRefusedError(refusal, await this.#isGranted(refusal));
    } catch (error) {
      // The hold may have been stored before the connection was lost; nothing was sent, and nothing is owed.
      if (isDatabaseDown(error)) void this.#release();
      throw error;
    }
    this.#hold = hold;
  }

  async #isGranted(refusal: HoldRefusal): Promise<boolean> {
    const { db, personId } = this.#payer;
    if (refusal === "person_limit") return await isQuotaGranted(db, personId, "person");
    return refusal !== "organization_limit" || (await isQuotaGranted(db, personId, "organization"));
  }

  async #release(): Promise<void> {
    const { price } = this.#terms;
    const emptySettlement = {
      ...noUsage,
      id: this.id,
      outcome: outcomes.failed,
      localDay: this.#today(),
      tokens: 0,
      costMicros: price === null ? null : 0n,
      isEstimated: false,
    };
    const release = () => this.#dependencies.usageBatcher.settle(this.#payer.db, emptySettlement);
    // The job for lost calls releases it otherwise, when its lease has ended.
    await repeatWhileDatabaseDown(release, retriedForMs).catch(() => undefined);
  }

  /** Runs the call after {@link hold}, once. Never rejects because of the provider. */
  async run(): Promise<MeteredCallResult> {
    const { running } = this.#dependencies;
    const entry = running.add({
      id: this.id,
      organizationId: this.#payer.db.organizationId,
      personId: this.#payer.personId,
      provider: this.#terms.provider,
      startedAtMs: this.#startedAtMs,
      receivedTokens: () => this.#request.currentUsage().usage.outputTokens,
      stop: () => this.#request.stop(),
      ...(this.#heartbeat === undefined ? {} : { heartbeat: this.#heartbeat }),
    });
    try {
      const end = await this.#request.run();
      this.#isFinished = true;
      running.ended[endOf(end)] += 1;
      return await this.#settle(end.kind === "stopped" && this.#hasDisconnected ? { kind: "left" } : end);
    } finally {
      running.remove(entry);
      this.#releaseSlot?.();
    }
  }

  async #settle(end: MeteredCallResult["end"]): Promise<MeteredCallResult> {
    const { price, currency } = this.#terms;
    const { usage, isEstimated } = chargedFor(end, this.#request);
    const costMicros = price === null ? null : costOf(usage, price);
    await this.#book({
      ...usage,
      id: this.id,
      outcome: outcomes[end.kind],
      localDay: this.#today(),
      tokens: budgetTokens(usage),
      costMicros,
      isEstimated,
    });
    return { callId: this.id, end, usage, isEstimated, costMicros, currency };
  }

  async #book(settlement: Settlement): Promise<void> {
    const { db } = this.#payer;
    try {
      if (await this.#dependencies.usageBatcher.settle(db, settlement)) return;
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
    }
    // Another process has booked the call, or the database was unavailable or has lost the hold or the settlement.
    const hold = this.#hold;
    if (hold !== undefined) await repeatWhileDatabaseDown(() => bookLost(db, hold, settlement), retriedForMs);
  }

  /** Returns today's date in the organization's time zone. */
  #today(): string {
    return dayIn(this.#terms.timeZone, this.#dependencies.clock.now());
  }
}

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  audioSeconds: 0,
};

/**
 * Time for which booking a call is retried while the database is unavailable, in ms. If its lease ends earlier, the job
 * for lost calls may book it instead; no call is booked twice.
 */
const retriedForMs = 60_000;

function endOf(end: ProviderRequestResult): CallEnd {
  if (end.kind === "stopped") return "aborted";
  return end.kind === "failed" && end.error.kind === "content_filter" ? "refused" : end.kind;
}

const outcomes = { done: "done", left: "aborted", stopped: "aborted", failed: "failed" } as const;

/** Returns the usage to charge. A provider that was not called, or refused before it sent anything, costs nothing. */
function chargedFor(end: MeteredCallResult["end"], request: MeteredProviderRequest) {
  const usage = request.currentUsage();
  const isRefused = end.kind === "failed" && usage.isEstimated && usage.usage.outputTokens === 0;
  return isRefused || !request.isSent ? { usage: noUsage, isEstimated: false } : usage;
}

/** Returns the price with the higher rate for each kind of token, for the upper bound of a call. */
function upperBoundPrice(price: Price): Price {
  const max = (left: bigint, right: bigint) => (left > right ? left : right);
  return {
    ...price,
    inputMicro: max(price.inputMicro, price.cachedMicro),
    outputMicro: max(price.outputMicro, price.reasoningMicro),
  };
}
