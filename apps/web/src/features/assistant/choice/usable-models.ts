import type { AiGateFault, AiRegion } from "@praxisportal/contract/ai/gate.rules";
import type { AiModel, ListedAiProvider } from "@praxisportal/contract/ai/providers.schema";
import type { AiScope } from "@praxisportal/contract/ai/scopes.rules";

/** A usable model. */
export type Choice = {
  readonly provider: string;
  readonly providerName: string;
  readonly model: string;
  /** Region of processing and retention in days, or null if unknown. */
  readonly region: AiRegion | null;
  readonly retentionDays: number | null;
  /** Price in the organization's currency, or null if there is none. */
  readonly price: AiModel["prices"][number] | null;
};

/** An unusable model with all reasons. `model` null: all models of the provider. */
export type UnusableProvider = {
  readonly provider: string;
  readonly providerName: string;
  readonly model: string | null;
  readonly missing: readonly AiGateFault[];
  readonly stopped: AiScope | null;
};

export type Choices = {
  readonly chat: readonly Choice[];
  /** Models that transcribe speech. */
  readonly audio: readonly Choice[];
  readonly unusable: readonly UnusableProvider[];
};

/**
 * Separates usable from unusable models, in the order of the lists. Providers that the platform does not
 * offer come last.
 */
export function choicesOf(providers: readonly ListedAiProvider[]): Choices {
  const chat: Choice[] = [];
  const audio: Choice[] = [];
  const unusable: UnusableProvider[] = [];
  for (const { key, name, region, retentionDays, organization, models = [] } of providers) {
    const named = { provider: key, providerName: name };
    // Without an organization nothing is usable, and there are no reasons to show.
    if (organization === null) continue;
    if (!organization.usable) {
      unusable.push({ ...named, model: null, missing: organization.missing, stopped: organization.stopped });
      continue;
    }
    for (const { model, kind, enabled, prices, organization: state } of models) {
      if (!enabled || state === null) continue;
      if (state.usable)
        (kind === "chat" ? chat : audio).push({
          ...named,
          model,
          region,
          retentionDays,
          price: prices[0] ?? null,
        });
      else unusable.push({ ...named, model, missing: state.missing, stopped: state.stopped });
    }
  }
  const isOff = ({ missing }: UnusableProvider) => Number(missing.includes("disabled"));
  return { chat, audio, unusable: unusable.toSorted((left, right) => isOff(left) - isOff(right)) };
}

/** Returns the faults to show. For a provider that the platform does not offer, other faults do not matter. */
export function visibleFaults({ missing }: UnusableProvider): readonly AiGateFault[] {
  return missing.includes("disabled") ? ["disabled"] : missing;
}

/**
 * Returns the requested model if it is usable, or else the favorite, or else the model with the lowest output price.
 */
export function selectedChoice(
  choices: readonly Choice[],
  requested: ModelName | null,
  favorite: ModelName | null = null,
): Choice | null {
  const match = (name: ModelName | null) => choices.find((choice) => isSameModel(choice, name));
  const priceOf = ({ price }: Choice) => price?.outputMicro ?? Infinity;
  const cheapest = choices.toSorted((left, right) => priceOf(left) - priceOf(right))[0];
  return match(requested) ?? match(favorite) ?? cheapest ?? null;
}

export function isSameModel(model: ModelName, other: ModelName | null): boolean {
  return model.provider === other?.provider && model.model === other.model;
}

export type ModelName = { readonly provider: string; readonly model: string };
