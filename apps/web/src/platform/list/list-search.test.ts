import { expect, it } from "vitest";
import { createListSearch, oneOf } from "./list-search.ts";

const definition = createListSearch({
  filters: { status: oneOf(["open", "done"]) },
  sortFields: ["name", "seen"],
  defaultSort: { sortBy: "seen", sortOrder: "desc" },
});

it("reads search, filters, sort order and page from the address", () => {
  const raw = { search: "Empfang", status: "done", sortBy: "name", sortOrder: "asc", page: "2", limit: 50 };
  expect(definition.parse(raw)).toEqual({
    search: { search: "Empfang", status: "done", sortBy: "name", sortOrder: "asc", page: 2, limit: 50 },
    ignoredParams: [],
  });
});

it("leaves out invalid values and names their parameters", () => {
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

it("takes an empty value and a parameter of the page as none of the list's", () => {
  expect(definition.parse({ search: "", tab: "tokens" })).toEqual({ search: {}, ignoredParams: [] });
});

it("a change of search, filter, sort order or page size starts at the first page", () => {
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

it("the address keeps parameters of the page and loses invalid values, first page and usual page size", () => {
  const raw = { tab: "tokens", status: "lost", limit: "50" };
  expect(definition.after(raw, { page: 1, limit: 20 })).toEqual({ tab: "tokens" });
});

it("every sort order survives the address", () => {
  for (const sortBy of definition.sortFields)
    for (const sortOrder of ["asc", "desc"] as const) {
      const { search } = definition.parse(definition.after({}, { sortBy, sortOrder }));
      expect(definition.sortOf(search)).toEqual({ sortBy, sortOrder });
    }
});

it("only search and filters count as active filters, and all of them can be removed", () => {
  const active = (raw: Record<string, string>) => definition.hasActiveFilters(definition.parse(raw).search);
  expect(active({ page: "2", sortBy: "name" })).toBe(false);
  expect(active({ search: "a" })).toBe(true);
  expect(active({ status: "open" })).toBe(true);
  expect(definition.after({ search: "a", status: "open" }, definition.withoutFilters)).toEqual({});
});

it("the header of a column sorts ascending first, then the other way round", () => {
  expect(definition.toggledSort({}, "seen")).toEqual({ sortBy: "seen", sortOrder: "asc" });
  expect(definition.toggledSort({}, "name")).toEqual({ sortBy: "name", sortOrder: "asc" });
  const sorted = { sortBy: "name", sortOrder: "asc" } as const;
  expect(definition.toggledSort(sorted, "name")).toEqual({ sortBy: "name", sortOrder: "desc" });
});

it("a change of another parameter of the page keeps the position", () => {
  expect(definition.after({ page: "3", status: "done" }, { person: "1" })).toEqual({
    page: 3,
    status: "done",
    person: "1",
  });
  expect(definition.after({ page: "3", person: "1" }, { person: undefined })).toEqual({ page: 3 });
});

it("a saved view holds search, filters, order and page size, not the position, and keeps what is not the list's", () => {
  const kept = { search: "Özgür & Söhne", status: "done", sortBy: "seen", limit: 50 } as const;
  const view = definition.viewOf({ ...kept, page: 3 });
  expect(definition.withView({ tab: "tokens", page: "2", status: "open" }, view)).toEqual({
    tab: "tokens",
    ...kept,
  });
  expect(definition.withView({}, "status=gone&sortBy=seen")).toEqual({ sortBy: "seen" });
});

it("a list paged by cursors keeps its position in the address until filters change", () => {
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
