import { aiGateFaults } from "@praxisportal/contract/ai/gate.rules";
import { describe, expect, it } from "vitest";
import {
  getC5State,
  daysUntil,
  findProviderGaps,
  providerGaps,
  stateOf,
  getSupplier,
} from "./provider-state.ts";
import { model, provider } from "../testing/ai-test-server.tsx";

const today = "2026-11-21";
const c5Until = (validUntil: string) => ({ c5: { type: "type2", validUntil } as const });

describe("provider state", () => {
  it("see R2.1-19 a complete provider has no gaps, and an empty one has all", () => {
    expect(findProviderGaps(provider, [model], today)).toEqual([]);
    const bare = {
      ...provider,
      host: null,
      region: null,
      establishment: null,
      c5: null,
      retentionDays: null,
      trainsOnData: null,
      credentials: { set: false, needed: true, lastFour: null },
    };
    expect(findProviderGaps(bare, [], today)).toEqual(providerGaps.filter((gap) => gap !== "c5Expired"));
    // Models that are not loaded yet do not count as missing.
    expect(findProviderGaps(bare, undefined, today)).not.toContain("models");
  });

  it("see R2.1-19 a self-hosted server needs no key, attestation or establishment", () => {
    const selfHosted = {
      ...provider,
      region: "local" as const,
      establishment: null,
      c5: null,
      credentials: { set: false, needed: false, lastFour: null },
    };
    expect(findProviderGaps(selfHosted, [model], today)).toEqual([]);
  });

  it("see R2.1-19 disabled models do not count", () => {
    expect(findProviderGaps(provider, [{ ...model, enabled: false }], today)).toEqual(["models"]);
  });

  it.each([
    ["2026-11-20", "expired"],
    ["2026-11-21", "expiring"],
    ["2027-01-20", "expiring"],
    ["2027-01-21", "valid"],
  ] as const)("see R2.1-19 an attestation that ends on %s is %s on 21 November 2026", (day, state) => {
    expect(getC5State(c5Until(day), today)).toBe(state);
    expect(findProviderGaps({ ...provider, ...c5Until(day) }, [model], today)).toEqual(
      state === "expired" ? ["c5Expired"] : [],
    );
  });

  it("see R2.1-19 days are counted correctly across a daylight saving change", () => {
    expect(daysUntil("2027-03-29", "2027-03-27")).toBe(2);
  });

  it("see R2.1-19 stopped outranks disabled, and disabled outranks incomplete", () => {
    const aiStop = { at: "2026-11-20T08:00:00Z", reason: null };
    expect(stateOf({ ...provider, stopped: aiStop, enabled: false }, ["key"])).toBe("stopped");
    expect(stateOf({ ...provider, enabled: false }, ["key"])).toBe("off");
    expect(stateOf(provider, ["key"])).toBe("incomplete");
    expect(stateOf(provider, [])).toBe("ready");
  });

  it("see R7a-16 the organization adds the agreements, the platform adds the provider's attestations", () => {
    const bySupplier = Map.groupBy(aiGateFaults, getSupplier);
    expect(bySupplier.get("organization")).toEqual([
      "notApproved",
      "modelNotApproved",
      "secrecyMissing",
      "processingMissing",
    ]);
    expect(bySupplier.get("demand")).toEqual(["regionRefused", "retentionTooLong", "trainsOnData"]);
    expect(bySupplier.get("platform")).toHaveLength(aiGateFaults.length - 7);
  });
});
