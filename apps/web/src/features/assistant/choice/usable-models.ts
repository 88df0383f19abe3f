import type { AiGateFault, AiRegion } from "@praxisportal/contract/ai/gate.rules";
import type { AiModel, AiProvider } from "@praxisportal/contract/ai/providers.schema";
import type { AiScope } from "@praxisportal/contract/ai/scopes.rules";

/** A model that can be asked now. */
export type Choice = {
  readonly provider: string;
  readonly providerName: string;
  readonly model: string;
  /** Where it computes, and for how many days it keeps what it is sent; null: it is not known. */
  readonly region: AiRegion | null;
  readonly retentionDays: number | null;
  /** In the currency of the practice; null: the model has none. */
  readonly price: AiModel["prices"][number] | null;
};

/** Something that cannot be asked, and everything that is in the way. `model` null: all models of the provider. */
export type Unusable = {
  readonly provider: string;
  readonly providerName: string;
  readonly model: string | null;
  readonly missing: readonly AiGateFault[];
  readonly stopped: AiScope | null;
};

export type Choices = {
  /** What writes. */
  readonly chat: readonly Choice[];
  /** What turns speech into text. */
  readonly audio: readonly Choice[];
  readonly unusable: readonly Unusable[];
};

/** Sorts what the practice may ask from what it may not, in the order of the lists; what the platform does not offer comes last. */
export function choicesOf(
  providers: readonly AiProvider[],
  modelsOf: (provider: string) => readonly AiModel[],
): Choices {
  const chat: Choice[] = [];
  const audio: Choice[] = [];
  const unusable: Unusable[] = [];
  for (const { key, name, region, retentionDays, practice } of providers) {
    const named = { provider: key, providerName: name };
    // Without a practice nothing can be asked, and nothing said about it.
    if (practice === null) continue;
    if (!practice.usable) {
      unusable.push({ ...named, model: null, missing: practice.missing, stopped: practice.stopped });
      continue;
    }
    for (const { model, kind, enabled, prices, practice: state } of modelsOf(key)) {
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
  const isOff = ({ missing }: Unusable) => Number(missing.includes("disabled"));
  return { chat, audio, unusable: unusable.toSorted((one, other) => isOff(one) - isOff(other)) };
}

/** What is told of it: of a provider that the platform does not offer nothing else matters. */
export function toldFaults({ missing }: Unusable): readonly AiGateFault[] {
  return missing.includes("disabled") ? ["disabled"] : missing;
}

/** The wished model if it can be asked, else the one that writes at the lowest price. */
export function chosenOf(choices: readonly Choice[], wish: ModelName | null): Choice | null {
  const wished = choices.find(({ provider, model }) => provider === wish?.provider && model === wish.model);
  const priceOf = ({ price }: Choice) => price?.outputMicro ?? Infinity;
  return wished ?? choices.toSorted((one, other) => priceOf(one) - priceOf(other))[0] ?? null;
}

export type ModelName = { readonly provider: string; readonly model: string };
