import type { AiGateFault } from "@praxisportal/contract/ai/gate.rules";
import type { AiModel, AiProvider } from "./ai.api.ts";

/** What the platform has to add before practices with strict demands can use a provider, in the order it is told. */
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

/** How a provider stands, from the worst to the best. */
export type ProviderState = "stopped" | "off" | "incomplete" | "ready";

/** So many days before its end one is reminded of an attestation. */
const c5WarnDays = 60;
const dayMs = 86_400_000;

/** Days until an attestation ends, below 0 when it has ended. Both are written as `YYYY-MM-DD`. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
}

export type C5State = "none" | "expired" | "expiring" | "valid";

/** How the attestation of a provider stands today. */
export function c5StateOf({ c5 }: Pick<AiProvider, "c5">, today: string): C5State {
  if (c5 === null) return "none";
  const left = daysUntil(c5.validUntil, today);
  if (left < 0) return "expired";
  return left <= c5WarnDays ? "expiring" : "valid";
}

/** What is missing. `models` undefined: not known yet, and nothing is said of them. */
export function gapsOf(
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
    c5Expired: !isLocal && c5StateOf(provider, today) === "expired",
    retention: provider.retentionDays === null,
    training: provider.trainsOnData === null,
  };
  return providerGaps.filter((gap) => missing[gap]);
}

/** How a provider stands with these gaps. */
export function stateOf(provider: AiProvider, gaps: readonly ProviderGap[]): ProviderState {
  if (provider.stopped !== null) return "stopped";
  if (!provider.enabled) return "off";
  return gaps.length > 0 ? "incomplete" : "ready";
}

/** Who can add what keeps a practice from a provider; `demand`: the provider is not what the practice demands. */
export type Supplier = "platform" | "demand" | "practice";

const demanded: readonly AiGateFault[] = ["regionRefused", "retentionTooLong", "trainsOnData"];
const agreed: readonly AiGateFault[] = [
  "notApproved",
  "modelNotApproved",
  "secrecyMissing",
  "processingMissing",
];

export function supplierOf(fault: AiGateFault): Supplier {
  if (agreed.includes(fault)) return "practice";
  return demanded.includes(fault) ? "demand" : "platform";
}

/** Today where the person is, as `YYYY-MM-DD`. */
export function todayIn(timeZone: string | undefined, now = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(now);
}
