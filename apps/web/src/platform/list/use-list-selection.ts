import { useState } from "react";

/** The rows that the user selected in a list. */
export interface ListSelection<Row> {
  /** By id, in the order of selection. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly canSelect: (row: Row) => boolean;
  readonly set: (rows: readonly Row[], selected: boolean) => void;
  readonly clear: () => void;
}

/**
 * The selection of a list. It is kept across pages. Other filters (`key`) start with an empty selection, so that no
 * action affects rows that are no longer listed.
 */
export function useListSelection<Row extends { readonly id: string }>(
  key: string,
  canSelect: (row: Row) => boolean,
): ListSelection<Row> {
  const [kept, setKept] = useState<{ key: string; rows: ReadonlyMap<string, Row> }>({ key, rows: new Map() });
  const rows = kept.key === key ? kept.rows : new Map<string, Row>();
  return {
    rows,
    canSelect,
    set: (changed, selected) => {
      const next = new Map(rows);
      for (const row of changed) {
        if (selected && canSelect(row)) next.set(row.id, row);
        else next.delete(row.id);
      }
      setKept({ key, rows: next });
    },
    clear: () => setKept({ key, rows: new Map() }),
  };
}
