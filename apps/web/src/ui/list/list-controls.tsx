import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Checkbox } from "../form/checkbox.tsx";
import { IconButton } from "../button/icon-button.tsx";
import type { RowDetails, RowSelection } from "./displayed-list.ts";

interface SelectRowProps<Row> {
  row: Row;
  selection: RowSelection<Row>;
}

export function SelectRow<Row>({ row, selection }: SelectRowProps<Row>) {
  return (
    <Checkbox
      wideHit
      aria-label={selection.label(row)}
      disabled={!selection.canSelect(row)}
      checked={selection.has(row)}
      onChange={(checked) => selection.set([row], checked)}
    />
  );
}

interface SelectPageProps<Row> {
  rows: readonly Row[] | undefined;
  selection: RowSelection<Row>;
  /** Shows the label. Otherwise, it is for screen readers only. */
  labeled?: boolean;
}

/** Selects all rows of the page. */
export function SelectPage<Row>({ rows, selection, labeled = false }: SelectPageProps<Row>) {
  const selectable = (rows ?? []).filter(selection.canSelect);
  const selected = selectable.filter(selection.has).length;
  const isAll = selectable.length > 0 && selected === selectable.length;
  return (
    <Checkbox
      wideHit
      {...(labeled ? { label: selection.pageLabel } : { "aria-label": selection.pageLabel })}
      disabled={selectable.length === 0}
      checked={isAll}
      indeterminate={selected > 0 && !isAll}
      onChange={() => selection.set(selectable, !isAll)}
    />
  );
}

interface OpenRowButtonProps<Row> {
  row: Row & { readonly id: string };
  details: RowDetails<Row>;
  /** Id of the element with the details. */
  controls: string;
}

/** Shows and hides the details of a row. */
export function OpenRowButton<Row>({ row, details, controls }: OpenRowButtonProps<Row>) {
  const isOpen = details.rows.has(row.id);
  return (
    <IconButton
      icon={isOpen ? ChevronDown : ChevronRight}
      size="small"
      label={details.label(row, isOpen)}
      aria-expanded={isOpen}
      {...(isOpen ? { "aria-controls": controls } : {})}
      onClick={() => details.rows.toggle(row.id)}
    />
  );
}
