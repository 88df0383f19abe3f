import { dayIn } from "../../../platform/clock/day-in.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { aiProblem, quotaProblem } from "../ai-problem.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { assertUsable, type EligibleModel } from "../eligibility/eligibility-rules.ts";
import type { ModelEligibilityService } from "../eligibility/model-eligibility.ts";
import { findExhausted, isQuotaGranted } from "../metering/exhausted.queries.ts";
import { failureOf, holdOrThrow } from "../calls/call-problems.ts";
import type { ChatCallDependencies } from "../calls/chat-call.ts";
import { MeteredCall, type MeteredCallResult } from "../calls/metered-call.ts";
import type { Client } from "../gateway/client.ts";
import type { Recording } from "./recording.ts";
import { estimateSeconds } from "./recording-meter.ts";
import { TranscriptionProviderRequest, type TranscriptionTarget } from "./transcription.ts";
import { speechHoldFor } from "../wire/estimate.ts";

export type TranscriptionDependencies = ChatCallDependencies & {
  eligibility: Pick<ModelEligibilityService, "checkTranscription">;
};

/** A recording to transcribe, and the model to use. */
export type TranscriptionOptions = {
  recording: Recording;
  /** A code like "de"; "auto" lets the model decide. */
  language: string;
  /**
   * Defaults to the first one that the organization can use, see {@link ModelEligibilityService.checkTranscription}.
   */
  provider?: string | undefined;
  model?: string | undefined;
};

/** A transcript with its provider, usage and cost. */
export type TranscriptionResult = {
  text: string;
  /** Language detected by the provider, or empty when it does not report one. */
  language: string;
  provider: string;
  model: string;
  end: MeteredCallResult;
};

/** Sends recordings of users and applications to a provider and returns the transcripts. */
export class TranscriptionService {
  readonly #dependencies: TranscriptionDependencies;

  constructor(dependencies: TranscriptionDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Refuses a recording before any of it is received if the organization cannot use any speech model or has no quota
   * left. Errors: 403 AI_STOPPED, AI_PROVIDER_NOT_READY, AI_MODEL_UNPRICED, QUOTA_EXCEEDED.
   */
  async admit({ context }: Authorized<"ai.use">): Promise<void> {
    const { db } = context.organization;
    const { personId } = context.caller;
    const eligibility = await this.#dependencies.eligibility.checkTranscription({ db, personId });
    assertUsable(eligibility);
    const today = dayIn(eligibility.timeZone, this.#dependencies.clock.now());
    const scope = await findExhausted(db, personId, `${today.slice(0, 7)}-01`);
    if (scope !== undefined) throw quotaProblem(scope, await isQuotaGranted(db, personId, scope));
  }

  /**
   * Sends a recording while it arrives and returns the transcript. Create `client` before awaiting anything. Errors:
   * see the endpoint; the hold is released in every case.
   */
  async transcribe(
    { context }: Authorized<"ai.use">,
    options: TranscriptionOptions,
    client: Client,
  ): Promise<TranscriptionResult> {
    const { recording } = options;
    const { eligibility, target } = await this.#eligibility(context, options);
    const { caller, organization } = context;
    const isPaidByTime = (eligibility.price?.audioHourMicro ?? 0n) > 0n;
    const request = new TranscriptionProviderRequest({
      dispatcher: this.#dependencies.dispatcher,
      target,
      input: {
        model: eligibility.model,
        language: options.language,
        // Models priced by tokens refuse the response format that reports the length.
        isVerbose: isPaidByTime && eligibility.price?.inputMicro === 0n,
      },
      recording,
      isPaidByTime,
    });
    const call = new MeteredCall(
      this.#dependencies,
      {
        terms: eligibility,
        payer: { db: organization.db, personId: caller.personId, tokenId: caller.token?.id ?? null },
        spec: {
          model: eligibility.model,
          kind: "audio",
          maxUsage: speechHoldFor(recording.maxSizeBytes, eligibility.maxOutputTokens),
          usageIfLost: { inputTokens: 0, audioSeconds: estimateSeconds(recording.maxSizeBytes) },
        },
      },
      request,
    );
    client.onDisconnect(() => call.disconnect());
    await holdOrThrow(call, context);
    const end = await call.run();
    if (request.fault !== undefined) throw request.fault;
    if (end.end.kind !== "done") throw new ProblemError(failureOf(end.end));
    return { ...request.transcript, provider: eligibility.provider, model: eligibility.model, end };
  }

  async #eligibility(
    { caller, organization }: RequestContext,
    { provider, model }: TranscriptionOptions,
  ): Promise<{ eligibility: EligibleModel; target: TranscriptionTarget }> {
    const { db } = organization;
    const eligibility = await this.#dependencies.eligibility.checkTranscription({
      db,
      personId: caller.personId,
      provider,
      model,
    });
    assertUsable(eligibility);
    const { baseUrl, key } = eligibility.target;
    // A provider whose wire format cannot transcribe still has an address.
    if (eligibility.transcription === null) {
      throw aiProblem("AI_PROVIDER_NOT_READY", { missing: ["modelUnknown"] });
    }
    return { eligibility, target: { request: eligibility.transcription, baseUrl, key } };
  }
}
