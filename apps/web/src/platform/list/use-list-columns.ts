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

/**
 * The user's choice of columns of a list, which follows them to their other devices. Hidden columns come after the
 * shown ones once the user has chosen; so does a column that is newer than the choice.
 */
export function useListColumns(list: string, columns: readonly ChoosableColumn[]): ListColumnChoice {
  const { columns: chosen, setColumns } = useColumnPreference(list);
  const ids = columns.map(({ id }) => id);
  const shown = chosen?.map(({ key }) => key).filter((id) => ids.includes(id)) ?? initiallyShown(columns);
  const order = chosen === undefined ? ids : [...shown, ...ids.filter((id) => !shown.includes(id))];

  function save(next: readonly string[]): void {
    // A column keeps its width.
    setColumns(next.map((id) => chosen?.find(({ key }) => key === id) ?? { key: id }));
  }

  return {
    order,
    shown,
    toggle: (id) =>
      save(
        shown.includes(id)
          ? shown.filter((each) => each !== id)
          : order.filter((each) => each === id || shown.includes(each)),
      ),
    move: (id, by) => {
      const from = order.indexOf(id);
      const to = from + by;
      if (from < 0 || to < 0 || to >= order.length) return;
      const moved = order.filter((each) => each !== id);
      moved.splice(to, 0, id);
      save(moved.filter((each) => shown.includes(each)));
    },
    reset: () => setColumns(undefined),
  };
}
