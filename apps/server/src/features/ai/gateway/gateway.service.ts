import type { AiAnswer, AiBill, ConversationBody } from "@praxisportal/contract/ai/gateway.schema";
import type { ErrorCode } from "@praxisportal/contract/errors";
import type { Language } from "@praxisportal/contract/languages";
import type { Logger } from "pino";
import { aiProblem } from "../ai-problem.ts";
import { ProblemError, problemText } from "../../../platform/http/problem.ts";
import type { StreamWriter } from "../../../platform/http/event-stream.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { assertUsable } from "../eligibility/eligibility-rules.ts";
import type { ModelEligibilityService } from "../eligibility/model-eligibility.ts";
import { failureOf, holdOrThrow } from "../calls/call-problems.ts";
import { ChatCall, type ChatCallDependencies } from "../calls/chat-call.ts";
import { runStreamed } from "../calls/run-streamed.ts";
import { presentBill } from "./gateway.presenter.ts";
import type { Client } from "./client.ts";
import type { ChatInput, ChatMessage } from "../wire/wire.ts";

export type GatewayDependencies = ChatCallDependencies & {
  eligibility: Pick<ModelEligibilityService, "check">;
  log: Pick<Logger, "error">;
};

/** Input for a model: a prompt or a whole conversation. */
export type ChatRequest = { provider: string; model: string; maxTokens?: number | undefined } & Pick<
  ChatInput,
  "temperature" | "topP" | "stop"
> &
  ({ prompt: string } | { messages: readonly ChatMessage[] });

/** Maximum length of a response when the caller does not set one. */
const defaultMaxTokens = 4_096;

/** Sends prompts of users and applications to a provider and returns the responses. */
export class GatewayService {
  readonly #dependencies: GatewayDependencies;

  constructor(dependencies: GatewayDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the complete response. Errors: see the endpoint. */
  async complete(
    { context }: Authorized<"ai.use">,
    body: ConversationBody,
    client: Client,
  ): Promise<AiAnswer> {
    let text = "";
    const call = await this.open(context, chatRequestOf(body), false, client, (chunk) => (text += chunk));
    const end = await call.run();
    if (end.end.kind === "done") {
      return { text, finishReason: end.end.finishReason, bill: presentBill(end, body) };
    }
    throw new ProblemError(failureOf(end.end));
  }

  /**
   * Holds the most that a response may use and returns the function that streams it, to be called once. Errors: see the
   * endpoint; all of them before anything is sent.
   */
  async stream(
    { context }: Authorized<"ai.use">,
    body: ConversationBody,
    client: Client,
    language: Language,
  ): Promise<(writer: StreamWriter) => Promise<void>> {
    let writer: StreamWriter | undefined;
    const call = await this.open(
      context,
      chatRequestOf(body),
      true,
      client,
      (text) => {
        if (writer?.event(`{"text":${JSON.stringify(text)}}`) === false) call.pause();
      },
      () => writer?.beat(),
    );
    client.onDrain(() => call.resume());
    return async (opened) => {
      writer = opened;
      const fail = (code: ErrorCode, bill: AiBill | null) =>
        opened.event(JSON.stringify({ code, message: problemText(language, code), bill }), "failed");
      const end = await runStreamed(call, this.#dependencies.log);
      if (end === undefined) {
        fail("SERVICE_UNAVAILABLE", null);
        return;
      }
      const bill = presentBill(end, body);
      if (end.end.kind !== "done") {
        fail(failureOf(end.end), bill);
        return;
      }
      opened.event(JSON.stringify({ finishReason: end.end.finishReason, bill }), "done");
    };
  }

  /** Holds the most that a response may use and returns the call that runs it. Errors: see the endpoints. */
  async open(
    context: RequestContext,
    { provider, maxTokens, ...chatRequest }: ChatRequest,
    isStream: boolean,
    client: Client,
    onText: (text: string) => void,
    beat?: () => void,
  ): Promise<ChatCall> {
    const { caller, organization } = context;
    const { model } = chatRequest;
    const { db } = organization;
    const eligibility = await this.#dependencies.eligibility.check({
      db,
      personId: caller.personId,
      provider,
      model,
    });
    assertUsable(eligibility);
    // Speech models do not accept prompts.
    if (eligibility.kind !== "chat") throw aiProblem("AI_PROVIDER_NOT_READY", { missing: ["modelUnknown"] });
    const call = new ChatCall(
      this.#dependencies,
      {
        terms: eligibility,
        payer: { db, personId: caller.personId, tokenId: caller.token?.id ?? null },
        input: {
          ...chatRequest,
          maxTokens: Math.min(maxTokens ?? defaultMaxTokens, eligibility.maxOutputTokens),
          stream: isStream,
        },
      },
      { onText, ...(beat === undefined ? {} : { heartbeat: beat }) },
    );
    client.onDisconnect(() => call.disconnect());
    await holdOrThrow(call, context);
    return call;
  }
}

/** Returns the prompt of a user as input for a model, with the conversation that it continues. */
function chatRequestOf({ prompt, history = [], ...rest }: ConversationBody): ChatRequest {
  if (history.length === 0) return { ...rest, prompt };
  const earlierMessages = history.flatMap((turn): ChatMessage[] => [
    { role: "user", content: turn.prompt },
    // Omits an answer that was stopped before its first word.
    ...(turn.answer === "" ? [] : [{ role: "assistant" as const, content: turn.answer }]),
  ]);
  return { ...rest, messages: [...earlierMessages, { role: "user", content: prompt }] };
}
