import Printer from "lucide-react/icons/printer";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PrintSheet } from "../../ui/layout/print-sheet.tsx";
import { useFileExport } from "../forms/use-file-export.ts";
import type { ListColumn } from "./list-column.ts";
import { ListPrintHeading } from "./list-print-heading.tsx";
import type { ListSource } from "./list-source.ts";
import { useColumnContents } from "./use-column-contents.ts";
import type { ListState } from "./use-list-search.ts";

interface PrintListInput<Row> {
  /** Heading of the printed list. */
  readonly title: string;
  readonly texts: { readonly print: string; readonly failed: string };
  readonly list: ListState;
  readonly source: ListSource<Row>;
  readonly columns: readonly ListColumn<Row>[];
}

interface PrintList {
  /** The button, and the sheet while it is printed. */
  readonly button: ReactNode;
  /** Says that the rows could not be loaded. */
  readonly notice: ReactNode;
}

/** Prints all matching rows of all pages with all columns. They are in memory only until the print dialog closes. */
export function usePrintList<Row extends { readonly id: string }>({
  title,
  texts,
  list,
  source,
  columns,
}: PrintListInput<Row>): PrintList {
  const loading = useFileExport();
  const contents = useColumnContents(columns);
  const [printed, setPrinted] = useState<{ rows: readonly Row[]; loadedAt: number }>();

  useEffect(() => {
    if (printed === undefined) return;
    const end = () => setPrinted(undefined);
    window.addEventListener("afterprint", end);
    window.print();
    return () => window.removeEventListener("afterprint", end);
  }, [printed]);

  const load = async () => setPrinted({ rows: (await source.allRows?.()) ?? [], loadedAt: Date.now() });
  return {
    button: (
      <>
        <Button icon={Printer} busy={loading.busy} onClick={() => void loading.run(load)}>
          {texts.print}
        </Button>
        {printed !== undefined && (
          <PrintSheet>
            <ListPrintHeading
              title={title}
              isPlatform={false}
              list={list}
              columns={columns}
              filters={[]}
              shownView={undefined}
              loadedAt={printed.loadedAt}
            />
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
                {printed.rows.map((row) => (
                  <tr key={row.id} className="break-inside-avoid">
                    {contents.map(({ column: { id }, shown }) => (
                      <td key={id} className="border-b border-line py-1 pr-2 align-top">
                        {shown(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </PrintSheet>
        )}
      </>
    ),
    notice: loading.failure !== null && (
      <ErrorBox title={texts.failed} onHide={loading.reset}>
        {loading.failure}
      </ErrorBox>
    ),
  };
}
