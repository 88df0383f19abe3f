/** Regions in which a provider processes data. `local` is the organization or its own data center. */
export const aiRegions = ["local", "de", "eu", "ch", "us", "global"] as const;
export type AiRegion = (typeof aiRegions)[number];

/** Regions in which the provider itself is established. */
export const aiEstablishments = ["de", "eu", "ch", "none"] as const;
export type AiEstablishment = (typeof aiEstablishments)[number];

/** Attestations under the C5 catalogue; type 1 covers a point in time, type 2 a period. */
export const c5Types = ["type1", "type2"] as const;
export type C5Type = (typeof c5Types)[number];

/** Reasons why an organization may not use a provider, in the order in which they are reported. */
export const aiGateFaults = [
  "disabled",
  "stopped",
  "keyMissing",
  "modelUnknown",
  "regionUnknown",
  "regionRefused",
  "establishmentMissing",
  "c5Missing",
  "c5Expired",
  "retentionUnknown",
  "retentionTooLong",
  "trainingUnknown",
  "trainsOnData",
  "notApproved",
  "modelNotApproved",
  "secrecyMissing",
  "processingMissing",
] as const;
export type AiGateFault = (typeof aiGateFaults)[number];

/** Fields of a provider that determine whether it may be used. Dates are `YYYY-MM-DD`. */
export type GatedProvider = {
  readonly enabled: boolean;
  readonly stopped: boolean;
  readonly hasKey: boolean;
  readonly region: AiRegion | null;
  readonly establishment: AiEstablishment | null;
  readonly c5: { readonly type: C5Type; readonly validUntil: string } | null;
  readonly retentionDays: number | null;
  readonly trainsOnData: boolean | null;
  /** Usable models. */
  readonly models: readonly string[];
};

/** An organization's approval of a provider; `models` is null if all are approved. */
export type GatedApproval = {
  readonly approved: boolean;
  readonly professionalSecrecyAgreedOn: string | null;
  readonly processingAgreement: { readonly version: string; readonly date: string } | null;
  readonly models: readonly string[] | null;
};

/** An organization's requirements for providers. */
export type AiPolicy = {
  readonly regions: readonly AiRegion[];
  readonly requiresC5: boolean;
  readonly requiresSecrecy: boolean;
  readonly requiresProcessing: boolean;
  readonly maxRetentionDays: number;
  readonly allowsTraining: boolean;
};

/** The default policy of an organization: the strictest. */
export const strictestAiPolicy: AiPolicy = {
  regions: ["local", "de", "eu"],
  requiresC5: true,
  requiresSecrecy: true,
  requiresProcessing: true,
  maxRetentionDays: 0,
  allowsTraining: false,
};

export type GateInput = {
  readonly provider: GatedProvider;
  /** Null if the organization has not set an approval. */
  readonly approval: GatedApproval | null;
  readonly policy: AiPolicy;
  /** Null to check the provider without a specific model. */
  readonly model: string | null;
  /** Current date in the organization's time zone. */
  readonly today: string;
};

/**
 * Returns everything that prevents an organization from using a provider; empty if nothing does. Unknown
 * facts count as missing. A local provider needs neither an attestation nor an establishment.
 */
export function gateFaultsOf({ provider, approval, policy, model, today }: GateInput): AiGateFault[] {
  const isLocal = provider.region === "local";
  const approvedModels = approval?.models ?? null;
  const checks: readonly (readonly [AiGateFault, boolean])[] = [
    ["disabled", !provider.enabled],
    ["stopped", provider.stopped],
    ["keyMissing", !provider.hasKey],
    ["modelUnknown", model !== null && !provider.models.includes(model)],
    ["regionUnknown", provider.region === null],
    ["regionRefused", provider.region !== null && !policy.regions.includes(provider.region)],
    ["establishmentMissing", policy.requiresC5 && !isLocal && (provider.establishment ?? "none") === "none"],
    ["c5Missing", policy.requiresC5 && !isLocal && provider.c5?.type !== "type2"],
    ["c5Expired", policy.requiresC5 && !isLocal && provider.c5 !== null && provider.c5.validUntil < today],
    ["retentionUnknown", provider.retentionDays === null],
    ["retentionTooLong", (provider.retentionDays ?? 0) > policy.maxRetentionDays],
    ["trainingUnknown", provider.trainsOnData === null],
    ["trainsOnData", provider.trainsOnData === true && !policy.allowsTraining],
    ["notApproved", approval?.approved !== true],
    ["modelNotApproved", model !== null && approvedModels !== null && !approvedModels.includes(model)],
    ["secrecyMissing", policy.requiresSecrecy && (approval?.professionalSecrecyAgreedOn ?? null) === null],
    ["processingMissing", policy.requiresProcessing && (approval?.processingAgreement ?? null) === null],
  ];
  return checks.filter(([, isMissing]) => isMissing).map(([fault]) => fault);
}
