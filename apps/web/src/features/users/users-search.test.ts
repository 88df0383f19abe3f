import { describe, expect, it } from "vitest";
import {
  filterCount,
  hasActiveFilters,
  listQuery,
  parseUsersSearch,
  searchOfView,
  toggleSort,
  sortFields,
  viewOfSearch,
  views,
} from "./users-search.ts";
import { savedViewSchema } from "@praxisportal/contract/preferences/preferences.schema";
import { memberStates, userListQuery, userSortFields } from "@praxisportal/contract/users/users.schema";

describe("parseUsersSearch", () => {
  it("parses every search parameter", () => {
    const raw = {
      search: "muster",
      status: "locked",
      role: "viewer",
      department: "Empfang",
      dateRange: "2026-01-01..2026-01-31",
      sortBy: "lastLogin",
      sortOrder: "desc",
      page: "3",
      limit: "50",
      person: "0190",
    };
    expect(parseUsersSearch(raw)).toEqual({ search: { ...raw, page: 3, limit: 50 }, ignoredParams: [] });
  });

  it("drops and reports parameters that the call would reject", () => {
    const { search, ignoredParams: skipped } = parseUsersSearch({
      status: "frozen",
      page: "-1",
      limit: "9999",
      sortBy: "password",
      dateRange: "2026-02-01..2026-01-01",
      search: "ok",
    });
    expect(search).toEqual({ search: "ok" });
    expect(skipped.toSorted()).toEqual(["dateRange", "limit", "page", "sortBy", "status"]);
  });

  it("accepts exactly what the schema of the call accepts", () => {
    expect(sortFields).toEqual(userSortFields);
    const values = {
      search: ["", "x", "x".repeat(100), "x".repeat(101)],
      status: [...memberStates, "all", "Locked"],
      role: ["viewer", "super-admin", "orgAdmin", "Viewer", "constructor"],
      department: ["Empfang", "x".repeat(101)],
      dateRange: [
        "2026-01-01..2026-01-01",
        "2026-02-30..2026-03-01",
        "2026-01-02..2026-01-01",
        "2026-01-01",
        "a..b",
      ],
      sortBy: [...userSortFields, "password"],
      sortOrder: ["asc", "desc", "ASC"],
      page: ["1", "0", "-1", "1.5", "1e2", " 1", "10000000", "10000001"],
      limit: ["1", "100", "101", "0"],
    } as const;
    for (const [field, candidates] of Object.entries(values)) {
      for (const value of candidates.filter((each) => each !== "")) {
        const { ignoredParams } = parseUsersSearch({ [field]: value });
        const accepted = userListQuery.shape[field as keyof typeof values].safeParse(value).success;
        expect(ignoredParams.length === 0, `${field}=${value}`).toBe(accepted);
      }
    }
  });

  it("ignores unknown parameters", () => {
    expect(parseUsersSearch({ debug: "1" })).toEqual({ search: {}, ignoredParams: [] });
  });
});

describe("state of the list", () => {
  it("never sends the open quick view to the server", () => {
    expect(listQuery({ search: "x", person: "0190" })).toEqual({ search: "x" });
  });

  it("sorts ascending first and descending on the second click", () => {
    expect(toggleSort({}, "lastLogin")).toEqual({ sortBy: "lastLogin", sortOrder: "asc" });
    expect(toggleSort({}, "personalInfo.lastName")).toEqual({
      sortBy: "personalInfo.lastName",
      sortOrder: "desc",
    });
    expect(toggleSort({ sortBy: "lastLogin", sortOrder: "desc" }, "lastLogin")).toEqual({
      sortBy: "lastLogin",
      sortOrder: "asc",
    });
  });

  it("counts active filters and detects a filtered list", () => {
    expect(filterCount({ role: "viewer", department: "Labor", search: "x" })).toBe(2);
    expect(hasActiveFilters({ status: "locked", sortBy: "email" })).toBe(false);
    expect(hasActiveFilters({ dateRange: "2026-01-01..2026-01-01" })).toBe(true);
  });

  it("R4-92 has a view for each status of a person", () => {
    expect([...views].toSorted()).toEqual(["all", ...memberStates].toSorted());
  });
});

describe("saved views", () => {
  it("hold filters, sort order and page size, not the position in the list", () => {
    const kept = { search: "Özgür & Söhne", status: "locked", sortBy: "lastLogin", limit: 50 } as const;
    const query = viewOfSearch({ ...kept, page: 3, person: "someone", create: "person" });
    expect(searchOfView(query)).toEqual(kept);
    expect(searchOfView("status=gone&sortBy=lastLogin")).toEqual({ sortBy: "lastLogin" });
  });

  it("the longest one fits the contract", () => {
    const query = viewOfSearch({
      search: "諸".repeat(100),
      department: "諸".repeat(100),
      role: "practice_admin",
      status: "deactivated",
      dateRange: "2026-01-01..2026-12-31",
      sortBy: "organizationData.department",
      sortOrder: "desc",
      limit: 100,
    });
    const view = { id: crypto.randomUUID(), name: "x", query };
    expect(savedViewSchema.safeParse(view).success).toBe(true);
    const symbols = viewOfSearch({ search: "!\"§$%&/()=?`'*+~#<>|,;.:-_^°{[]}\\ äß€" });
    expect(savedViewSchema.safeParse({ ...view, query: symbols }).success).toBe(true);
  });
});
