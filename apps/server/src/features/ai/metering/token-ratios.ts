/** Recent calls weigh most: after about ten calls the ratio is that of the model. */
const weight = 0.2;
/**
 * The ratios of models differ by no more than this; a larger difference means that the provider counts something else.
 */
const ratioMin = 0.5;
const ratioMax = 2;
const modelsMax = 1_000;

/**
 * Ratio of each model's token count to our own, learned from calls of this process whose provider reported its usage.
 * Used for calls that were aborted before the provider reported it.
 */
export class TokenRatios {
  readonly #ratios = new Map<string, number>();

  /** Estimates the model's whole tokens for our own count. */
  estimate(provider: string, model: string, counted: number): number {
    return Math.round(counted * (this.#ratios.get(keyOf(provider, model)) ?? 1));
  }

  /** Learns from a call: the provider reported this count for an input that we counted as `counted`. */
  observe(provider: string, model: string, reported: number, counted: number): void {
    if (counted <= 0 || reported <= 0) return;
    const key = keyOf(provider, model);
    const previousRatio = this.#ratios.get(key);
    const ratio = Math.min(ratioMax, Math.max(ratioMin, reported / counted));
    if (previousRatio === undefined && this.#ratios.size >= modelsMax) return;
    this.#ratios.set(
      key,
      previousRatio === undefined ? ratio : previousRatio + weight * (ratio - previousRatio),
    );
  }
}

function keyOf(provider: string, model: string): string {
  return `${provider} ${model}`;
}
