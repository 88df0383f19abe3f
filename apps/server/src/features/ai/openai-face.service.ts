import {
  type ChatCompletion,
  type ChatCompletionBody,
  type OpenaiModelList,
  textOfMessage,
  type Transcription,
  type TranscriptionForm,
} from "@praxisportal/contract/ai/openai-face.schema";
import { statusOf } from "@praxisportal/contract/errors";
import type { Language } from "@praxisportal/contract/languages";
import type { Clock } from "../../platform/clock/clock.ts";
import type { StreamWriter } from "../../platform/http/event-stream.ts";
import { ProblemError, problemText } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import type { AiFactsService, ModelFacts } from "./ai-facts.ts";
import { failureOf } from "./call-problems.ts";
import type { ChatCall } from "./chat-call.ts";
import type { GatewayService, Question } from "./gateway.service.ts";
import {
  type AnswerHead,
  presentChunk,
  presentCompletion,
  presentError,
  presentModels,
  presentTranscription,
  presentUsageChunk,
} from "./openai-face.presenter.ts";
import type { PaidEnd } from "./paid-call.ts";
import type { Reader } from "./reader.ts";
import type { Recording } from "./recording.ts";
import type { TranscriptionService } from "./transcription.service.ts";

type Parts = {
  gateway: Pick<GatewayService, "open">;
  transcription: Pick<TranscriptionService, "transcribe">;
  facts: Pick<AiFactsService, "models">;
  clock: Clock;
};

/** The gateway for clients of the OpenAI API: another format, the same checks. */
export class OpenaiFaceService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
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
    reader: Reader,
  ): Promise<ChatCompletion> {
    const question = await this.#questionOf(context, body);
    let text = "";
    const call = await this.#parts.gateway.open(context, question, false, reader, (piece) => (text += piece));
    const { end, usage } = await call.carryOut();
    if (end.kind !== "done") throw new ProblemError(failureOf(end));
    return presentCompletion(this.#headOf(call, body), text, end.finishReason, usage);
  }

  /** Holds what a response may use and returns the function that streams it in chunks. Errors: see the endpoint. */
  async stream(
    { context }: Authorized<"ai.use">,
    body: ChatCompletionBody,
    reader: Reader,
    language: Language,
  ): Promise<(writer: StreamWriter) => Promise<void>> {
    const question = await this.#questionOf(context, body);
    const tellsUsage = body.stream_options?.include_usage === true;
    let writer: StreamWriter | undefined;
    const send = (chunk: object) => writer?.plain(JSON.stringify(chunk));
    const call = await this.#parts.gateway.open(
      context,
      question,
      true,
      reader,
      (content) => {
        if (send(presentChunk(head, { content }, null, tellsUsage)) === false) call.pause();
      },
      () => writer?.beat(),
    );
    reader.onDrain(() => call.resume());
    const head = this.#headOf(call, body);
    return async (opened) => {
      writer = opened;
      send(presentChunk(head, { role: "assistant", content: "" }, null, tellsUsage));
      const { end, usage } = await call.carryOut();
      if (end.kind !== "done") {
        send(errorOf(end, language));
        return;
      }
      send(presentChunk(head, {}, end.finishReason, tellsUsage));
      if (tellsUsage) send(presentUsageChunk(head, usage));
      writer.plain("[DONE]");
    };
  }

  /** Transcribes a recording while it arrives. Errors: see the endpoint. */
  async transcribe(
    allowed: Authorized<"ai.use">,
    form: TranscriptionForm,
    recording: Recording,
    reader: Reader,
  ): Promise<Transcription> {
    const { provider, model } = named(form.model, await this.#modelsOf(allowed.context));
    const wish = { recording, provider, model, language: form.language ?? "auto" };
    const { text, end } = await this.#parts.transcription.transcribe(allowed, wish, reader);
    return presentTranscription(text, end.usage);
  }

  #headOf({ id }: ChatCall, { model }: ChatCompletionBody): AnswerHead {
    return { id: `chatcmpl-${id}`, created: Math.floor(this.#parts.clock.now().getTime() / 1_000), model };
  }

  #modelsOf({ organization, caller }: RequestContext): Promise<ModelFacts[]> {
    return this.#parts.facts.models(organization.db, caller.personId);
  }

  async #questionOf(context: RequestContext, body: ChatCompletionBody): Promise<Question> {
    const { provider, model } = named(body.model, await this.#modelsOf(context));
    const { stop } = body;
    return {
      provider,
      model,
      maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
      messages: body.messages.map((message) => ({
        role: message.role === "developer" ? "system" : message.role,
        content: textOfMessage(message),
      })),
      ...(typeof body.temperature === "number" ? { temperature: body.temperature } : {}),
      ...(typeof body.top_p === "number" ? { topP: body.top_p } : {}),
      ...(stop === null || stop === undefined ? {} : { stop: typeof stop === "string" ? [stop] : stop }),
    };
  }
}

/**
 * Resolves a model name, with its provider or alone where only one has it. A usable model takes precedence; for an
 * unusable one the gateway gives the reason. Errors: 404 for none, 400 for several.
 */
function named(name: string, models: readonly ModelFacts[]): ModelFacts {
  const whole = models.find(({ provider, model }) => `${provider}/${model}` === name);
  if (whole !== undefined) return whole;
  const alone = models.filter(({ model }) => model === name);
  const usable = alone.filter(({ isUsable }) => isUsable);
  const [first, second] = usable.length > 0 ? usable : alone;
  const issue = { path: "model", code: "invalidChoice", params: {} } as const;
  if (first === undefined) throw new ProblemError("NOT_FOUND", { issues: [issue] });
  if (second !== undefined) throw new ProblemError("VALIDATION_FAILED", { issues: [issue] });
  return first;
}

function errorOf(end: Exclude<PaidEnd["end"], { kind: "done" }>, language: Language) {
  const code = failureOf(end);
  return presentError({ code, status: statusOf(code), message: problemText(language, code) });
}
