import type { Dispatcher } from "undici";
import { Exchange, type Target } from "./exchange.ts";
import { type CallFacts, type CallParts, noUsage, PaidCall, type PaidEnd, type Payer } from "./paid-call.ts";
import type { TokenRatios } from "./token-ratios.ts";
import { holdFor, inputTokensAbout } from "./wire/estimate.ts";
import type { ChatInput } from "./wire/wire.ts";

export type ChatFacts = CallFacts & { target: Target };

export type ChatParts = CallParts & { dispatcher: Dispatcher; ratios: TokenRatios };

/** One paid chat call; see {@link PaidCall}. */
export class ChatCall extends PaidCall {
  readonly #exchange: Exchange;
  readonly #learn: (told: number) => void;

  constructor(
    parts: ChatParts,
    { facts, payer, input }: { facts: ChatFacts; payer: Payer; input: ChatInput },
    reader: { onText: (text: string) => void; beat?: () => void },
  ) {
    const { dispatcher, ratios } = parts;
    const { provider, target } = facts;
    const counted = inputTokensAbout(input);
    const inputTokens = ratios.expected(provider, input.model, counted);
    const exchange = new Exchange({ dispatcher, target, input, inputTokens, onText: reader.onText });
    const asked = {
      model: input.model,
      kind: "chat",
      most: { ...noUsage, ...holdFor(input) },
      lost: { inputTokens, audioSeconds: 0 },
    } as const;
    super(parts, { facts, payer, asked }, exchange, reader.beat);
    this.#exchange = exchange;
    this.#learn = (told) => ratios.learn(provider, input.model, told, counted);
  }

  override async carryOut(): Promise<PaidEnd> {
    const paid = await super.carryOut();
    if (paid.end.kind === "done" && !paid.isEstimated) this.#learn(paid.usage.inputTokens);
    return paid;
  }

  /** Back-pressure: the client is slower than the provider. */
  pause(): void {
    this.#exchange.pause();
  }

  resume(): void {
    this.#exchange.resume();
  }
}
