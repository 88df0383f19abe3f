import Columns3 from "lucide-react/icons/columns-3";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart, preloads } from "../loading/lazy-part.tsx";
import type { ListColumn } from "./list-column.ts";
import type { ListColumnChoice } from "./use-list-columns.ts";

const ColumnChoice = lazyPart(async () => (await import("./column-choice.tsx")).ColumnChoice);

interface ColumnPickerProps<Row> {
  choice: ListColumnChoice;
  columns: readonly ListColumn<Row>[];
}

/** Selects and orders the visible columns, except the naming one. */
export function ColumnPicker<Row>({ choice, columns }: ColumnPickerProps<Row>) {
  const t = useTranslations("list");
  const nameOf = (id: string) => columns.find((column) => column.id === id)?.header ?? id;
  return (
    <Popover
      align="end"
      title={t("columns.label")}
      className="w-72"
      trigger={
        <Button icon={Columns3} {...preloads(ColumnChoice)}>
          {t("columns.label")}
        </Button>
      }
    >
      <ColumnChoice choice={choice} nameOf={nameOf} />
    </Popover>
  );
}
