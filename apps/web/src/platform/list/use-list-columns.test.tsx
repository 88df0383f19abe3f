// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { changePreferences } from "../preferences/preferences.store.ts";
import { useListColumns } from "./use-list-columns.ts";

const columns = [{ id: "name" }, { id: "place" }, { id: "since", initiallyHidden: true }];

afterEach(() => changePreferences((preferences) => ({ ...preferences, lists: {} })));

it("stores the selected columns and their order per list", () => {
  const first = renderHook(() => useListColumns("things", columns, undefined));
  expect(first.result.current).toMatchObject({
    order: ["name", "place", "since"],
    visible: ["name", "place"],
  });
  act(() => first.result.current.toggle("since"));
  act(() => first.result.current.toggle("name"));
  act(() => first.result.current.move("since", -1));
  const expected = { order: ["name", "since", "place"], visible: ["since", "place"] };
  expect(first.result.current).toMatchObject(expected);
  expect(renderHook(() => useListColumns("things", columns, undefined)).result.current).toMatchObject(
    expected,
  );
  expect(renderHook(() => useListColumns("others", columns, undefined)).result.current.visible).toEqual([
    "name",
    "place",
  ]);
});

it("shows a column newer than the stored selection at the end, and ignores unknown ids", () => {
  changePreferences((preferences) => ({
    ...preferences,
    lists: {
      things: { columns: [{ key: "place" }, { key: "gone" }, { key: "name", hidden: true }], savedViews: [] },
    },
  }));
  const more = [...columns, { id: "size" }];
  expect(renderHook(() => useListColumns("things", more, undefined)).result.current).toMatchObject({
    order: ["place", "name", "since", "size"],
    visible: ["place", "size"],
  });
});

it("keeps the width of a column when another column is hidden", () => {
  changePreferences((preferences) => ({
    ...preferences,
    lists: { things: { columns: [{ key: "name", widthPx: 300 }, { key: "place" }], savedViews: [] } },
  }));
  const { result } = renderHook(() => useListColumns("things", columns, undefined));
  act(() => result.current.toggle("place"));
  changePreferences((preferences) => {
    expect(preferences.lists["things"]?.columns).toEqual([
      { key: "name", widthPx: 300 },
      { key: "place", hidden: true },
      { key: "since", hidden: true },
    ]);
    return preferences;
  });
});

it("restores the initial columns on reset and deletes the stored selection", () => {
  const { result } = renderHook(() => useListColumns("things", columns, undefined));
  act(() => result.current.toggle("place"));
  act(() => result.current.reset());
  expect(result.current).toMatchObject({ order: ["name", "place", "since"], visible: ["name", "place"] });
});

it("stores the width of every column, including the naming column, which cannot be hidden", () => {
  const { result } = renderHook(() => useListColumns("things", columns, "name"));
  expect(result.current).toMatchObject({ order: ["place", "since"], visible: ["place"] });
  act(() => result.current.setWidth("name", 20));
  act(() => result.current.setWidth("since", 1));
  expect([
    result.current.widthOf("name"),
    result.current.widthOf("place"),
    result.current.widthOf("since"),
  ]).toEqual([20, undefined, 2.5]);
  expect(result.current.visible).toEqual(["place"]);
});

it("shows only the columns stored by an earlier version, which did not store hidden ones", () => {
  changePreferences((preferences) => ({
    ...preferences,
    lists: { things: { columns: [{ key: "since" }], savedViews: [] } },
  }));
  const { result } = renderHook(() => useListColumns("things", columns, undefined));
  expect(result.current.visible).toEqual(["since"]);
});
