import * as z from "zod/mini";
import { currencies } from "../organizations/organization-settings.schema.ts";
import { withCode, dateSchema, flagSchema, lineSchema, urlSchema } from "../validation.ts";
import { aiEstablishments, aiGateFaults, aiRegions, c5Types } from "./gate.rules.ts";
import { aiScopes } from "./scopes.rules.ts";

const timestamp = z.iso.datetime();

/** API protocols of providers. */
export const aiProtocols = [
  "openai",
  "mistral",
  "azure",
  "ionos",
  "stackit",
  "ollama",
  "vllm",
  "anthropic",
] as const;
export type AiWire = (typeof aiProtocols)[number];

/** Kinds of models: chat, or transcription of audio. */
export const aiModelKinds = ["chat", "audio"] as const;
export type AiModelKind = (typeof aiModelKinds)[number];

export const aiProviderParams = z.strictObject({
  p: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
});

const modelNameSchema = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((value) => /^[\x21-\x7E]*$/.test(value), withCode("characters")),
);

/** An active stop. */
export const aiStopSchema = z.strictObject({ at: timestamp, reason: z.nullable(z.string()) });
export type AiStop = z.output<typeof aiStopSchema>;

const c5Schema = z.strictObject({ type: z.enum(c5Types), validUntil: dateSchema });
const processingSchema = z.strictObject({ version: lineSchema(1, 100), date: dateSchema });

/** The organization's approval of a provider; `models` is null for all of the provider's models. */
export const aiApprovalSchema = z.strictObject({
  approved: z.boolean(),
  professionalSecrecyAgreedOn: z.nullable(dateSchema),
  processingAgreement: z.nullable(processingSchema),
  models: z.nullable(z.array(z.string())),
  updatedAt: timestamp,
  version: z.int(),
});
export type AiApproval = z.output<typeof aiApprovalSchema>;

/**
 * Reasons that prevent the caller from using a provider or model, and the widest scope in which it is
 * stopped.
 */
const availabilityShape = {
  missing: z.array(z.enum(aiGateFaults)),
  stopped: z.nullable(z.enum(aiScopes)),
  /** True if nothing is missing and nothing is stopped. */
  usable: z.boolean(),
} as const;

/** A provider. Its key never leaves the server. */
export const aiProviderSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  wire: z.enum(aiProtocols),
  isDemo: z.boolean(),
  enabled: z.boolean(),
  stopped: z.nullable(aiStopSchema),
  /** Host that calls are sent to; null until a URL is set. */
  host: z.nullable(z.string()),
  region: z.nullable(z.enum(aiRegions)),
  establishment: z.nullable(z.enum(aiEstablishments)),
  c5: z.nullable(c5Schema),
  retentionDays: z.nullable(z.int()),
  trainsOnData: z.nullable(z.boolean()),
  /** `lastFour` is only for callers who manage providers. `needed` is false for servers that require no key. */
  credentials: z.strictObject({
    set: z.boolean(),
    needed: z.boolean(),
    lastFour: z.nullable(z.string()),
  }),
  /** State for the organization of the request, or null without an organization. An `approval` of null is version 0. */
  organization: z.nullable(z.strictObject({ approval: z.nullable(aiApprovalSchema), ...availabilityShape })),
  /** Only for callers who manage providers. */
  platform: z.nullable(
    z.strictObject({ baseUrl: z.nullable(z.string()), version: z.int(), updatedAt: timestamp }),
  ),
});
export type AiProvider = z.output<typeof aiProviderSchema>;

const microSchema = z.int().check(z.minimum(0), z.maximum(1_000_000_000_000));
const priceShape = {
  /** Millionths of the currency per million tokens. */
  inputMicro: microSchema,
  outputMicro: microSchema,
  cachedMicro: microSchema,
  reasoningMicro: microSchema,
  /** Millionths of the currency per hour of audio. */
  audioHourMicro: microSchema,
  /** Regional surcharge in basis points (hundredths of a percent). */
  upliftBasisPoints: z.int().check(z.minimum(0), z.maximum(100_000)),
} as const;

/** A price that is currently in effect. */
export const aiPriceSchema = z.strictObject({
  ...priceShape,
  currency: z.enum(currencies),
  validFrom: timestamp,
});

export type AiPrice = z.output<typeof aiPriceSchema>;

/** A past, current or planned price. `validUntil` is null until another price is set. */
const storedPriceSchema = z.strictObject({
  ...priceShape,
  currency: z.enum(currencies),
  validFrom: timestamp,
  validUntil: z.nullable(timestamp),
});
export type StoredAiPrice = z.output<typeof storedPriceSchema>;

