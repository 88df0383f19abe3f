import { useEffect } from "react";
import { PrintSheet } from "../../../ui/layout/print-sheet.tsx";
import { ListPrintHeading, type ListPrintHeadingProps } from "./list-print-heading.tsx";
import type { ColumnContent } from "../use-column-contents.ts";

export interface PrintedListProps<Row> extends Omit<ListPrintHeadingProps<Row>, "rowCount" | "total"> {
  rows: readonly Row[];
  /** The visible columns. */
  contents: readonly ColumnContent<Row>[];
  onEnd: () => void;
}

/** Prints the rows of a list as one table and then calls `onEnd`. */
export function PrintedList<Row extends { readonly id: string }>(props: PrintedListProps<Row>) {
  const { rows, onEnd, contents, ...heading } = props;

  useEffect(() => {
    window.addEventListener("afterprint", onEnd);
    return () => window.removeEventListener("afterprint", onEnd);
  });
  useEffect(() => window.print(), []);

  return (
    <PrintSheet>
      <ListPrintHeading {...heading} rowCount={rows.length} total={rows.length} />
      <table className="w-full border-collapse text-small">
        <thead>
          <tr>
            {contents.map(({ column: { id, header } }) => (
              <th key={id} scope="col" className="border-b border-line py-1 pr-2 text-left font-strong">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="break-inside-avoid">
              {contents.map(({ column: { id }, display }) => (
                <td key={id} className="border-b border-line py-1 pr-2 align-top">
                  {display(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
