import type { AiPolicyView, AiSwitches } from "@praxisportal/contract/ai/policy.schema";
import type { AiApproval, AiModel, AiProvider, AiStop } from "@praxisportal/contract/ai/providers.schema";
import type { AiEstablishment, AiRegion } from "@praxisportal/contract/ai/gate.rules";
import type { Currency } from "@praxisportal/contract/organizations/organization-settings.schema";
import { needsKey } from "./ai.policy.ts";
import {
  c5Of,
  type CataloguedProvider,
  gatedApproval,
  kindOf,
  missingFor,
  policyOf,
  stoppedFor,
  wireOf,
} from "./providers/catalogue.ts";
import type {
  Catalogue,
  StoredPriceRow,
  ModelRow,
  PriceRow,
  ProviderRow,
  StopRow,
} from "./providers/catalogue.queries.ts";
import type {
  ApprovalRow,
  PolicyRow,
  Organization,
  StoppedPersonRow,
} from "./organization/organization.queries.ts";

/** Recipient of the response: the caller with the organization of the request, and whether they manage providers. */
export type Viewer = {
  organization: { rows: Organization; personId: string; today: string } | undefined;
  managesProviders: boolean;
};

/** Returns the state of a switch, or null unless AI is stopped. */
export function presentStop({ stopped_at, stopped_reason }: StopRow): AiStop | null {
  return stopped_at === null ? null : { at: stopped_at.toISOString(), reason: stopped_reason };
}

/** Returns a provider without its key. Only viewers who manage providers see the last four characters. */
export function presentProvider(
  catalogue: Catalogue,
  provider: CataloguedProvider,
  { organization, managesProviders }: Viewer,
): AiProvider {
  const { row } = provider;
  const approval = organization?.rows.approvals.find(({ provider_key }) => provider_key === row.key);
  return {
    key: row.key,
    name: row.name,
    wire: wireOf(row),
    isDemo: row.is_demo,
    enabled: row.enabled,
    stopped: presentStop(row),
    host: row.base_url === null ? null : new URL(row.base_url).host,
    region: row.region as AiRegion | null,
    establishment: row.establishment as AiEstablishment | null,
    c5: c5Of(row),
    retentionDays: row.retention_days,
    trainsOnData: row.trains_on_data,
    credentials: {
      set: row.api_key !== null,
      needed: needsKey(wireOf(row)),
      lastFour: managesProviders ? row.api_key_last4 : null,
    },
    organization:
      organization === undefined
        ? null
        : {
            approval: approval === undefined ? null : presentApproval(approval, row),
            ...usability(catalogue, provider, organization, null),
          },
    platform: managesProviders
      ? { baseUrl: row.base_url, version: row.version, updatedAt: row.updated_at.toISOString() }
      : null,
  };
}

/**
 * Returns a model with the prices that the viewer may see: those in the organization's currency, or all. `storedPrices`
 * contains every price of the provider, oldest first.
 */
export function presentModel(
  catalogue: Catalogue,
  provider: CataloguedProvider,
  model: ModelRow,
  { organization, managesProviders }: Viewer,
  storedPrices?: readonly StoredPriceRow[],
): AiModel {
  const prices = provider.prices.filter(
    (price) =>
      price.model === model.model && (managesProviders || price.currency === organization?.rows.currency),
  );
  return {
    model: model.model,
    kind: kindOf(model),
    maxOutputTokens: model.max_output_tokens,
    enabled: model.enabled,
    prices: prices.map(presentPrice),
    ...(storedPrices && { history: presentHistory(storedPrices.filter((row) => row.model === model.model)) }),
    organization:
      organization === undefined ? null : usability(catalogue, provider, organization, model.model),
  };
}

function usability(
  catalogue: Catalogue,
  provider: CataloguedProvider,
  { rows, personId, today }: NonNullable<Viewer["organization"]>,
  model: string | null,
) {
  const missing = missingFor(provider, rows, model, today);
  const stopScope = stoppedFor(catalogue, provider, rows, personId);
  return { missing, stopped: stopScope, usable: missing.length === 0 && stopScope === null };
}

function presentPrice(row: PriceRow): AiModel["prices"][number] {
  return {
    currency: row.currency as Currency,
    validFrom: row.valid_from.toISOString(),
    inputMicro: Number(row.input_micro),
    outputMicro: Number(row.output_micro),
    cachedMicro: Number(row.cached_micro),
    reasoningMicro: Number(row.reasoning_micro),
    audioHourMicro: Number(row.audio_hour_micro),
    upliftBasisPoints: row.uplift_basis_points,
  };
}

/**
 * Returns the prices, newest first. A price ends where the next one in its currency begins, unless it ended earlier.
 */
function presentHistory(rows: readonly StoredPriceRow[]): NonNullable<AiModel["history"]> {
  const prices = rows.map((row, index) => {
    const nextPrice = rows.slice(index + 1).find(({ currency }) => currency === row.currency);
    const ends = [row.valid_until, nextPrice?.valid_from].filter((time) => time instanceof Date);
    const end = ends.length === 0 ? null : new Date(Math.min(...ends.map(Number)));
    return { ...presentPrice(row), validUntil: end && end.toISOString() };
  });
  return prices.toSorted((left, right) => right.validFrom.localeCompare(left.validFrom));
}

function presentApproval(row: ApprovalRow, provider: ProviderRow): AiApproval {
  const { models, processingAgreement, ...rest } = gatedApproval(row, provider);
  return {
    ...rest,
    processingAgreement: processingAgreement && { ...processingAgreement },
    models: models && [...models],
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** Returns the requirements of an organization for providers. */
export function presentPolicy(row: PolicyRow | undefined): AiPolicyView {
  const { regions, ...rest } = policyOf(row);
  return { ...rest, regions: [...regions], version: row?.version ?? 0 };
}

/** Returns the switches that apply to an organization. */
export function presentSwitches(
  platform: StopRow,
  organization: Organization,
  people: readonly StoppedPersonRow[],
): AiSwitches {
  return {
    platform: presentStop(platform),
    organization: organization.policy === undefined ? null : presentStop(organization.policy),
    people: people.flatMap((person) => {
      const personStop = presentStop(person);
      const name = `${person.first_name} ${person.last_name}`.trim();
      return personStop === null ? [] : [{ userId: person.person_id, name, stopped: personStop }];
    }),
  };
}
