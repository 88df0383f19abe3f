import { expect, it } from "vitest";
import { aiGateFaults, gateFaultsOf, type GateQuestion, strictestAiPolicy } from "./gate.rules.ts";

const today = "2026-11-21";
const fitting: GateQuestion = {
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
  provider?: Partial<GateQuestion["provider"]>;
  approval?: Partial<NonNullable<GateQuestion["approval"]>> | null;
  policy?: Partial<GateQuestion["policy"]>;
  model?: string;
}) {
  return gateFaultsOf({
    ...fitting,
    model: change.model ?? fitting.model,
    provider: { ...fitting.provider, ...change.provider },
    policy: { ...fitting.policy, ...change.policy },
    approval:
      change.approval === null || fitting.approval === null
        ? null
        : { ...fitting.approval, ...change.approval },
  });
}

it("R7a-16 lets pass what satisfies the strictest policy, on the last day of its attestation", () => {
  expect(gateFaultsOf(fitting)).toEqual([]);
});

it("R7a-16 names each missing item alone", () => {
  const alone: Readonly<Record<string, string[]>> = {
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
  expect(Object.keys(alone)).toEqual([...aiGateFaults]);
  for (const [fault, found] of Object.entries(alone)) expect(found, fault).toEqual([fault]);
});

it("R7a-16 demands no attestation and no establishment of a provider in the practice", () => {
  expect(faults({ provider: { region: "local", establishment: null, c5: null } })).toEqual([]);
});

it("R7a-16 counts what the practice never said as missing", () => {
  expect(faults({ approval: null })).toEqual(["notApproved", "secrecyMissing", "processingMissing"]);
});

it("R7a-16 follows a practice that demands less", () => {
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
