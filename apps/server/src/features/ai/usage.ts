/**
 * What a call used, in whole tokens and whole seconds, each at least 0. Cached tokens are part of the input, reasoning
 * tokens part of the output.
 */
export type Usage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  readonly audioSeconds: number;
};
