import { useState } from "react";
import { localValues } from "../storage/browser-storage.ts";

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

interface Choice {
  readonly order: readonly string[];
  readonly shown: readonly string[];
}

function initialChoice(columns: readonly ChoosableColumn[]): Choice {
  const shown = columns.filter(({ initiallyHidden }) => initiallyHidden !== true).map(({ id }) => id);
  return { order: columns.map(({ id }) => id), shown };
}

/** Stored as the ids in order, those of hidden columns with a leading "-". */
function readChoice(key: string, columns: readonly ChoosableColumn[]): Choice {
  const initial = initialChoice(columns);
  const stored = localValues.get(key)?.split(",");
  if (stored === undefined) return initial;
  const known = stored.filter((entry) => initial.order.includes(entry.replace("-", "")));
  const order = [...new Set(known.map((entry) => entry.replace("-", "")))];
  // Columns that are newer than the choice are at the end, as they are by default.
  const added = initial.order.filter((id) => !order.includes(id));
  return {
    order: [...order, ...added],
    shown: [...order, ...added].filter(
      (id) => known.includes(id) || (added.includes(id) && initial.shown.includes(id)),
    ),
  };
}

/** The user's choice of columns of a list, kept in this browser until sign-out. */
export function useListColumns(list: string, columns: readonly ChoosableColumn[]): ListColumnChoice {
  const key = `${list}-columns`;
  const [choice, setChoice] = useState(() => readChoice(key, columns));

  function keep({ order, shown }: Choice): void {
    localValues.set(key, order.map((id) => (shown.includes(id) ? id : `-${id}`)).join(","));
    setChoice({ order, shown: order.filter((id) => shown.includes(id)) });
  }

  const { order, shown } = choice;
  return {
    order,
    shown,
    toggle: (id) =>
      keep({ order, shown: shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id] }),
    move: (id, by) => {
      const from = order.indexOf(id);
      const to = from + by;
      if (from < 0 || to < 0 || to >= order.length) return;
      const moved = order.filter((each) => each !== id);
      moved.splice(to, 0, id);
      keep({ order: moved, shown });
    },
    reset: () => {
      localValues.remove(key);
      setChoice(initialChoice(columns));
    },
  };
}
