import { useColumnPreference } from "../preferences/use-list-preferences.ts";

/** A column of which the user chooses whether and where it is shown. */
export interface ChoosableColumn {
  readonly id: string;
  readonly initiallyHidden?: boolean;
}

export interface ListColumnChoice {
  /** Ids of all choosable columns in the user's order. */
  readonly order: readonly string[];
  readonly shown: readonly string[];
  readonly toggle: (id: string) => void;
  /** Moves a column one place: -1 towards the start, 1 towards the end. */
  readonly move: (id: string, by: -1 | 1) => void;
  readonly reset: () => void;
}

/** Returns the initial columns: the ids of those shown, in the order of the list. */
function initiallyShown(columns: readonly ChoosableColumn[]): string[] {
  return columns.filter(({ initiallyHidden }) => initiallyHidden !== true).map(({ id }) => id);
}

/** The user's choice of columns of a list, which follows them to their other devices. A hidden column keeps its place. */
export function useListColumns(list: string, columns: readonly ChoosableColumn[]): ListColumnChoice {
  const { columns: stored, setColumns } = useColumnPreference(list);
  const ids = columns.map(({ id }) => id);
  const initial = initiallyShown(columns);
  const chosen = stored?.filter(({ key }) => ids.includes(key)) ?? [];
  const known = chosen.map(({ key }) => key);
  // Columns that are newer than the choice are at the end, as they are by default.
  const order = [...known, ...ids.filter((id) => !known.includes(id))];
  const shown = order.filter((id) =>
    known.includes(id) ? chosen.find(({ key }) => key === id)?.hidden !== true : initial.includes(id),
  );

  function save(nextOrder: readonly string[], nextShown: readonly string[]): void {
    setColumns(
      nextOrder.map((key) => {
        const widthPx = chosen.find((column) => column.key === key)?.widthPx;
        return {
          key,
          ...(nextShown.includes(key) ? {} : { hidden: true }),
          ...(widthPx === undefined ? {} : { widthPx }),
        };
      }),
    );
  }

  return {
    order,
    shown,
    toggle: (id) => save(order, shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id]),
    move: (id, by) => {
      const from = order.indexOf(id);
      const to = from + by;
      if (from < 0 || to < 0 || to >= order.length) return;
      const moved = order.filter((each) => each !== id);
      moved.splice(to, 0, id);
      save(moved, shown);
    },
    reset: () => setColumns(undefined),
  };
}
