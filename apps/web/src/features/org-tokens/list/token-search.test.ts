import {
  applicationIdSchema,
  orgTokenExportQuery,
  orgTokenListQuery,
  orgTokenSortFields,
  orgTokenViews,
} from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { describe, expect, it } from "vitest";
import { applicationIdOf, isApplicationId } from "../issue/application-id.ts";
import { filtersOf, listQuery, tokenSearch, views } from "./token-search.ts";

describe("the URL of a token list", () => {
  it("R7t-14 accepts exactly what the schema of the call accepts", () => {
    expect([...tokenSearch.sortFields].toSorted()).toEqual([...orgTokenSortFields].toSorted());
    expect([...views].toSorted()).toEqual([...orgTokenViews].toSorted());
    const values = {
      search: ["x", "x".repeat(100), "x".repeat(101)],
      status: [...orgTokenViews, "all", "Active"],
      organizationId: ["0197a000-0000-7000-8000-000000000001", "0197a000", "x".repeat(36)],
      applicationId: ["web-portal", "Kasse.1:a_b", "-x", "a b", "x".repeat(100), "x".repeat(101)],
      applicationType: ["web", "web_2-a", "Web", "2web", "x".repeat(40), "x".repeat(41)],
      sortBy: [...orgTokenSortFields, "status"],
      sortOrder: ["asc", "desc", "ASC"],
      page: ["1", "0", "-1", "1.5", "1e2", "10000000", "10000001"],
      limit: ["1", "100", "101", "0"],
    } as const;
    for (const [field, candidates] of Object.entries(values)) {
      for (const value of candidates) {
        const { ignoredParams } = tokenSearch.parse({ [field]: value });
        const accepted = orgTokenListQuery.shape[field as keyof typeof values].safeParse(value).success;
        expect(ignoredParams.length === 0, `${field}=${value}`).toBe(accepted);
      }
    }
  });

  it("lists the newest first", () => {
    expect(listQuery({})).toEqual({ sortBy: "createdAt", sortOrder: "desc" });
  });

  it("see R7t-16 an export uses the filters of the list and ignores its order and page", () => {
    const search = { search: "x", status: "expiring", sortBy: "person", page: 3, limit: 50 } as const;
    const filters = filtersOf(search);
    expect(filters).toEqual({ search: "x", status: "expiring" });
    expect(orgTokenExportQuery.safeParse({ format: "csv", ...filters }).success).toBe(true);
  });
});

describe("applicationIdOf", () => {
  it("see R7t-03 creates a valid id from a name", () => {
    expect(applicationIdOf("Kasse für Ärzte")).toBe("kasse-fuer-aerzte");
    expect(applicationIdOf("  Café & Größe ")).toBe("cafe-groesse");
    expect(applicationIdOf("日本")).toBe("");
    for (const name of ["Kasse", "A".repeat(150), `${"a".repeat(99)} b`, "1-2-3"]) {
      expect(applicationIdSchema.safeParse(applicationIdOf(name)).success, name).toBe(true);
    }
  });

  it("see R7t-03 accepts the same ids as the call", () => {
    for (const id of ["a", "-a", "a b", "a.b:c_d-e", "ä", "", "x".repeat(100), "x".repeat(101)]) {
      expect(isApplicationId(id), id).toBe(applicationIdSchema.safeParse(id).success);
    }
  });
});
