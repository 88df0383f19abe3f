import { useState } from "react";

/** The rows that the user selected in a list. */
export interface ListSelection<Row> {
  /** Selected rows by id, in the order of selection. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly canSelect: (row: Row) => boolean;
  readonly set: (rows: readonly Row[], selected: boolean) => void;
  readonly clear: () => void;
}

/**
 * Returns the selection of a list, which includes rows of other pages. A change of filters (`key`) clears the
 * selection, so that no action affects rows that are no longer listed.
 */
export function useListSelection<Row extends { readonly id: string }>(
  key: string,
  canSelect: (row: Row) => boolean,
): ListSelection<Row> {
  const [selection, setSelection] = useState<{ key: string; rows: ReadonlyMap<string, Row> }>({
    key,
    rows: new Map(),
  });
  const rows = selection.key === key ? selection.rows : new Map<string, Row>();
  return {
    rows,
    canSelect,
    set: (changed, selected) => {
      const next = new Map(rows);
      for (const row of changed) {
        if (selected && canSelect(row)) next.set(row.id, row);
        else next.delete(row.id);
      }
      setSelection({ key, rows: next });
    },
    clear: () => setSelection({ key, rows: new Map() }),
  };
}
