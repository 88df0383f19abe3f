import type { AiGateFault } from "@praxisportal/contract/ai/gate.rules";
import type { AiModelKind } from "@praxisportal/contract/ai/providers.schema";
import type { AiScope } from "@praxisportal/contract/ai/scopes.rules";
import type { Logger } from "pino";
import type { Clock } from "../../platform/clock/clock.ts";
import { dayIn } from "../../platform/clock/day-in.ts";
import { open } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import {
  aiChangedChannel,
  type Bus,
  type BusPayload,
  practiceChangedChannel,
} from "../../platform/realtime/bus.ts";
import { needsKey } from "./ai.policy.ts";
import {
  type CataloguedProvider,
  kindOf,
  missingFor,
  policyOf,
  type PracticePolicy,
  priceOf,
  providersOf,
  stoppedFor,
  wireOf,
} from "./catalogue.ts";
import { type Catalogue, readCatalogue } from "./catalogue.queries.ts";
import type { Price } from "./cost.ts";
import type { Target } from "./exchange.ts";
import { FreshCache } from "./fresh-cache.ts";
import { type Practice, readPractice } from "./practice.queries.ts";
import { keyPlace } from "./provider-key.ts";
import { chatWireOf } from "./wire-of.ts";
import { type ProviderWire, providerWires } from "./wire/provider-wires.ts";

/** Maximum age of a decision, in ms. Changes in any process invalidate it earlier. */
const defaultMaxAgeMs = 5_000;
const practicesMax = 10_000;

/** The input of a decision: which user, which provider and model. */
export type AiQuestion = { db: OrganizationDb; personId: string; provider: string; model: string };

/** Everything that decides about a call, and what is needed to make it. Contains the decrypted key: never log it. */
export type AiFacts = {
  provider: string;
  /** Where the call goes; null when the provider has no address, which {@link missing} reports as "disabled". */
  target: Target | null;
  model: string;
  /** null: the provider has no such model. */
  kind: AiModelKind | null;
  maxOutputTokens: number;
  /** How the provider transcribes a recording; null when its wire format does not support that. */
  transcription: ProviderWire["transcription"];
  /** In the organization's currency; null when there is no price. */
  price: Price | null;
  currency: string;
  timeZone: string;
  policy: PracticePolicy;
  /** All reasons why the organization may not use the model, in display order. */
  missing: readonly AiGateFault[];
  /** The widest switch that stops the user. */
  stopped: AiScope | null;
  /** Whether a cost limit of the organization or the user applies. Without a price nothing can be held then. */
  isMoneyLimited: boolean;
};

/** A model, and whether a user may use it now. */
export type ModelFacts = {
  provider: string;
  model: string;
  /** When the provider's record last changed. */
  since: Date;
  isUsable: boolean;
};

export type AiFactsParts = {
  db: IdentityDb;
  clock: Clock;
  sealingKey: Buffer;
  bus: Pick<Bus, "subscribe" | "onGap">;
  log: Pick<Logger, "error">;
  /** Maximum age of a decision, in ms. */
  maxAgeMs?: number;
};

/** Optional choice of provider and model for a recording. */
type Named = { provider?: string | undefined; model?: string | undefined };

type OpenedProvider = CataloguedProvider & { key: string | null };
type Opened = { catalogue: Catalogue; providers: ReadonlyMap<string, OpenedProvider> };
type Read = { opened: Opened; practice: Practice };
/** Facts per user, derived from the same rows on the same day. */
type Worked = { opened: Opened; today: string; facts: Map<string, AiFacts> };

/** Decides about AI calls, from rows cached in this process. */
export class AiFactsService {
  readonly #parts: AiFactsParts;
  readonly #catalogue: FreshCache<Opened>;
  readonly #practices: FreshCache<Practice>;
  readonly #worked = new WeakMap<Practice, Worked>();

