/** Differences between OpenAI-like providers. Paths and responses are the same for all of them. */
export type OpenaiDialect = {
  /** Name of the output limit. Some providers refuse the other name (400, 422). */
  maxTokensField: "max_tokens" | "max_completion_tokens";
  /** Whether usage in a stream must be requested; Mistral sends it by default and refuses the option with 422. */
  requestsUsage: boolean;
  /** Event of a stream that contains the usage. For documentation only: the parser accepts it anywhere. */
  usageEvent: "own-event-before-done" | "event-of-finish-reason";
  keyHeader: "authorization" | "api-key";
  /** Supports `verbose_json`, the transcript format that reports the length of the recording; others refuse it. */
  hasVerboseTranscripts: boolean;
  /** Example of a base address, without a trailing slash. */
  baseUrlExample: string;
};

export const openaiDialects = {
  openai: {
    maxTokensField: "max_completion_tokens",
    requestsUsage: true,
    usageEvent: "own-event-before-done",
    keyHeader: "authorization",
    hasVerboseTranscripts: true,
    baseUrlExample: "https://eu.api.openai.com/v1",
  },
  // The default host may process data anywhere; only this one stays in the EU.
  mistral: {
    maxTokensField: "max_tokens",
    requestsUsage: false,
    usageEvent: "event-of-finish-reason",
    keyHeader: "authorization",
    hasVerboseTranscripts: false,
    baseUrlExample: "https://api.eu.mistral.ai/v1",
  },
  // The v1 API: no api-version, the deployment's name as model.
  azure: {
    maxTokensField: "max_completion_tokens",
    requestsUsage: true,
    usageEvent: "own-event-before-done",
    keyHeader: "api-key",
    hasVerboseTranscripts: true,
    baseUrlExample: "https://praxis.openai.azure.com/openai/v1",
  },
  ionos: {
    maxTokensField: "max_tokens",
    requestsUsage: true,
    usageEvent: "own-event-before-done",
    keyHeader: "authorization",
    hasVerboseTranscripts: false,
    baseUrlExample: "https://openai.inference.de-txl.ionos.com/v1",
  },
  stackit: {
    maxTokensField: "max_tokens",
    requestsUsage: true,
    usageEvent: "own-event-before-done",
    keyHeader: "authorization",
    hasVerboseTranscripts: false,
    baseUrlExample: "https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1",
  },
  ollama: {
    maxTokensField: "max_tokens",
    requestsUsage: true,
    usageEvent: "own-event-before-done",
    keyHeader: "authorization",
    hasVerboseTranscripts: false,
    baseUrlExample: "http://127.0.0.1:11434/v1",
  },
  vllm: {
    maxTokensField: "max_tokens",
    requestsUsage: true,
    usageEvent: "own-event-before-done",
    keyHeader: "authorization",
    hasVerboseTranscripts: false,
    baseUrlExample: "http://127.0.0.1:8000/v1",
  },
} as const satisfies Readonly<Record<string, OpenaiDialect>>;