/**
 * A model. Organizations see the price in their currency; callers who manage providers see all prices. The list is
 * empty if the model has no price.
 */
export const aiModelSchema = z.strictObject({
  model: z.string(),
  kind: z.enum(aiModelKinds),
  maxOutputTokens: z.int(),
  enabled: z.boolean(),
  prices: z.array(aiPriceSchema),
  /** All past, current and planned prices, newest first; only for callers who manage providers. */
  history: z.optional(z.array(storedPriceSchema)),
  organization: z.nullable(z.strictObject(availabilityShape)),
});
export type AiModel = z.output<typeof aiModelSchema>;

export const aiModelListSchema = z.strictObject({ data: z.array(aiModelSchema) });

export const aiProviderListSchema = z.strictObject({
  data: z.array(
    z.strictObject({
      ...aiProviderSchema.shape,
      /** Models without the history of their prices; absent unless requested. */
      models: z.optional(z.array(aiModelSchema)),
    }),
  ),
  /** The platform-wide stop, or null if AI is not stopped. */
  stopped: z.nullable(aiStopSchema),
});
export type ListedAiProvider = z.output<typeof aiProviderListSchema>["data"][number];

/** With `models=true`, each provider has its models. */
export const aiProviderListQuery = z.strictObject({ models: flagSchema });
export type AiProviderListQuery = z.output<typeof aiProviderListQuery>;

/**
 * A new price. By default, cached input costs the same as input, reasoning the same as output, audio nothing, and
 * there is no surcharge. The price takes effect at `validFrom`, by default now and never earlier. Prices planned for
 * a later time are dropped.
 */
export const newAiPriceSchema = z.strictObject({
  inputMicro: microSchema,
  outputMicro: microSchema,
  cachedMicro: z.optional(microSchema),
  reasoningMicro: z.optional(microSchema),
  audioHourMicro: z.optional(microSchema),
  upliftBasisPoints: z.optional(priceShape.upliftBasisPoints),
  validFrom: z.optional(timestamp),
});
export type NewAiPrice = z.output<typeof newAiPriceSchema>;

const newModelSchema = z.strictObject({
  model: modelNameSchema,
  kind: z.enum(aiModelKinds),
  maxOutputTokens: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  enabled: z.optional(z.boolean()),
  /** Prices by currency. Absent prices stay unchanged; null removes the current and planned prices. */
  prices: z.optional(
    z.strictObject({
      EUR: z.optional(z.nullable(newAiPriceSchema)),
      CHF: z.optional(z.nullable(newAiPriceSchema)),
    }),
  ),
});
export type NewAiModel = z.output<typeof newModelSchema>;

const modelsMax = 200;

/**
 * The platform's record of a provider. Absent fields stay unchanged; null means unknown. `models` replaces
 * all models.
 */
export const updateAiProviderSchema = z.strictObject({
  /** Write-only; null removes it. */
  apiKey: z.optional(
    z.nullable(
      z.string().check(
        z.minLength(12),
        z.maxLength(500),
        z.refine((value) => /^[\x21-\x7E]*$/.test(value), withCode("characters")),
      ),
    ),
  ),
  baseUrl: z.optional(urlSchema),
  models: z.optional(
    z.array(newModelSchema).check(
      z.maxLength(modelsMax),
      z.refine(
        (models) => new Set(models.map(({ model }) => model)).size === models.length,
        withCode("unique"),
      ),
    ),
  ),
  region: z.optional(z.nullable(z.enum(aiRegions))),
  establishment: z.optional(z.nullable(z.enum(aiEstablishments))),
  c5: z.optional(z.nullable(c5Schema)),
  retentionDays: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(36_500)))),
  trainsOnData: z.optional(z.nullable(z.boolean())),
  enabled: z.optional(z.boolean()),
});
export type UpdateAiProvider = z.output<typeof updateAiProviderSchema>;

/** The organization's approval. Absent fields stay unchanged; null means not agreed, or all models. */
export const updateAiApprovalSchema = z.strictObject({
  approved: z.boolean(),
  professionalSecrecyAgreedOn: z.optional(z.nullable(dateSchema)),
  processingAgreement: z.optional(z.nullable(processingSchema)),
  models: z.optional(z.nullable(z.array(modelNameSchema).check(z.maxLength(modelsMax)))),
});
export type UpdateAiApproval = z.output<typeof updateAiApprovalSchema>;
