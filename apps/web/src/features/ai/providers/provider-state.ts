import type { AiGateFault } from "@praxisportal/contract/ai/gate.rules";
import type { AiModel, AiProvider } from "../ai.api.ts";

/**
 * Details, in display order, that the platform must supply before organizations with strict requirements can use a
 * provider.
 */
export const providerGaps = [
  "address",
  "key",
  "models",
  "region",
  "establishment",
  "c5",
  "c5Expired",
  "retention",
  "training",
] as const;
export type ProviderGap = (typeof providerGaps)[number];

/** The state of a provider, from worst to best. */
export type ProviderState = "stopped" | "off" | "incomplete" | "ready";

/** An attestation is marked as expiring this many days before it expires. */
const c5WarnDays = 60;
const dayMs = 86_400_000;

/** Returns the days until an attestation expires, negative after it has. Both dates are `YYYY-MM-DD`. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
}

export type C5State = "none" | "expired" | "expiring" | "valid";

export function getC5State({ c5 }: Pick<AiProvider, "c5">, today: string): C5State {
  if (c5 === null) return "none";
  const remainingDays = daysUntil(c5.validUntil, today);
  if (remainingDays < 0) return "expired";
  return remainingDays <= c5WarnDays ? "expiring" : "valid";
}

/** Returns the missing details. If `models` is undefined (not loaded yet), models are not reported. */
export function findProviderGaps(
  provider: AiProvider,
  models: readonly AiModel[] | undefined,
  today: string,
): ProviderGap[] {
  const isLocal = provider.region === "local";
  const { credentials, c5 } = provider;
  const missing: Record<ProviderGap, boolean> = {
    address: provider.host === null,
    key: credentials.needed && !credentials.set,
    models: models !== undefined && !models.some(({ enabled }) => enabled),
    region: provider.region === null,
    establishment: !isLocal && provider.establishment === null,
    c5: !isLocal && c5?.type !== "type2",
    c5Expired: !isLocal && getC5State(provider, today) === "expired",
    retention: provider.retentionDays === null,
    training: provider.trainsOnData === null,
  };
  return providerGaps.filter((gap) => missing[gap]);
}

export function stateOf(provider: AiProvider, gaps: readonly ProviderGap[]): ProviderState {
  if (provider.stopped !== null) return "stopped";
  if (!provider.enabled) return "off";
  return gaps.length > 0 ? "incomplete" : "ready";
}

/** Party that can resolve a fault. `demand`: the provider does not meet the organization's requirements. */
export type Supplier = "platform" | "demand" | "organization";

const demandFaults: readonly AiGateFault[] = ["regionRefused", "retentionTooLong", "trainsOnData"];
const agreementFaults: readonly AiGateFault[] = [
  "notApproved",
  "modelNotApproved",
  "secrecyMissing",
  "processingMissing",
];

export function getSupplier(fault: AiGateFault): Supplier {
  if (agreementFaults.includes(fault)) return "organization";
  return demandFaults.includes(fault) ? "demand" : "platform";
}
