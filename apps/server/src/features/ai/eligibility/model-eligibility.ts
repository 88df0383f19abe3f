import type { Logger } from "pino";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import { open, type SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { type Bus, type BusPayload, organizationChangedChannel } from "../../../platform/realtime/bus.ts";
import { aiChangedChannel } from "../ai-invalidations.ts";
import { aiProblem } from "../ai-problem.ts";
import { type Organization, readOrganization } from "../organization/organization.queries.ts";
import { type CataloguedProvider, kindOf, providersOf } from "../providers/catalogue.ts";
import { type Catalogue, readCatalogue } from "../providers/catalogue.queries.ts";
import { keySealContext } from "../providers/provider-key.ts";
import {
  type EligibilityQuery,
  eligibilityOf,
  type ModelEligibility,
  refusalOf,
  type UnsealedProvider,
} from "./eligibility-rules.ts";
import { FreshCache } from "./fresh-cache.ts";

/** Maximum age of a decision, in ms. Changes in any process invalidate it earlier. */
const defaultMaxAgeMs = 5_000;
const organizationsMax = 10_000;

/** A model, and whether a user may use it now. */
export type ModelAvailability = {
  provider: string;
  model: string;
  /** Time of the last change to the provider's record. */
  since: Date;
  isUsable: boolean;
};

export type ModelEligibilityDependencies = {
  db: IdentityDb;
  clock: Clock;
  sealingKeys: SealingKeys;
  bus: Pick<Bus, "subscribe" | "onGap">;
  log: Pick<Logger, "error">;
  /** Maximum age of a decision, in ms. */
  maxAgeMs?: number;
};

/** Optional choice of provider and model for a recording. */
type ModelChoice = { provider?: string | undefined; model?: string | undefined };

type UnsealedCatalogue = { catalogue: Catalogue; providers: ReadonlyMap<string, UnsealedProvider> };
type EligibilityInput = { unsealed: UnsealedCatalogue; organization: Organization };
/** Facts per user, derived from the same rows on the same day. */
type DerivedEligibility = {
  unsealed: UnsealedCatalogue;
  today: string;
  eligibility: Map<string, ModelEligibility>;
};

/** Decides which AI calls are allowed, based on rows that this process caches. */
export class ModelEligibilityService {
  readonly #dependencies: ModelEligibilityDependencies;
  readonly #catalogue: FreshCache<UnsealedCatalogue>;
  readonly #organizations: FreshCache<Organization>;
  readonly #derived = new WeakMap<Organization, DerivedEligibility>();

  constructor(dependencies: ModelEligibilityDependencies) {
    this.#dependencies = dependencies;
    const maxAgeMs = dependencies.maxAgeMs ?? defaultMaxAgeMs;
    this.#catalogue = new FreshCache({ max: 1, maxAgeMs });
    this.#organizations = new FreshCache({ max: organizationsMax, maxAgeMs });
    dependencies.bus.subscribe(aiChangedChannel, (payload) => this.#forget(payload));
    // Currency and time zone belong to the organization.
    dependencies.bus.subscribe(organizationChangedChannel, ({ organizationId }) => {
      if (typeof organizationId === "string") this.#organizations.forget(organizationId);
      else this.#organizations.forgetAll();
    });
    dependencies.bus.onGap(() => this.#forget({}));
  }

  /** Returns everything that decides about a call except the remaining quota. Errors: 404 for an unknown provider. */
  async check(query: EligibilityQuery): Promise<ModelEligibility> {
    const input = await this.#read(query.db);
    const provider = input.unsealed.providers.get(query.provider);
    if (provider === undefined) throw new ProblemError("NOT_FOUND");
    return this.#eligibilityOf(input, provider, query);
  }

  /**
   * Returns the facts for a recording; its provider and model are optional. Takes the first usable model:
   * providers by name, then models by name. When none is usable, the facts of the first one give the reason. Errors:
   * 404 for an unknown provider, 403 AI_PROVIDER_NOT_READY when no model transcribes.
   */
  async checkTranscription(
    query: Omit<EligibilityQuery, "provider" | "model"> & ModelChoice,
  ): Promise<ModelEligibility> {
    const input = await this.#read(query.db);
    if (query.provider !== undefined && !input.unsealed.providers.has(query.provider)) {
      throw new ProblemError("NOT_FOUND");
    }
    const candidates = [...input.unsealed.providers.values()]
      .filter(({ row }) => query.provider === undefined || row.key === query.provider)
      .flatMap((provider) =>
        provider.models
          .filter((modelRow) => kindOf(modelRow) === "audio")
          .filter(({ model }) => query.model === undefined || model === query.model)
          .map(({ model }) => this.#eligibilityOf(input, provider, { ...query, model })),
      );
    const eligibility =
      candidates.find(
        (candidate) => refusalOf(candidate) === undefined && candidate.transcription !== null,
      ) ?? candidates[0];
    if (eligibility !== undefined) return eligibility;
    throw aiProblem("AI_PROVIDER_NOT_READY", { missing: ["modelUnknown"] });
  }

  async #read(db: OrganizationDb): Promise<EligibilityInput> {
    const [unsealed, organization] = await Promise.all([
      this.#catalogue.get("", () => this.#readCatalogue()),
      this.#organizations.get(db.organizationId, () => readOrganization(db)),
    ]);
    return { unsealed, organization };
  }

  #eligibilityOf(
    { unsealed, organization }: EligibilityInput,
    provider: UnsealedProvider,
    { personId, model }: Pick<EligibilityQuery, "personId" | "model">,
  ): ModelEligibility {
    const today = dayIn(organization.time_zone, this.#dependencies.clock.now());
    let derived = this.#derived.get(organization);
    if (derived?.unsealed !== unsealed || derived.today !== today) {
      derived = { unsealed, today, eligibility: new Map() };
      this.#derived.set(organization, derived);
    }
    const key = `${personId} ${provider.row.key} ${model}`;
    const cached = derived.eligibility.get(key);
    if (cached !== undefined) return cached;
    const eligibility = eligibilityOf(unsealed.catalogue, organization, provider, { personId, model }, today);
    // Unknown models are not cached: their number is unbounded.
    if (eligibility.kind !== null) derived.eligibility.set(key, eligibility);
    return eligibility;
  }

  /** Returns all enabled models and whether the user may use each of them now. */
  async models(db: OrganizationDb, personId: string): Promise<ModelAvailability[]> {
    const input = await this.#read(db);
    return [...input.unsealed.providers.values()].flatMap((provider) =>
      provider.models
        .filter(({ enabled }) => enabled)
        .map(({ model }) => ({
          provider: provider.row.key,
          model,
          since: provider.row.updated_at,
          isUsable: refusalOf(this.#eligibilityOf(input, provider, { personId, model })) === undefined,
        })),
    );
  }

  #forget({ organizationId }: BusPayload): void {
    if (typeof organizationId === "string") return this.#organizations.forget(organizationId);
    this.#catalogue.forgetAll();
    this.#organizations.forgetAll();
  }

  async #readCatalogue(): Promise<UnsealedCatalogue> {
    const catalogue = await readCatalogue(this.#dependencies.db, this.#dependencies.clock.now());
    const unsealed = [...providersOf(catalogue)].map(([name, provider]) => {
      const key = this.#openKey(provider);
      // A key that cannot be decrypted counts as absent, and the gate reports it as missing.
      const row = key === null ? { ...provider.row, api_key: null } : provider.row;
      return [name, { ...provider, row, key }] as const;
    });
    return { catalogue, providers: new Map(unsealed) };
  }

  #openKey({ row }: CataloguedProvider): string | null {
    if (row.api_key === null) return null;
    try {
      return open(this.#dependencies.sealingKeys, keySealContext(row.key), row.api_key);
    } catch {
      this.#dependencies.log.error({ provider: row.key }, "ai: the key of a provider cannot be opened");
      return null;
    }
  }
}
