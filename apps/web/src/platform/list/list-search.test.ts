import { expect, it } from "vitest";
import { createListSearch, oneOf } from "./list-search.ts";

const definition = createListSearch({
  filters: { status: oneOf(["open", "done"]) },
  sortFields: ["name", "seen"],
  defaultSort: { sortBy: "seen", sortOrder: "desc" },
});

it("reads search, filters, sort order and page from the URL", () => {
  const raw = { search: "Empfang", status: "done", sortBy: "name", sortOrder: "asc", page: "2", limit: 50 };
  expect(definition.parse(raw)).toEqual({
    search: { search: "Empfang", status: "done", sortBy: "name", sortOrder: "asc", page: 2, limit: 50 },
    ignoredParams: [],
  });
});

it("omits invalid values and returns the names of their parameters", () => {
  const raw = {
    search: "x".repeat(101),
    status: "lost",
    sortBy: "id",
    sortOrder: "up",
    page: "0",
    limit: "1e3",
  };
  expect(definition.parse(raw)).toEqual({
    search: {},
    ignoredParams: ["search", "status", "sortBy", "sortOrder", "page", "limit"],
  });
});

it("ignores an empty value and parameters of the page", () => {
  expect(definition.parse({ search: "", tab: "tokens" })).toEqual({ search: {}, ignoredParams: [] });
});

it("keeps a parameter of the page whose name is a property of every object", () => {
  const raw = { constructor: "x", toString: "y", page: "3" };
  expect(definition.parse(raw)).toEqual({ search: { page: 3 }, ignoredParams: [] });
  expect(definition.after(raw, { status: "done" })).toEqual({
    constructor: "x",
    toString: "y",
    status: "done",
  });
  expect(definition.after(raw, { constructor: "z" })).toEqual({ constructor: "z", toString: "y", page: 3 });
});

it("starts at the first page after a change of search, filter, sort order or page size", () => {
  const raw = { page: "3", status: "done" };
  expect(definition.after(raw, { search: "a" })).toEqual({ status: "done", search: "a" });
  expect(definition.after(raw, { status: undefined })).toEqual({});
  expect(definition.after(raw, { sortBy: "name", sortOrder: "asc" })).toEqual({
    status: "done",
    sortBy: "name",
    sortOrder: "asc",
  });
  expect(definition.after(raw, { page: 4 })).toEqual({ status: "done", page: 4 });
});

it("keeps parameters of the page in the URL and omits invalid values, the first page and the default page size", () => {
  const raw = { tab: "tokens", status: "lost", limit: "50" };
  expect(definition.after(raw, { page: 1, limit: 20 })).toEqual({ tab: "tokens" });
});

it("preserves every sort order in the URL", () => {
  for (const sortBy of definition.sortFields)
    for (const sortOrder of ["asc", "desc"] as const) {
      const { search } = definition.parse(definition.after({}, { sortBy, sortOrder }));
      expect(definition.sortOf(search)).toEqual({ sortBy, sortOrder });
    }
});

it("counts only search and filters as active filters, and can remove all of them", () => {
  const hasActive = (raw: Record<string, string>) =>
    definition.hasActiveFilters(definition.parse(raw).search);
  expect(hasActive({ page: "2", sortBy: "name" })).toBe(false);
  expect(hasActive({ search: "a" })).toBe(true);
  expect(hasActive({ status: "open" })).toBe(true);
  expect(definition.after({ search: "a", status: "open" }, definition.withoutFilters)).toEqual({});
});

it("sorts by the header of a column ascending first, then descending", () => {
  expect(definition.toggledSort({}, "seen")).toEqual({ sortBy: "seen", sortOrder: "asc" });
  expect(definition.toggledSort({}, "name")).toEqual({ sortBy: "name", sortOrder: "asc" });
  const sorted = { sortBy: "name", sortOrder: "asc" } as const;
  expect(definition.toggledSort(sorted, "name")).toEqual({ sortBy: "name", sortOrder: "desc" });
});

it("keeps the position when another parameter of the page changes", () => {
  expect(definition.after({ page: "3", status: "done" }, { person: "1" })).toEqual({
    page: 3,
    status: "done",
    person: "1",
  });
  expect(definition.after({ page: "3", person: "1" }, { person: undefined })).toEqual({ page: 3 });
});

it("saves search, filters, order and page size in a view without the position, and keeps other parameters", () => {
  const storedSearch = { search: "Özgür & Söhne", status: "done", sortBy: "seen", limit: 50 } as const;
  const view = definition.viewOf({ ...storedSearch, page: 3 });
  expect(definition.withView({ tab: "tokens", page: "2", status: "open" }, view)).toEqual({
    tab: "tokens",
    ...storedSearch,
  });
  expect(definition.withView({}, "status=gone&sortBy=seen")).toEqual({ sortBy: "seen" });
});

it("keeps the position of a list paged by cursors in the URL until filters change", () => {
  const log = createListSearch({
    filters: { outcome: oneOf(["denied"]) },
    hasSearch: false,
    cursor: /^older-\d+$/,
  });
  expect(log.parse({ cursor: "older-3", outcome: "denied", page: "2", search: "a" })).toEqual({
    search: { cursor: "older-3", outcome: "denied" },
    ignoredParams: [],
  });
  expect(log.parse({ cursor: "3" }).ignoredParams).toEqual(["cursor"]);
  expect(log.after({ cursor: "older-3" }, { outcome: "denied" })).toEqual({ outcome: "denied" });
  expect(log.after({ outcome: "denied" }, { cursor: "older-5" })).toEqual({
    outcome: "denied",
    cursor: "older-5",
  });
  expect(log.viewOf({ outcome: "denied", cursor: "older-3" })).toBe("outcome=denied");
});
