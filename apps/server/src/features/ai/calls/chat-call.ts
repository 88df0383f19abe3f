import type { Dispatcher } from "undici";
import { ProviderRequest, type Target } from "./provider-request.ts";
import {
  type CallTerms,
  type MeteredCallDependencies,
  noUsage,
  MeteredCall,
  type MeteredCallResult,
  type Payer,
} from "./metered-call.ts";
import type { TokenRatios } from "../metering/token-ratios.ts";
import { holdFor, estimateInputTokens } from "../wire/estimate.ts";
import type { ChatInput } from "../wire/wire.ts";

export type ChatCallTerms = CallTerms & { target: Target };

export type ChatCallDependencies = MeteredCallDependencies & { dispatcher: Dispatcher; ratios: TokenRatios };

/** One paid chat call. See {@link MeteredCall}. */
export class ChatCall extends MeteredCall {
  readonly #exchange: ProviderRequest;
  readonly #learn: (reported: number) => void;

  constructor(
    dependencies: ChatCallDependencies,
    { terms, payer, input }: { terms: ChatCallTerms; payer: Payer; input: ChatInput },
    client: { onText: (text: string) => void; heartbeat?: () => void },
  ) {
    const { dispatcher, ratios } = dependencies;
    const { provider, target } = terms;
    const estimatedTokens = estimateInputTokens(input);
    const inputTokens = ratios.estimate(provider, input.model, estimatedTokens);
    const request = new ProviderRequest({ dispatcher, target, input, inputTokens, onText: client.onText });
    const spec = {
      model: input.model,
      kind: "chat",
      maxUsage: { ...noUsage, ...holdFor(input) },
      usageIfLost: { inputTokens, audioSeconds: 0 },
    } as const;
    super(dependencies, { terms, payer, spec }, request, client.heartbeat);
    this.#exchange = request;
    this.#learn = (reported) => ratios.observe(provider, input.model, reported, estimatedTokens);
  }

  override async run(): Promise<MeteredCallResult> {
    const result = await super.run();
    if (result.end.kind === "done" && !result.isEstimated) this.#learn(result.usage.inputTokens);
    return result;
  }

  /** Stops reading, because the client is slower than the provider. */
  pause(): void {
    this.#exchange.pause();
  }

  resume(): void {
    this.#exchange.resume();
  }
}
