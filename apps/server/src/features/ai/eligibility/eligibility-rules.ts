import type { AiGateFault } from "@praxisportal/contract/ai/gate.rules";
import type { AiModelKind } from "@praxisportal/contract/ai/providers.schema";
import type { AiScope } from "@praxisportal/contract/ai/scopes.rules";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { aiProblem } from "../ai-problem.ts";
import { needsKey } from "../ai.policy.ts";
import type { Target } from "../calls/provider-request.ts";
import { chatWireOf } from "../calls/wire-of.ts";
import type { Price } from "../metering/cost.ts";
import type { Organization } from "../organization/organization.queries.ts";
import {
  type CataloguedProvider,
  kindOf,
  missingFor,
  type OrganizationPolicy,
  policyOf,
  priceOf,
  stoppedFor,
  wireOf,
} from "../providers/catalogue.ts";
import type { Catalogue } from "../providers/catalogue.queries.ts";
import { type ProviderWire, providerWires } from "../wire/provider-wires.ts";

/** Input of a decision: the user, the provider and the model. */
export type EligibilityQuery = { db: OrganizationDb; personId: string; provider: string; model: string };

/** Everything that decides about a call or is needed to make it. Contains the decrypted key: never log it. */
export type ModelEligibility = {
  provider: string;
  /** Destination of the call, or null if the provider has no address, which {@link missing} reports as "disabled". */
  target: Target | null;
  model: string;
  /** null if the provider has no such model. */
  kind: AiModelKind | null;
  maxOutputTokens: number;
  /** Transcription format of the provider, or null if its wire format supports no recordings. */
  transcription: ProviderWire["transcription"];
  /** In the organization's currency, or null when there is no price. */
  price: Price | null;
  currency: string;
  timeZone: string;
  policy: OrganizationPolicy;
  /** All reasons why the organization may not use the model, in display order. */
  missing: readonly AiGateFault[];
  /** The widest switch that stops the user. */
  stopped: AiScope | null;
  /** Whether a cost limit of the organization or the user applies. In this case a call requires a price. */
  isMoneyLimited: boolean;
};

/** A provider with its decrypted key: never log it. */
export type UnsealedProvider = CataloguedProvider & { key: string | null };

/** Returns everything that decides about calls of a user to a model on a day. */
export function eligibilityOf(
  catalogue: Catalogue,
  organization: Organization,
  provider: UnsealedProvider,
  { personId, model }: Pick<EligibilityQuery, "personId" | "model">,
  today: string,
): ModelEligibility {
  const person = organization.people.find(({ person_id }) => person_id === personId);
  const modelEntry = provider.models.find((row) => row.model === model);
  const price = provider.prices.find((row) => row.model === model && row.currency === organization.currency);
  return {
    provider: provider.row.key,
    target: targetOf(provider),
    model,
    kind: modelEntry === undefined ? null : kindOf(modelEntry),
    maxOutputTokens: modelEntry?.max_output_tokens ?? 0,
    transcription: providerWires[wireOf(provider.row)].transcription,
    price: price === undefined ? null : priceOf(price),
    currency: organization.currency,
    timeZone: organization.time_zone,
    policy: policyOf(organization.policy),
    missing: missingFor(provider, organization, model, today),
    stopped: stoppedFor(catalogue, provider, organization, personId),
    isMoneyLimited: [
      organization.policy?.limit_micro,
      person?.limit_micro ?? organization.policy?.person_limit_micro,
    ].some((limit) => limit !== undefined && limit !== null),
  };
}

function targetOf({ row, key }: UnsealedProvider): Target | null {
  if (row.base_url === null || (key === null && needsKey(wireOf(row)))) return null;
  return { wire: chatWireOf(wireOf(row)), baseUrl: row.base_url, key: key ?? "" };
}

/** Facts of a call that may be made. */
export type EligibleModel = ModelEligibility & { target: Target; kind: AiModelKind };

/**
 * Checks that the model may be used now. The hold checks the remaining quota. Errors: 403 AI_STOPPED with the scope,
 * AI_PROVIDER_NOT_READY with what is missing, AI_MODEL_UNPRICED.
 */
export function assertUsable(eligibility: ModelEligibility): asserts eligibility is EligibleModel {
  const refusal = refusalOf(eligibility);
  if (refusal !== undefined) throw refusal;
}

/** Returns why a model may not be used, as {@link assertUsable} would throw it, or undefined when it may. */
export function refusalOf(eligibility: ModelEligibility): ProblemError | undefined {
  const { stopped, missing, target, kind } = eligibility;
  if (stopped !== null) return aiProblem("AI_STOPPED", { scope: stopped });
  if (missing.length > 0) return aiProblem("AI_PROVIDER_NOT_READY", { missing });
  if (target === null || kind === null) {
    return aiProblem("AI_PROVIDER_NOT_READY", { missing: ["disabled"] });
  }
  const isUnpriced = eligibility.price === null && eligibility.isMoneyLimited;
  return isUnpriced ? new ProblemError("AI_MODEL_UNPRICED") : undefined;
}
