// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useListColumns } from "./use-list-columns.ts";

const columns = [{ id: "name" }, { id: "place" }, { id: "since", initiallyHidden: true }];

afterEach(() => localStorage.clear());

it("the choice and order of columns are kept and survive a reload", () => {
  const first = renderHook(() => useListColumns("things", columns));
  expect(first.result.current).toMatchObject({
    order: ["name", "place", "since"],
    shown: ["name", "place"],
  });
  act(() => first.result.current.toggle("since"));
  act(() => first.result.current.toggle("name"));
  act(() => first.result.current.move("since", -1));
  const kept = { order: ["name", "since", "place"], shown: ["since", "place"] };
  expect(first.result.current).toMatchObject(kept);
  expect(renderHook(() => useListColumns("things", columns)).result.current).toMatchObject(kept);
  expect(renderHook(() => useListColumns("others", columns)).result.current.shown).toEqual(["name", "place"]);
});

it("a stored choice without a newer column shows it at the end, and unknown ids are left out", () => {
  localStorage.setItem("things-columns", "place,gone,-name");
  const more = [...columns, { id: "size" }];
  expect(renderHook(() => useListColumns("things", more)).result.current).toMatchObject({
    order: ["place", "name", "since", "size"],
    shown: ["place", "size"],
  });
});

it("resetting returns to the initial columns and forgets the choice", () => {
  const { result } = renderHook(() => useListColumns("things", columns));
  act(() => result.current.toggle("place"));
  act(() => result.current.reset());
  expect(result.current).toMatchObject({ order: ["name", "place", "since"], shown: ["name", "place"] });
  expect(localStorage.getItem("things-columns")).toBeNull();
});
