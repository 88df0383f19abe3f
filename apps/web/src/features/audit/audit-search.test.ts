import { auditActions } from "@praxisportal/contract/audit-actions";
import { auditListQuery, auditOutcomes, auditPartyTypes } from "@praxisportal/contract/audit/audit.schema";
import { describe, expect, it } from "vitest";
import { areaOf, areas, auditSearch, outcomes, targetTypes } from "./audit-search.ts";
import texts from "./audit.de.json" with { type: "json" };

const person = "0197a000-0000-7000-8000-000000000001";

describe("audit search in the URL", () => {
  it("see R2.4-49 supports the same values as the call, with labels", () => {
    expect(outcomes).toEqual(auditOutcomes);
    for (const type of targetTypes) expect(auditPartyTypes).toContain(type);
    for (const type of auditPartyTypes) expect(texts.kinds, type).toHaveProperty(type);
    for (const action of auditActions) expect(texts.areas, action).toHaveProperty(areaOf(action));
    expect(areas).toContain("audit");
  });

  it("see R2.4-49 R0-19 accepts only values that the call accepts", () => {
    const good = {
      search: "Muster",
      person,
      actor: person,
      targetId: person,
      action: "user.*",
      targetType: "user",
      outcome: "denied",
      from: "2026-01-01",
      to: "2026-01-31",
      cursor: "older-12",
    };
    expect(auditSearch.parse({ ...good, tab: "audit" })).toEqual({ search: good, ignoredParams: [] });
    expect(auditListQuery.safeParse(good).success).toBe(true);
    for (const [field, value] of Object.entries({
      search: "x".repeat(101),
      person: "x",
      actor: "x",
      targetId: "x",
      action: "*.*",
      targetType: "file",
      outcome: "ok",
      from: "2026-13-01",
      to: "gestern",
      cursor: "older 3",
    })) {
      expect(auditSearch.parse({ ...good, [field]: value }).ignoredParams).toEqual([field]);
      expect(auditListQuery.safeParse({ ...good, [field]: value }).success, field).toBe(false);
    }
  });

  it("see R2.4-49 a filter change starts at the newest entry", () => {
    expect(auditSearch.after({ person, cursor: "older-3" }, { outcome: "failed" })).toEqual({
      person,
      outcome: "failed",
    });
    expect(auditSearch.after({ person }, { cursor: "older-3" })).toEqual({ person, cursor: "older-3" });
    expect(auditSearch.after({ person, outcome: "failed" }, { person: undefined })).toEqual({
      outcome: "failed",
    });
  });
});
