import { dayIn } from "../../platform/clock/day-in.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { type AiFactsService, assertUsable, type UsableFacts } from "./ai-facts.ts";
import { findExhausted } from "./exhausted.queries.ts";
import { failureOf, holdOrRefuse } from "./call-problems.ts";
import type { ChatParts } from "./chat-call.ts";
import { PaidCall, type PaidEnd } from "./paid-call.ts";
import type { Reader } from "./reader.ts";
import type { Recording } from "./recording.ts";
import { secondsAbout } from "./recording-meter.ts";
import { TranscriptionExchange, type TranscriptionTarget } from "./transcription.ts";
import { speechHoldFor } from "./wire/estimate.ts";

export type TranscriptionParts = ChatParts & { facts: Pick<AiFactsService, "aboutSpeech"> };

/** A recording to transcribe, and with which model. */
export type TranscriptionWish = {
  recording: Recording;
  /** A code like "de"; "auto" lets the model decide. */
  language: string;
  /** Defaults to the first one that the organization can use, see {@link AiFactsService.aboutSpeech}. */
  provider?: string | undefined;
  model?: string | undefined;
};

/** A transcript with its provider, usage and cost. */
export type Transcribed = {
  text: string;
  /** Language detected by the provider; empty when it does not report one. */
  language: string;
  provider: string;
  model: string;
  end: PaidEnd;
};

/** Sends recordings of users and applications to a provider and returns the transcripts. */
export class TranscriptionService {
  readonly #parts: TranscriptionParts;

  constructor(parts: TranscriptionParts) {
    this.#parts = parts;
  }

  /**
   * Refuses a recording before any of it is received when the organization can use no speech model or has no quota
   * left. Errors: 403 AI_STOPPED, AI_PROVIDER_NOT_READY, AI_MODEL_UNPRICED, QUOTA_EXCEEDED.
   */
  async admit({ context }: Authorized<"ai.use">): Promise<void> {
    const { db } = context.organization;
    const { personId } = context.caller;
    const facts = await this.#parts.facts.aboutSpeech({ db, personId });
    assertUsable(facts);
    const today = dayIn(facts.timeZone, this.#parts.clock.now());
    const scope = await findExhausted(db, personId, `${today.slice(0, 7)}-01`);
    if (scope !== undefined) throw new ProblemError("QUOTA_EXCEEDED", { ai: { scope } });
  }

  /**
   * Sends a recording while it arrives and returns the transcript. Create `reader` before anything of the request is
   * awaited. Errors: see the endpoint; in every case nothing stays held.
   */
  async transcribe(
    { context }: Authorized<"ai.use">,
    wish: TranscriptionWish,
    reader: Reader,
  ): Promise<Transcribed> {
    const { recording } = wish;
    const { facts, target } = await this.#facts(context, wish);
    const { caller, organization } = context;
    const isPaidByTime = (facts.price?.audioHourMicro ?? 0n) > 0n;
    const exchange = new TranscriptionExchange({
      dispatcher: this.#parts.dispatcher,
      target,
      input: {
        model: facts.model,
        language: wish.language,
        // Models priced by tokens refuse the response format that reports the length.
        isVerbose: isPaidByTime && facts.price?.inputMicro === 0n,
      },
      recording,
      isPaidByTime,
    });
    const call = new PaidCall(
      this.#parts,
      {
        facts,
        payer: { db: organization.db, personId: caller.personId, tokenId: caller.token?.id ?? null },
        asked: {
          model: facts.model,
          kind: "audio",
          most: speechHoldFor(recording.sizeAtMost, facts.maxOutputTokens),
          lost: { inputTokens: 0, audioSeconds: secondsAbout(recording.sizeAtMost) },
        },
      },
      exchange,
    );
    reader.onLeave(() => call.leave());
    await holdOrRefuse(call, context);
    const end = await call.carryOut();
    if (exchange.fault !== undefined) throw exchange.fault;
    if (end.end.kind !== "done") throw new ProblemError(failureOf(end.end));
    return { ...exchange.transcript, provider: facts.provider, model: facts.model, end };
  }

  async #facts(
    { caller, organization }: RequestContext,
    { provider, model }: TranscriptionWish,
  ): Promise<{ facts: UsableFacts; target: TranscriptionTarget }> {
    const { db } = organization;
    const facts = await this.#parts.facts.aboutSpeech({ db, personId: caller.personId, provider, model });
    assertUsable(facts);
    const { baseUrl, key } = facts.target;
    // A provider whose wire format cannot transcribe still has an address.
    if (facts.transcription === null) {
      throw new ProblemError("AI_PROVIDER_NOT_READY", { ai: { missing: ["modelUnknown"] } });
    }
    return { facts, target: { request: facts.transcription, baseUrl, key } };
  }
}
