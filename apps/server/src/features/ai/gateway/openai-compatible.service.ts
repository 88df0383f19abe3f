import {
  type ChatCompletion,
  type ChatCompletionBody,
  type OpenaiModelList,
  messageText,
  type Transcription,
  type TranscriptionForm,
} from "@praxisportal/contract/ai/openai-compatible.schema";
import { type ErrorCode, statusOf } from "@praxisportal/contract/errors";
import type { Language } from "@praxisportal/contract/languages";
import type { Logger } from "pino";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { StreamWriter } from "../../../platform/http/event-stream.ts";
import { ProblemError, problemText } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import type { ModelEligibilityService, ModelAvailability } from "../eligibility/model-eligibility.ts";
import { failureOf } from "../calls/call-problems.ts";
import type { ChatCall } from "../calls/chat-call.ts";
import type { GatewayService, ChatRequest } from "./gateway.service.ts";
import {
  type CompletionHeader,
  presentChunk,
  presentCompletion,
  presentError,
  presentModels,
  presentTranscription,
  presentUsageChunk,
} from "./openai-compatible.presenter.ts";
import { runStreamed } from "../calls/run-streamed.ts";
import type { Client } from "./client.ts";
import type { Recording } from "../transcription/recording.ts";
import type { TranscriptionService } from "../transcription/transcription.service.ts";

type Dependencies = {
  gateway: Pick<GatewayService, "open">;
  transcription: Pick<TranscriptionService, "transcribe">;
  eligibility: Pick<ModelEligibilityService, "models">;
  clock: Clock;
  log: Pick<Logger, "error">;
};

/** The gateway for clients of the OpenAI API: another format, the same checks. */
export class OpenaiCompatibleService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the models that the organization may currently use. */
  async models({ context }: Authorized<"ai.use">): Promise<OpenaiModelList> {
    const models = await this.#modelsOf(context);
    return presentModels(models.filter(({ isUsable }) => isUsable));
  }

  /** Returns the complete response. Errors: see the endpoint. */
  async complete(
    { context }: Authorized<"ai.use">,
    body: ChatCompletionBody,
    client: Client,
  ): Promise<ChatCompletion> {
    const chatRequest = await this.#chatRequestOf(context, body);
    let text = "";
    const call = await this.#dependencies.gateway.open(
      context,
      chatRequest,
      false,
      client,
      (chunk) => (text += chunk),
    );
    const { end, usage } = await call.run();
    if (end.kind !== "done") throw new ProblemError(failureOf(end));
    return presentCompletion(this.#headerOf(call, body), text, end.finishReason, usage);
  }

  /**
   * Holds the most that a response may use and returns the function that streams it in chunks. Errors: see the
   * endpoint.
   */
  async stream(
    { context }: Authorized<"ai.use">,
    body: ChatCompletionBody,
    client: Client,
    language: Language,
  ): Promise<(writer: StreamWriter) => Promise<void>> {
    const chatRequest = await this.#chatRequestOf(context, body);
    const includesUsage = body.stream_options?.include_usage === true;
    let writer: StreamWriter | undefined;
    const send = (chunk: object) => writer?.plain(JSON.stringify(chunk));
    const call = await this.#dependencies.gateway.open(
      context,
      chatRequest,
      true,
      client,
      (content) => {
        if (send(presentChunk(header, { content }, null, includesUsage)) === false) call.pause();
      },
      () => writer?.beat(),
    );
    client.onDrain(() => call.resume());
    const header = this.#headerOf(call, body);
    return async (opened) => {
      writer = opened;
      send(presentChunk(header, { role: "assistant", content: "" }, null, includesUsage));
      const result = await runStreamed(call, this.#dependencies.log);
      if (result?.end.kind !== "done") {
        send(errorOf(result === undefined ? "SERVICE_UNAVAILABLE" : failureOf(result.end), language));
        return;
      }
      const { end, usage } = result;
      send(presentChunk(header, {}, end.finishReason, includesUsage));
      if (includesUsage) send(presentUsageChunk(header, usage));
      writer.plain("[DONE]");
    };
  }

  /** Transcribes a recording while it arrives. Errors: see the endpoint. */
  async transcribe(
    allowed: Authorized<"ai.use">,
    form: TranscriptionForm,
    recording: Recording,
    client: Client,
  ): Promise<Transcription> {
    const { provider, model } = findModel(form.model, await this.#modelsOf(allowed.context));
    const options = { recording, provider, model, language: form.language ?? "auto" };
    const { text, end } = await this.#dependencies.transcription.transcribe(allowed, options, client);
    return presentTranscription(text, end.usage);
  }

  #headerOf({ id }: ChatCall, { model }: ChatCompletionBody): CompletionHeader {
    return {
      id: `chatcmpl-${id}`,
      created: Math.floor(this.#dependencies.clock.now().getTime() / 1_000),
      model,
    };
  }

  #modelsOf({ organization, caller }: RequestContext): Promise<ModelAvailability[]> {
    return this.#dependencies.eligibility.models(organization.db, caller.personId);
  }

  async #chatRequestOf(context: RequestContext, body: ChatCompletionBody): Promise<ChatRequest> {
    const { provider, model } = findModel(body.model, await this.#modelsOf(context));
    const { stop } = body;
    return {
      provider,
      model,
      maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
      messages: body.messages.map((message) => ({
        role: message.role === "developer" ? "system" : message.role,
        content: messageText(message),
      })),
      ...(typeof body.temperature === "number" ? { temperature: body.temperature } : {}),
      ...(typeof body.top_p === "number" ? { topP: body.top_p } : {}),
      ...(stop === null || stop === undefined ? {} : { stop: typeof stop === "string" ? [stop] : stop }),
    };
  }
}

/**
 * Resolves a model name, with its provider, or without it if only one provider has the model. A usable model takes
 * precedence. For an unusable one the gateway gives the reason. Errors: 404 for none, 400 for several.
 */
function findModel(name: string, models: readonly ModelAvailability[]): ModelAvailability {
  const qualified = models.find(({ provider, model }) => `${provider}/${model}` === name);
  if (qualified !== undefined) return qualified;
  const unqualified = models.filter(({ model }) => model === name);
  const usable = unqualified.filter(({ isUsable }) => isUsable);
  const [match, otherMatch] = usable.length > 0 ? usable : unqualified;
  const issue = { path: "model", code: "invalidChoice", params: {} } as const;
  if (match === undefined) throw new ProblemError("NOT_FOUND", { issues: [issue] });
  if (otherMatch !== undefined) throw new ProblemError("VALIDATION_FAILED", { issues: [issue] });
  return match;
}

function errorOf(code: ErrorCode, language: Language) {
  return presentError({ code, status: statusOf(code), message: problemText(language, code) });
}
