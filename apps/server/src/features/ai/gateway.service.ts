import type { AiAnswer, PromptBody } from "@praxisportal/contract/ai/gateway.schema";
import type { Language } from "@praxisportal/contract/languages";
import { ProblemError, problemText } from "../../platform/http/problem.ts";
import type { StreamWriter } from "../../platform/http/event-stream.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { type AiFactsService, assertUsable } from "./ai-facts.ts";
import { failureOf, holdOrRefuse } from "./call-problems.ts";
import { ChatCall, type ChatParts } from "./chat-call.ts";
import { presentBill } from "./gateway.presenter.ts";
import type { Reader } from "./reader.ts";
import type { ChatInput, ChatMessage } from "./wire/wire.ts";

export type GatewayParts = ChatParts & { facts: Pick<AiFactsService, "about"> };

/** Input for a model: a prompt or a whole conversation. */
export type Question = { provider: string; model: string; maxTokens?: number | undefined } & Pick<
  ChatInput,
  "temperature" | "topP" | "stop"
> &
  ({ prompt: string } | { messages: readonly ChatMessage[] });

/** Maximum length of a response when the caller does not set one. */
const defaultMaxTokens = 4_096;

/** Sends prompts of users and applications to a provider and returns the responses. */
export class GatewayService {
  readonly #parts: GatewayParts;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** Returns the complete response. Errors: see the endpoint. */
  async answer({ context }: Authorized<"ai.use">, body: PromptBody, reader: Reader): Promise<AiAnswer> {
    let text = "";
    const call = await this.open(context, body, false, reader, (piece) => (text += piece));
    const end = await call.carryOut();
    if (end.end.kind === "done") {
      return { text, finishReason: end.end.finishReason, bill: presentBill(end, body) };
    }
    throw new ProblemError(failureOf(end.end));
  }

  /**
   * Holds what a response may use and returns the function that streams it, to be called once. Errors: see the
   * endpoint; all of them before anything is sent.
   */
  async stream(
    { context }: Authorized<"ai.use">,
    body: PromptBody,
    reader: Reader,
    language: Language,
  ): Promise<(writer: StreamWriter) => Promise<void>> {
    let writer: StreamWriter | undefined;
    const call = await this.open(
      context,
      body,
      true,
      reader,
      (text) => {
        if (writer?.event(`{"text":${JSON.stringify(text)}}`) === false) call.pause();
      },
      () => writer?.beat(),
    );
    reader.onDrain(() => call.resume());
    return async (opened) => {
      writer = opened;
      const end = await call.carryOut();
      const bill = presentBill(end, body);
      if (end.end.kind === "done") {
        writer.event(JSON.stringify({ finishReason: end.end.finishReason, bill }), "done");
        return;
      }
      const code = failureOf(end.end);
      writer.event(JSON.stringify({ code, message: problemText(language, code), bill }), "failed");
    };
  }

  /** Holds the most that a response may use and returns the call that runs it. Errors: see the endpoints. */
  async open(
    context: RequestContext,
    { provider, maxTokens, ...question }: Question,
    isStream: boolean,
    reader: Reader,
    onText: (text: string) => void,
    beat?: () => void,
  ): Promise<ChatCall> {
    const { caller, organization } = context;
    const { model } = question;
    const { db } = organization;
    const facts = await this.#parts.facts.about({ db, personId: caller.personId, provider, model });
    assertUsable(facts);
    // Speech models do not accept prompts.
    if (facts.kind !== "chat")
      throw new ProblemError("AI_PROVIDER_NOT_READY", { ai: { missing: ["modelUnknown"] } });
    const call = new ChatCall(
      this.#parts,
      {
        facts,
        payer: { db, personId: caller.personId, tokenId: caller.token?.id ?? null },
        input: {
          ...question,
          maxTokens: Math.min(maxTokens ?? defaultMaxTokens, facts.maxOutputTokens),
          stream: isStream,
        },
      },
      { onText, ...(beat === undefined ? {} : { beat }) },
    );
    reader.onLeave(() => call.leave());
    await holdOrRefuse(call, context);
    return call;
  }
}
