import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { useStore } from "zustand";
import { Button } from "../../ui/button/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import type { FileExport } from "../forms/use-file-export.ts";
import { i18nStore } from "../i18n/store.ts";
import { sessionStore } from "../session/session.store.ts";
import type { ListSource } from "./list-source.ts";
import type { ColumnContent } from "./use-column-contents.ts";

/** A file of the list that the server creates. */
export interface ListExport {
  readonly key: string;
  readonly label: string;
  readonly save: () => Promise<void>;
}

export interface ExportButtonProps<Row> {
  /** The beginning of the file's name. */
  name: string;
  /** Whether the list belongs to no organization. */
  isPlatform: boolean;
  source: ListSource<Row>;
  columns: readonly ColumnContent<Row>[];
  /** Files of the server, which replace the browser's own file. */
  exports?: readonly ListExport[] | undefined;
  exporting: FileExport;
}

/** Returns the calendar day on the user's device. */
function today(): string {
  // The Swedish date is "2026-11-23".
  return new Intl.DateTimeFormat("sv-SE").format();
}

/** Saves all matching rows of all pages, as a file of the server or as a CSV file of the visible columns. */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { name, isPlatform, source, columns, exports, exporting } = props;
  const t = useTranslations("list");
  const language = useStore(i18nStore, (state) => state.language);
  const region = useStore(i18nStore, (state) => state.region);
  const { run, busy } = exporting;

  async function saveVisibleColumns(): Promise<void> {
    const [rows, { exportFileName }, { csvFile }, { saveFile }] = await Promise.all([
      source.allRows(),
      import("@praxisportal/contract/tenant-export/file-name.rules"),
      import("./csv-file.ts"),
      import("../api-client/save-file.ts"),
    ]);
    const lines = rows.map((row) => columns.map(({ exportValue }) => exportValue(row)));
    const { organization } = sessionStore.getState();
    const fileName = exportFileName(name, isPlatform ? null : (organization?.name ?? null), today());
    const header = columns.map(({ column }) => column.header);
    saveFile(csvFile(`${fileName}.csv`, [header, ...lines], { language, region }));
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
