import { listColumnWidthMaxPx, listColumnWidthMinPx } from "@praxisportal/contract/limits";
import { useColumnPreference } from "../preferences/use-list-preferences.ts";

/** A column whose visibility, position and width the user can choose. */
export interface ChoosableColumn {
  readonly id: string;
  readonly initiallyHidden?: boolean;
}

export interface ListColumnChoice {
  /** Ids of all columns except the naming one, in the user's order. */
  readonly order: readonly string[];
  readonly visible: readonly string[];
  /** The width set by the user, relative to the other columns, or undefined if none is set. */
  readonly widthOf: (id: string) => number | undefined;
  readonly toggle: (id: string) => void;
  /** Moves a column one place: -1 toward the start, 1 toward the end. */
  readonly move: (id: string, by: -1 | 1) => void;
  readonly setWidth: (id: string, width: number) => void;
  readonly reset: () => void;
}

/** One unit of relative width is about 1 rem. Stored widths are in CSS pixels. */
const pxPerUnit = 16;

/**
 * Returns the user's columns of a list, which are the same on all their devices. A hidden column keeps its position and
 * width. The naming column is always visible, and only its width can be changed.
 */
export function useListColumns(
  list: string,
  columns: readonly ChoosableColumn[],
  namingId: string | undefined,
): ListColumnChoice {
  const { columns: stored = [], setColumns } = useColumnPreference(list);
  const choosable = columns.filter(({ id }) => id !== namingId);
  const ids = choosable.map(({ id }) => id);
  const chosen = stored.filter(({ key }) => ids.includes(key));
  const chosenKeys = chosen.map(({ key }) => key);
  // Earlier versions stored only the visible columns.
  const listsOnlyVisible = chosen.length > 0 && !stored.some(({ hidden }) => hidden);
  // Columns newer than the stored selection are appended.
  const order = [...chosenKeys, ...ids.filter((id) => !chosenKeys.includes(id))];
  const visible = order.filter((id) => {
    if (chosenKeys.includes(id)) return chosen.find(({ key }) => key === id)?.hidden !== true;
    return !listsOnlyVisible && choosable.find((column) => column.id === id)?.initiallyHidden !== true;
  });
  const storedWidth = (id: string) => stored.find(({ key }) => key === id)?.widthPx;

  function save(
    nextOrder: readonly string[],
    nextVisible: readonly string[],
    resized?: [string, number],
  ): void {
    const entryOf = (key: string, isVisible: boolean) => {
      const widthPx = resized?.[0] === key ? resized[1] : storedWidth(key);
      return { key, ...(isVisible ? {} : { hidden: true }), ...(widthPx === undefined ? {} : { widthPx }) };
    };
    const naming = namingId === undefined ? [] : [entryOf(namingId, true)];
    setColumns([
      ...naming.filter(({ widthPx }) => widthPx !== undefined),
      ...nextOrder.map((key) => entryOf(key, nextVisible.includes(key))),
    ]);
  }

  return {
    order,
    visible,
    widthOf: (id) => {
      const widthPx = storedWidth(id);
      return widthPx === undefined ? undefined : widthPx / pxPerUnit;
    },
    toggle: (id) =>
      save(order, visible.includes(id) ? visible.filter((columnId) => columnId !== id) : [...visible, id]),
    move: (id, by) => {
      const from = order.indexOf(id);
      const to = from + by;
      if (from < 0 || to < 0 || to >= order.length) return;
      const otherIds = order.filter((columnId) => columnId !== id);
      otherIds.splice(to, 0, id);
      save(otherIds, visible);
    },
    setWidth: (id, width) => {
      const widthPx = Math.round(width * pxPerUnit);
      save(order, visible, [id, Math.min(Math.max(widthPx, listColumnWidthMinPx), listColumnWidthMaxPx)]);
    },
    reset: () => setColumns(undefined),
  };
}
