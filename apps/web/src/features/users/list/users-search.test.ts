import { savedViewSchema } from "@praxisportal/contract/preferences/preferences.schema";
import {
  memberStates,
  userListQuery,
  userSortFields,
  userStatisticsQuery,
} from "@praxisportal/contract/users/users.schema";
import { rightsFilters } from "@praxisportal/contract/users/rights-filter.rules";
import { expect, it } from "vitest";
import { filtersOf, isLockedOnly, memberViews, usersSearch } from "./users-search.ts";

it("the URL accepts exactly the values that the schema of the endpoint accepts", () => {
  expect(usersSearch.sortFields).toEqual(userSortFields);
  const values = {
    search: ["x", "x".repeat(100), "x".repeat(101)],
    status: [...memberStates, "all", "Locked"],
    role: ["viewer", "super-admin", "orgAdmin", "Viewer", "constructor"],
    department: ["Empfang", "x".repeat(101)],
    may: [...rightsFilters, "billing.none", "audit.change", "billing"],
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
    for (const value of candidates) {
      const { ignoredParams } = usersSearch.parse({ [field]: value });
      const accepted = userListQuery.shape[field as keyof typeof values].safeParse(value).success;
      expect(ignoredParams.length === 0, `${field}=${value}`).toBe(accepted);
    }
  }
});

it("the previewed person and the open dialog are not sent to the server", () => {
  const raw = { search: "x", person: "0190", create: "person" };
  expect(usersSearch.parse(raw)).toEqual({ search: { search: "x" }, ignoredParams: [] });
});

it("the statistics and the export use every filter, but not sort order and page", () => {
  const filters = {
    search: "x",
    status: "active",
    role: "viewer",
    department: "Empfang",
    dateRange: "2026-01-01..2026-12-31",
    finding: "temporaryPasswords",
    endsWithinDays: "30",
    secondFactor: "missing",
    employment: "external",
    may: "billing.change",
  };
  expect(new Set(Object.keys(filters))).toEqual(
    new Set([...Object.keys(userStatisticsQuery.shape), "status"]),
  );
  const order = { sortBy: "email", sortOrder: "desc", page: "3", limit: "50" };
  expect(filtersOf(usersSearch.parse({ ...filters, ...order }).search)).toEqual(filters);
});

it("a view saved with the former name of a check opens with the current filter", () => {
  const search = usersSearch.withView({}, "?finding=startPasswords&role=viewer");
  expect(search).toMatchObject({ finding: "temporaryPasswords", role: "viewer" });
  expect(usersSearch.parse({ finding: "startPasswords" })).toEqual({
    search: { finding: "temporaryPasswords" },
    ignoredParams: [],
  });
});

it("see R4-92 has a view for each status of a person", () => {
  expect(memberViews.toSorted()).toEqual(memberStates.toSorted());
});

it("the longest saved view fits the contract", () => {
  const query = usersSearch.viewOf({
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
  const symbols = usersSearch.viewOf({ search: "!\"§$%&/()=?`'*+~#<>|,;.:-_^°{[]}\\ äß€" });
  expect(savedViewSchema.safeParse({ ...view, query: symbols }).success).toBe(true);
});

it.each([
  [{ status: "locked" }, true],
  [{ status: "locked", sortBy: "createdAt", page: "2" }, true],
  [{ status: "locked", search: "Rita" }, false],
  [{ status: "locked", role: "viewer" }, false],
  [{ status: "blocked" }, false],
  [{}, false],
])("only the view of locked people says that nobody is locked: %j", (params, expected) => {
  expect(isLockedOnly(usersSearch.parse(params).search)).toBe(expected);
});
