import type { AiModelKind, AiWire } from "@praxisportal/contract/ai/providers.schema";
import {
  type AiEstablishment,
  type AiGateFault,
  type AiPolicy,
  type AiRegion,
  type C5Type,
  gateFaultsOf,
  type GatedApproval,
  type GatedProvider,
  strictestAiPolicy,
} from "@praxisportal/contract/ai/gate.rules";
import type { AiScope } from "@praxisportal/contract/ai/scopes.rules";
import { needsKey, originOf } from "../ai.policy.ts";
import type { Catalogue, ModelRow, PriceRow, ProviderRow } from "./catalogue.queries.ts";
import type { Price } from "../metering/cost.ts";
import type {
  ApprovalFields,
  ApprovedEndpoint,
  PolicyFields,
  Organization,
} from "../organization/organization.queries.ts";

/** A provider with its models and prices. */
export type CataloguedProvider = {
  row: ProviderRow;
  models: readonly ModelRow[];
  prices: readonly PriceRow[];
};

/** Groups a catalogue into providers by key, in its order. */
export function providersOf(catalogue: Catalogue): ReadonlyMap<string, CataloguedProvider> {
  const models = Map.groupBy(catalogue.models, ({ provider_key }) => provider_key);
  const prices = Map.groupBy(catalogue.prices, ({ provider_key }) => provider_key);
  return new Map(
    catalogue.providers.map((row) => [
      row.key,
      { row, models: models.get(row.key) ?? [], prices: prices.get(row.key) ?? [] },
    ]),
  );
}

export function wireOf(row: Pick<ProviderRow, "wire">): AiWire {
  return row.wire as AiWire;
}

export function kindOf(row: Pick<ModelRow, "kind">): AiModelKind {
  return row.kind as AiModelKind;
}

/** Returns a provider in the form that the gate evaluates. */
function gatedProvider({ row, models }: CataloguedProvider): GatedProvider {
  return {
    enabled: row.enabled,
    stopped: row.stopped_at !== null,
    hasKey: row.api_key !== null || !needsKey(wireOf(row)),
    region: row.region as AiRegion | null,
    establishment: row.establishment as AiEstablishment | null,
    c5: c5Of(row),
    retentionDays: row.retention_days,
    trainsOnData: row.trains_on_data,
    models: models.filter(({ enabled }) => enabled).map(({ model }) => model),
  };
}

export function c5Of(row: ProviderRow): GatedProvider["c5"] {
  return row.c5_type === null || row.c5_valid_until === null
    ? null
    : { type: row.c5_type as C5Type, validUntil: row.c5_valid_until };
}

/**
 * Returns whether an approval applies to the provider's current address and region. Approvals of the demo provider
 * always do, because the portal changes its address.
 */
function isApproved(row: ApprovalFields & ApprovedEndpoint, provider: ProviderRow): boolean {
  const endpoint = approvedEndpoint(provider);
  const isSameEndpoint =
    row.approved_origin === endpoint.approved_origin && row.approved_region === endpoint.approved_region;
  return row.approved && (isSameEndpoint || provider.is_demo);
}

/** Returns what an approval of this provider is bound to. */
export function approvedEndpoint({
  base_url,
  region,
}: Pick<ProviderRow, "base_url" | "region">): ApprovedEndpoint {
  return { approved_origin: originOf(base_url), approved_region: region };
}

export function gatedApproval(row: ApprovalFields & ApprovedEndpoint, provider: ProviderRow): GatedApproval {
  return {
    approved: isApproved(row, provider),
    professionalSecrecyAgreedOn: row.secrecy_agreed_on,
    processingAgreement:
      row.processing_version === null || row.processing_agreed_on === null
        ? null
        : { version: row.processing_version, date: row.processing_agreed_on },
    models: row.models,
  };
}

export type OrganizationPolicy = AiPolicy & { readonly allowsPromptInAddress: boolean };

/** Returns an organization's requirements; the strictest by default. */
export function policyOf(row: PolicyFields | undefined): OrganizationPolicy {
  if (row === undefined) return { ...strictestAiPolicy, allowsPromptInAddress: false };
  return {
    regions: row.regions as AiRegion[],
    requiresC5: row.requires_c5,
    requiresSecrecy: row.requires_secrecy,
    requiresProcessing: row.requires_processing,
    maxRetentionDays: row.max_retention_days,
    allowsTraining: row.allows_training,
    allowsPromptInAddress: row.allows_prompt_in_address,
  };
}

/** Returns what is missing before an organization may use a provider or one of its models. */
export function missingFor(
  provider: CataloguedProvider,
  organization: Organization,
  model: string | null,
  today: string,
): AiGateFault[] {
  const approval = organization.approvals.find(({ provider_key }) => provider_key === provider.row.key);
  return gateFaultsOf({
    provider: gatedProvider(provider),
    approval: approval === undefined ? null : gatedApproval(approval, provider.row),
    policy: policyOf(organization.policy),
    model,
    today,
  });
}

/**
 * Returns the widest switch that stops a user: one that stops the whole organization takes precedence over one for
 * the user.
 */
export function stoppedFor(
  catalogue: Pick<Catalogue, "platform">,
  provider: Pick<CataloguedProvider, "row"> | undefined,
  organization: Pick<Organization, "policy" | "people">,
  personId: string,
): AiScope | null {
  if (catalogue.platform.stopped_at !== null) return "platform";
  if (provider !== undefined && provider.row.stopped_at !== null) return "provider";
  if ((organization.policy?.stopped_at ?? null) !== null) return "organization";
  const person = organization.people.find(({ person_id }) => person_id === personId);
  return (person?.stopped_at ?? null) === null ? null : "person";
}

export function priceOf(row: PriceRow): Price {
  return {
    id: row.id,
    currency: row.currency,
    inputMicro: BigInt(row.input_micro),
    outputMicro: BigInt(row.output_micro),
    cachedMicro: BigInt(row.cached_micro),
    reasoningMicro: BigInt(row.reasoning_micro),
    audioHourMicro: BigInt(row.audio_hour_micro),
    upliftBasisPoints: row.uplift_basis_points,
  };
}
