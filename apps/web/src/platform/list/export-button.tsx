import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { useStore } from "zustand";
import { Button } from "../../ui/button/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import type { FileExport } from "../forms/use-file-export.ts";
import { i18nStore } from "../i18n/store.ts";
import type { ListSource } from "./list-source.ts";
import type { ColumnContent } from "./use-column-contents.ts";

/** A file of the list that the server creates. */
export interface ListExport {
  readonly key: string;
  readonly label: string;
  readonly save: () => Promise<void>;
}

export interface ExportButtonProps<Row> {
  /** The name of the file without its extension. */
  name: string;
  source: ListSource<Row>;
  columns: readonly ColumnContent<Row>[];
  /** Files of the server, which replace the browser's own file. */
  exports?: readonly ListExport[] | undefined;
  exporting: FileExport;
}

/** Saves all matching rows of all pages, as a file of the server or as a CSV file of the visible columns. */
export function ExportButton<Row>({ name, source, columns, exports, exporting }: ExportButtonProps<Row>) {
  const t = useTranslations("list");
  const language = useStore(i18nStore, (state) => state.language);
  const { run, busy } = exporting;

  async function saveVisibleColumns(): Promise<void> {
    const [rows, { csvFile }, { saveFile }] = await Promise.all([
      source.allRows(),
      import("./csv-file.ts"),
      import("../api-client/save-file.ts"),
    ]);
    const lines = rows.map((row) => columns.map(({ exportText }) => exportText(row)));
    saveFile(csvFile(`${name}.csv`, [columns.map(({ column }) => column.header), ...lines], language));
  }

  if (exports === undefined)
    return (
      <Button icon={Download} busy={busy} onClick={() => void run(saveVisibleColumns)}>
        {t("export.label")}
      </Button>
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} busy={busy}>
          {t("export.label")}
        </Button>
      }
      items={exports.map(({ key, label, save }) => ({ key, label, onSelect: () => void run(save) }))}
    />
  );
}