  constructor(parts: AiFactsParts) {
    this.#parts = parts;
    const maxAgeMs = parts.maxAgeMs ?? defaultMaxAgeMs;
    this.#catalogue = new FreshCache({ max: 1, maxAgeMs });
    this.#practices = new FreshCache({ max: practicesMax, maxAgeMs });
    parts.bus.subscribe(aiChangedChannel, (payload) => this.#forget(payload));
    // Currency and time zone belong to the organization.
    parts.bus.subscribe(practiceChangedChannel, () => this.#practices.forgetAll());
    parts.bus.onGap(() => this.#forget({}));
  }

  /** Returns what decides about a call, apart from the remaining quota. Errors: 404 for an unknown provider. */
  async about(question: AiQuestion): Promise<AiFacts> {
    const read = await this.#read(question.db);
    const provider = read.opened.providers.get(question.provider);
    if (provider === undefined) throw new ProblemError("NOT_FOUND");
    return this.#factsOf(read, provider, question);
  }

  /**
   * Returns the facts for a recording, for which provider and model are optional. Takes the first usable model:
   * providers by name, then models by name. When none is usable, the facts of the first one give the reason. Errors:
   * 404 for an unknown provider, 403 AI_PROVIDER_NOT_READY when no model transcribes.
   */
  async aboutSpeech(question: Omit<AiQuestion, "provider" | "model"> & Named): Promise<AiFacts> {
    const read = await this.#read(question.db);
    if (question.provider !== undefined && !read.opened.providers.has(question.provider)) {
      throw new ProblemError("NOT_FOUND");
    }
    const all = [...read.opened.providers.values()]
      .filter(({ row }) => question.provider === undefined || row.key === question.provider)
      .flatMap((provider) =>
        provider.models
          .filter((each) => kindOf(each) === "audio")
          .filter(({ model }) => question.model === undefined || model === question.model)
          .map(({ model }) => this.#factsOf(read, provider, { ...question, model })),
      );
    const facts = all.find((each) => refusalOf(each) === undefined && each.transcription !== null) ?? all[0];
    if (facts !== undefined) return facts;
    throw new ProblemError("AI_PROVIDER_NOT_READY", { ai: { missing: ["modelUnknown"] } });
  }

  async #read(db: OrganizationDb): Promise<Read> {
    const [opened, practice] = await Promise.all([
      this.#catalogue.get("", () => this.#readCatalogue()),
      this.#practices.get(db.organizationId, () => readPractice(db)),
    ]);
    return { opened, practice };
  }

  #factsOf(
    { opened, practice }: Read,
    provider: OpenedProvider,
    { personId, model }: Pick<AiQuestion, "personId" | "model">,
  ): AiFacts {
    const today = dayIn(practice.time_zone, this.#parts.clock.now());
    let worked = this.#worked.get(practice);
    if (worked?.opened !== opened || worked.today !== today) {
      worked = { opened, today, facts: new Map() };
      this.#worked.set(practice, worked);
    }
    const key = `${personId} ${provider.row.key} ${model}`;
    const known = worked.facts.get(key);
    if (known !== undefined) return known;
    const facts = factsOf(opened.catalogue, practice, provider, { personId, model }, today);
    // Unknown models are not cached: their number is unbounded.
    if (facts.kind !== null) worked.facts.set(key, facts);
    return facts;
  }

  /** Returns every enabled model, and whether the user may use it now. */
  async models(db: OrganizationDb, personId: string): Promise<ModelFacts[]> {
    const read = await this.#read(db);
    return [...read.opened.providers.values()].flatMap((provider) =>
      provider.models
        .filter(({ enabled }) => enabled)
        .map(({ model }) => ({
          provider: provider.row.key,
          model,
          since: provider.row.updated_at,
          isUsable: refusalOf(this.#factsOf(read, provider, { personId, model })) === undefined,
        })),
    );
  }

  #forget({ organizationId }: BusPayload): void {
    if (typeof organizationId === "string") return this.#practices.forget(organizationId);
    this.#catalogue.forgetAll();
    this.#practices.forgetAll();
  }

  async #readCatalogue(): Promise<Opened> {
    const catalogue = await readCatalogue(this.#parts.db, this.#parts.clock.now());
    const opened = [...providersOf(catalogue)].map(([name, provider]) => {
      const key = this.#openKey(provider);
      // A key that cannot be decrypted counts as absent, and the gate reports it as missing.
      const row = key === null ? { ...provider.row, api_key: null } : provider.row;
      return [name, { ...provider, row, key }] as const;
    });
    return { catalogue, providers: new Map(opened) };
  }

  #openKey({ row }: CataloguedProvider): string | null {
    if (row.api_key === null) return null;
    try {
      return open(this.#parts.sealingKey, keyPlace(row.key), row.api_key);
    } catch {
      this.#parts.log.error({ provider: row.key }, "ai: the key of a provider cannot be opened");
      return null;
    }
  }
}

function factsOf(
  catalogue: Catalogue,
  practice: Practice,
  provider: OpenedProvider,
  { personId, model }: Pick<AiQuestion, "personId" | "model">,
  today: string,
): AiFacts {
  const own = practice.people.find(({ person_id }) => person_id === personId);
  const found = provider.models.find((each) => each.model === model);
  const price = provider.prices.find((each) => each.model === model && each.currency === practice.currency);
  return {
    provider: provider.row.key,
    target: targetOf(provider),
    model,
    kind: found === undefined ? null : kindOf(found),
    maxOutputTokens: found?.max_output_tokens ?? 0,
    transcription: providerWires[wireOf(provider.row)].transcription,
    price: price === undefined ? null : priceOf(price),
    currency: practice.currency,
    timeZone: practice.time_zone,
    policy: policyOf(practice.policy),
    missing: missingFor(provider, practice, model, today),
    stopped: stoppedFor(catalogue, provider, practice, personId),
    isMoneyLimited: [
      practice.policy?.limit_micro,
      own?.limit_micro ?? practice.policy?.person_limit_micro,
    ].some((limit) => limit !== undefined && limit !== null),
  };
}

function targetOf({ row, key }: OpenedProvider): Target | null {
  if (row.base_url === null || (key === null && needsKey(wireOf(row)))) return null;
  return { wire: chatWireOf(wireOf(row)), baseUrl: row.base_url, key: key ?? "" };
}

/** Facts of a call that may be made. */
export type UsableFacts = AiFacts & { target: Target; kind: AiModelKind };

/**
 * Errors: 403 AI_STOPPED with the scope, AI_PROVIDER_NOT_READY with what is missing, AI_MODEL_UNPRICED. The remaining
 * quota is checked by the hold.
 */
export function assertUsable(facts: AiFacts): asserts facts is UsableFacts {
  const refusal = refusalOf(facts);
  if (refusal !== undefined) throw refusal;
}

function refusalOf(facts: AiFacts): ProblemError | undefined {
  const { stopped, missing, target, kind } = facts;
  if (stopped !== null) return new ProblemError("AI_STOPPED", { ai: { scope: stopped } });
  if (missing.length > 0) return new ProblemError("AI_PROVIDER_NOT_READY", { ai: { missing } });
  if (target === null || kind === null) {
    return new ProblemError("AI_PROVIDER_NOT_READY", { ai: { missing: ["disabled"] } });
  }
  const isUnpriced = facts.price === null && facts.isMoneyLimited;
  return isUnpriced ? new ProblemError("AI_MODEL_UNPRICED") : undefined;
}
