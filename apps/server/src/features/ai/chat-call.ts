import type { Dispatcher } from "undici";
import { Exchange, type Target } from "./exchange.ts";
import { type CallFacts, type CallParts, noUsage, PaidCall, type Payer } from "./paid-call.ts";
import { holdFor, inputTokensAbout } from "./wire/estimate.ts";
import type { ChatInput } from "./wire/wire.ts";

export type ChatFacts = CallFacts & { target: Target };

export type ChatParts = CallParts & { dispatcher: Dispatcher };

/** One paid conversation; see {@link PaidCall}. */
export class ChatCall extends PaidCall {
  readonly #exchange: Exchange;

  constructor(
    parts: ChatParts,
    { facts, payer, input }: { facts: ChatFacts; payer: Payer; input: ChatInput },
    reader: { onText: (text: string) => void; beat?: () => void },
  ) {
    const { dispatcher } = parts;
    const exchange = new Exchange({ dispatcher, target: facts.target, input, onText: reader.onText });
    const asked = {
      model: input.model,
      kind: "chat",
      most: { ...noUsage, ...holdFor(input) },
      lost: { inputTokens: inputTokensAbout(input), audioSeconds: 0 },
    } as const;
    super(parts, { facts, payer, asked }, exchange, reader.beat);
    this.#exchange = exchange;
  }

  /** The reader is slower than the provider. */
  pause(): void {
    this.#exchange.pause();
  }

  resume(): void {
    this.#exchange.resume();
  }
}
