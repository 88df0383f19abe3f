import { expect, it } from "vitest";
import { aiGateFaults, gateFaultsOf, type GateInput, strictestAiPolicy } from "./gate.rules.ts";

const today = "2026-11-21";
const compliant: GateInput = {
  provider: {
    enabled: true,
    stopped: false,
    hasKey: true,
    region: "de",
    establishment: "de",
    c5: { type: "type2", validUntil: today },
    retentionDays: 0,
    trainsOnData: false,
    models: ["probe-1"],
  },
  approval: {
    approved: true,
    professionalSecrecyAgreedOn: "2026-01-02",
    processingAgreement: { version: "3.1", date: "2026-01-02" },
    models: null,
  },
  policy: strictestAiPolicy,
  model: "probe-1",
  today,
};

function faults(change: {
  provider?: Partial<GateInput["provider"]>;
  approval?: Partial<NonNullable<GateInput["approval"]>> | null;
  policy?: Partial<GateInput["policy"]>;
  model?: string;
}) {
  return gateFaultsOf({
    ...compliant,
    model: change.model ?? compliant.model,
    provider: { ...compliant.provider, ...change.provider },
    policy: { ...compliant.policy, ...change.policy },
    approval:
      change.approval === null || compliant.approval === null
        ? null
        : { ...compliant.approval, ...change.approval },
  });
}

it("see R7a-16 accepts a provider that meets the strictest policy, on the last day of its attestation", () => {
  expect(gateFaultsOf(compliant)).toEqual([]);
});

it("see R7a-16 reports each missing item separately", () => {
  const onlyFault: Readonly<Record<string, string[]>> = {
    disabled: faults({ provider: { enabled: false } }),
    stopped: faults({ provider: { stopped: true } }),
    keyMissing: faults({ provider: { hasKey: false } }),
    modelUnknown: faults({ model: "other" }),
    regionUnknown: faults({ provider: { region: null } }),
    regionRefused: faults({ provider: { region: "us" } }),
    establishmentMissing: faults({ provider: { establishment: "none" } }),
    c5Missing: faults({ provider: { c5: { type: "type1", validUntil: today } } }),
    c5Expired: faults({ provider: { c5: { type: "type2", validUntil: "2026-11-20" } } }),
    retentionUnknown: faults({ provider: { retentionDays: null } }),
    retentionTooLong: faults({ provider: { retentionDays: 30 } }),
    trainingUnknown: faults({ provider: { trainsOnData: null } }),
    trainsOnData: faults({ provider: { trainsOnData: true } }),
    notApproved: faults({ approval: { approved: false } }),
    modelNotApproved: faults({ approval: { models: ["other"] } }),
    secrecyMissing: faults({ approval: { professionalSecrecyAgreedOn: null } }),
    processingMissing: faults({ approval: { processingAgreement: null } }),
  };
  expect(Object.keys(onlyFault)).toEqual([...aiGateFaults]);
  for (const [fault, foundFaults] of Object.entries(onlyFault)) expect(foundFaults, fault).toEqual([fault]);
});

it("see R7a-16 requires no attestation and no establishment for a local provider", () => {
  expect(faults({ provider: { region: "local", establishment: null, c5: null } })).toEqual([]);
});

it("see R7a-16 reports the organization's missing approval and agreements", () => {
  expect(faults({ approval: null })).toEqual(["notApproved", "secrecyMissing", "processingMissing"]);
});

it("see R7a-16 respects a less strict policy", () => {
  const policy = {
    regions: ["us" as const],
    requiresC5: false,
    requiresSecrecy: false,
    requiresProcessing: false,
    maxRetentionDays: 30,
    allowsTraining: true,
  };
  const provider = {
    region: "us" as const,
    establishment: null,
    c5: null,
    retentionDays: 30,
    trainsOnData: true,
  };
  const approval = { professionalSecrecyAgreedOn: null, processingAgreement: null };
  expect(faults({ provider, approval, policy })).toEqual([]);
});
