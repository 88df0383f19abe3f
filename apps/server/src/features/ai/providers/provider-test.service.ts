import type { AiTestFailure, AiTestResult } from "@praxisportal/contract/ai/provider-test.schema";
import type { Currency } from "@praxisportal/contract/organizations/organization-settings.schema";
import type { Dispatcher } from "undici";
import type { Clock } from "../../../platform/clock/clock.ts";
import { open, type SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { aiTestFailureText } from "../ai-problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { needsKey } from "../ai.policy.ts";
import { type CataloguedProvider, priceOf, wireOf } from "./catalogue.ts";
import { readCatalogue } from "./catalogue.queries.ts";
import { costOf } from "../metering/cost.ts";
import { ProviderRequest, type ProviderRequestResult } from "../calls/provider-request.ts";
import { keySealContext } from "./provider-key.ts";
import { findProvider } from "./providers.service.ts";
import { chatWireOf } from "../calls/wire-of.ts";
import type { ChatInput } from "../wire/wire.ts";

export type ProviderTestDependencies = {
  db: IdentityDb;
  clock: Clock;
  sealingKeys: SealingKeys;
  /** Throws for an address that the server must not call. */
  checkAddress: (address: string) => void;
  /** Used for all calls to providers. */
  dispatcher: Dispatcher;
  /** Timeout for the whole response, in ms. */
  maxMs?: number;
};

const defaultMaxMs = 20_000;
/** A fixed text: no user input is sent to a provider that no organization has approved. */
const testPrompt = "Ping";

type Failure = { kind: AiTestFailure; status: number | null };

/**
 * Requests one token from a provider. The platform pays, so the call appears in no organization's usage or budget;
 * the response states its cost.
 */
export class ProviderTestService {
  readonly #dependencies: ProviderTestDependencies;

  constructor(dependencies: ProviderTestDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns failures of the provider as a result, not as an error. Errors: 404 for an unknown provider. */
  async test(
    { context }: Authorized<"ai.manageProviders">,
    provider: string,
    requested: string | undefined,
  ): Promise<AiTestResult> {
    const catalogue = await readCatalogue(this.#dependencies.db, this.#dependencies.clock.now());
    const catalogued = findProvider(catalogue, provider);
    const model = modelFor(catalogued, requested);
    const key = this.#keyOf(catalogued);
    const { base_url: baseUrl } = catalogued.row;
    const fail = (kind: AiTestFailure) => present(context.origin.language, model, { kind, status: null });
    if (baseUrl === null || !this.#isCallable(baseUrl)) return fail("addressRefused");
    if (key === undefined) return fail("keyMissing");
    if (model === undefined) return fail("modelMissing");
    const input: ChatInput = { model, prompt: testPrompt, maxTokens: 1, stream: false };
    const target = { wire: chatWireOf(wireOf(catalogued.row)), baseUrl, key };
    const outcome = await this.#send(target, input);
    const { usage } = outcome.exchange.currentUsage();
    const price = catalogued.prices.find((row) => row.model === model);
    return {
      ...present(context.origin.language, model, outcome.failure),
      latencyMs: outcome.latencyMs,
      ...(outcome.failure === null && {
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        costMicro: price === undefined ? null : Number(costOf(usage, priceOf(price))),
        currency: (price?.currency ?? null) as Currency | null,
      }),
    };
  }

  async #send(target: ConstructorParameters<typeof ProviderRequest>[0]["target"], input: ChatInput) {
    const providerRequest = new ProviderRequest({
      dispatcher: this.#dependencies.dispatcher,
      target,
      input,
      onText: () => undefined,
      pausesMs: [],
    });
    const timer = setTimeout(() => providerRequest.stop(), this.#dependencies.maxMs ?? defaultMaxMs);
    const startedAt = performance.now();
    const end = await providerRequest.run();
    clearTimeout(timer);
    return {
      exchange: providerRequest,
      failure: failureOf(end),
      latencyMs: Math.round(performance.now() - startedAt),
    };
  }

  #isCallable(baseUrl: string): boolean {
    try {
      this.#dependencies.checkAddress(baseUrl);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the key: empty for a server that needs none, or undefined when it is missing or cannot be decrypted. */
  #keyOf({ row }: CataloguedProvider): string | undefined {
    if (row.api_key === null) return needsKey(wireOf(row)) ? undefined : "";
    try {
      return open(this.#dependencies.sealingKeys, keySealContext(row.key), row.api_key);
    } catch {
      return undefined;
    }
  }
}

/** Returns the requested chat model, or the first one that is enabled. */
function modelFor({ models }: CataloguedProvider, requested: string | undefined): string | undefined {
  const chats = models.filter(({ kind }) => kind === "chat");
  const isRequested = (row: { model: string; enabled: boolean }) =>
    requested === undefined ? row.enabled : row.model === requested;
  return chats.find(isRequested)?.model;
}

function failureOf(end: ProviderRequestResult): Failure | null {
  if (end.kind === "done") return null;
  // Only the timeout stops it.
  if (end.kind === "stopped") return { kind: "timeout", status: null };
  return { kind: end.error.kind, status: end.error.status };
}

function present(
  language: Parameters<typeof aiTestFailureText>[0],
  model: string | undefined,
  failure: Failure | null,
): AiTestResult {
  return {
    ok: failure === null,
    model: model ?? null,
    latencyMs: null,
    inputTokens: 0,
    outputTokens: 0,
    costMicro: null,
    currency: null,
    failure: failure && { ...failure, message: aiTestFailureText(language, failure.kind) },
  };
}
