import Printer from "lucide-react/icons/printer";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { useFileExport } from "../../forms/use-file-export.ts";
import type { ListSource } from "../list-source.ts";
import type { PrintedList, PrintedListProps } from "./printed-list.tsx";

/** Maximum number of rows to print, about thirty sheets of paper. */
const maxPrintedRows = 1_000;

/** Content of the printed sheet besides the rows. */
type SheetProps<Row> = Omit<PrintedListProps<Row>, "rows" | "loadedAt" | "onEnd">;

interface PrintList<Row> {
  readonly button: ReactNode;
  /** Message that there are too many rows, or that they could not be loaded. */
  readonly notice: ReactNode;
  /** The rows while they are printed. */
  readonly sheet: (props: SheetProps<Row>) => ReactNode;
}

/** Returns the number of rows on all pages of a list. */
export function totalOf({ pagination, rows }: Pick<ListSource<unknown>, "pagination" | "rows">): number {
  if (pagination === undefined) return rows?.length ?? 0;
  return "total" in pagination ? pagination.total : pagination.totalEstimate;
}

/**
 * Prints all matching rows of all pages, by the button or Ctrl+P. The rows stay in memory until the print dialog
 * closes.
 */
export function usePrintList<Row extends { readonly id: string }>(source: ListSource<Row>): PrintList<Row> {
  const t = useTranslations("list");
  const { run, busy, failure, reset } = useFileExport();
  const [tooMany, setTooMany] = useState(false);
  const [loadedList, setLoaded] = useState<{
    rows: readonly Row[];
    loadedAt: number;
    // The sheet is downloaded with the rows.
    Sheet: typeof PrintedList<Row>;
  }>();
  const isTooLong = totalOf(source) > maxPrintedRows;

  const print = () => {
    setTooMany(isTooLong);
    if (isTooLong) return;
    void run(async () => {
      const [rows, sheet] = await Promise.all([source.allRows(), import("./printed-list.tsx")]);
      setLoaded({ rows, loadedAt: Date.now(), Sheet: sheet.PrintedList });
    });
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      print();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  return {
    sheet: (props) =>
      loadedList && (
        <loadedList.Sheet
          {...props}
          rows={loadedList.rows}
          loadedAt={loadedList.loadedAt}
          onEnd={() => setLoaded(undefined)}
        />
      ),
    button: (
      <IconButton icon={Printer} variant="edge" label={t("print.label")} disabled={busy} onClick={print} />
    ),
    notice: (
      <>
        {tooMany && (
          <ErrorBox variant="warning" title={t("print.tooMany")} onHide={() => setTooMany(false)}>
            {t("print.tooManyText", { count: totalOf(source), max: maxPrintedRows })}
          </ErrorBox>
        )}
        {failure !== null && (
          <ErrorBox title={t("print.failed")} onHide={reset}>
            {failure}
          </ErrorBox>
        )}
      </>
    ),
  };
}
