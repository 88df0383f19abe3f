import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { answerTokens, chunksOf } from "./demo-answer.ts";
import type { DemoCall } from "./demo-calls.ts";
import { type DemoCommands, readCommands } from "./demo-commands.ts";
import { ClientDisconnected, errorBody, sendError, sendJson, write } from "./demo-reply.ts";
import { tokensOf } from "./demo-tokens.ts";

type ChatBody = {
  model?: unknown;
  messages?: unknown;
  stream?: unknown;
  max_tokens?: unknown;
  max_completion_tokens?: unknown;
  stream_options?: { include_usage?: unknown } | null;
};

const reasoningTokensPerAnswer = 64;
/** Tokens sent before the content filter ends the answer. */
const tokensBeforeFilter = 9;

/** Decisions about an answer, made before its first byte is sent. */
type Plan = {
  model: string;
  commands: DemoCommands;
  tokens: string[];
  finishReason: "stop" | "length" | "content_filter";
  includesUsage: boolean;
  promptTokens: number;
  reasoningTokens: number;
};

/** Answers one chat completion. Returns undefined if nothing was generated. */
export async function handleChatCompletion(
  text: string,
  response: ServerResponse,
  disconnectSignal: AbortSignal,
): Promise<DemoCall | undefined> {
  const body = parseBody(text);
  const messages = readMessages(body?.messages);
  if (body === undefined || messages === undefined) {
    sendError(response, 400, "the body is not a valid conversation");
    return undefined;
  }
  if (body.model !== "demo-standard" && body.model !== "demo-denkend") {
    sendError(response, 404, "unknown model");
    return undefined;
  }
  const maxTokens = readMaxTokens(body);
  if (maxTokens === undefined) {
    sendError(response, 400, "the token limit is not a positive number");
    return undefined;
  }
  const plan = planAnswer(body, body.model, messages, maxTokens);
  try {
    if (plan.commands.waitMs > 0) await wait(plan.commands.waitMs, undefined, { signal: disconnectSignal });
  } catch {
    return callOf(plan, "aborted", 0);
  }
  if (plan.commands.status !== undefined) {
    sendError(response, plan.commands.status, "requested by the prompt");
    return callOf(plan, "error", 0);
  }
  if (body.stream === true) return streamAnswer(plan, response, disconnectSignal);
  sendJson(response, 200, {
    id: "chatcmpl-demo",
    object: "chat.completion",
    created: 0,
    model: plan.model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: plan.tokens.join(""), refusal: null },
        finish_reason: plan.finishReason,
      },
    ],
    ...(plan.commands.hidesUsage ? {} : { usage: usageOf(plan) }),
  });
  return callOf(plan, "complete", plan.tokens.length);
}

function planAnswer(body: ChatBody, model: string, messages: readonly Message[], maxTokens: number): Plan {
  const prompt = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const commands = readCommands(prompt);
  const reasoningTokens = Math.min(model === "demo-denkend" ? reasoningTokensPerAnswer : 0, maxTokens);
  const fullTokens = answerTokens(prompt, commands.tokens);
  const tokenCount = Math.min(
    fullTokens.length,
    maxTokens - reasoningTokens,
    commands.filtersContent ? tokensBeforeFilter : Infinity,
  );
  const reasonWithoutFilter = tokenCount < fullTokens.length ? "length" : "stop";
  return {
    model,
    commands,
    tokens: fullTokens.slice(0, tokenCount),
    finishReason: commands.filtersContent ? "content_filter" : reasonWithoutFilter,
    includesUsage: body.stream_options?.include_usage === true && !commands.hidesUsage,
    promptTokens: messages.reduce((sum, { content }) => sum + tokensOf(content).length + 4, 3),
    reasoningTokens,
  };
}

async function streamAnswer(
  plan: Plan,
  response: ServerResponse,
  disconnectSignal: AbortSignal,
): Promise<DemoCall> {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
  });
  const { commands } = plan;
  const send = (event: unknown) => write(response, `data: ${JSON.stringify(event)}\n\n`, disconnectSignal);
  const chunks = chunksOf(plan.tokens);
  const middle = Math.floor(chunks.length / 2);
  let sentTextTokens = 0;
  try {
    await send(chunkOf(plan, { role: "assistant", content: "" }, null));
    for (const [index, chunk] of chunks.entries()) {
      if (index > 0 && commands.paceMs > 0)
        await wait(commands.paceMs, undefined, { signal: disconnectSignal });
      if (index === middle) {
        if (commands.abortsStream) {
          // Flush the chunks sent so far. Otherwise the client would see no response.
          await new Promise((resolve) => response.write(":\n\n", resolve));
          response.destroy();
          return callOf(plan, "error", sentTextTokens);
        }
        if (commands.corruptsStream)
          await write(response, 'data: {"choices":[{"delta":\n\n', disconnectSignal);
        if (commands.statusInStream !== undefined) {
          const { error } = errorBody(commands.statusInStream, "requested by the prompt");
          await send({ error: { ...error, code: commands.statusInStream } });
          response.end();
          return callOf(plan, "error", sentTextTokens);
        }
      }
      await send(chunkOf(plan, { content: chunk.join("") }, null));
      sentTextTokens += chunk.length;
    }
    await send(chunkOf(plan, {}, plan.finishReason));
    if (plan.includesUsage) await send({ ...chunkOf(plan, {}, null), choices: [], usage: usageOf(plan) });
    await write(response, "data: [DONE]\n\n", disconnectSignal);
  } catch (error) {
    if (error instanceof ClientDisconnected || disconnectSignal.aborted)
      return callOf(plan, "aborted", sentTextTokens);
    throw error;
  }
  response.end();
  return callOf(plan, "complete", sentTextTokens);
}

function chunkOf(plan: Plan, delta: object, finishReason: string | null) {
  return {
    id: "chatcmpl-demo",
    object: "chat.completion.chunk",
    created: 0,
    model: plan.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    ...(plan.includesUsage ? { usage: null } : {}),
  };
}

function usageOf(plan: Plan) {
  const completion = plan.tokens.length + plan.reasoningTokens;
  const cachedTokens = plan.promptTokens >= 1024 ? Math.floor(plan.promptTokens / 256) * 128 : 0;
  return {
    prompt_tokens: plan.promptTokens,
    completion_tokens: completion,
    total_tokens: plan.promptTokens + completion,
    prompt_tokens_details: { cached_tokens: cachedTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: plan.reasoningTokens, audio_tokens: 0 },
  };
}

function callOf(plan: Plan, outcome: DemoCall["outcome"], textTokens: number): DemoCall {
  const sentTokens = textTokens === 0 ? 0 : textTokens + plan.reasoningTokens;
  return { path: "/chat/completions", outcome, promptTokens: plan.promptTokens, sentTokens, audioSeconds: 0 };
}

type Message = { role: string; content: string };

function parseBody(text: string): ChatBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function readMessages(value: unknown): Message[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const messages = value.map((message: { role?: unknown; content?: unknown } | null) => ({
    role: message?.role,
    content: contentOf(message?.content),
  }));
  const areValid = messages.every(({ role, content }) => typeof role === "string" && content !== undefined);
  return areValid ? (messages as Message[]) : undefined;
}

/** Accepts a string or a list of parts, of which only the text parts count. */
function contentOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === "string" ? part.text : ""))
    .join("");
}

/** Returns Infinity if no limit is set and undefined if the limit is invalid. */
function readMaxTokens(body: ChatBody): number | undefined {
  const value = body.max_completion_tokens ?? body.max_tokens ?? Infinity;
  return typeof value === "number" && value >= 1 ? value : undefined;
}
