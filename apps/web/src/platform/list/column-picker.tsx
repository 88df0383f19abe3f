import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Columns3 from "lucide-react/icons/columns-3";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import type { ListColumn } from "./list-column.ts";
import type { ListColumnChoice } from "./use-list-columns.ts";

interface ColumnPickerProps<Row> {
  choice: ListColumnChoice;
  columns: readonly ListColumn<Row>[];
}

/** Selects and orders the visible columns, except the naming one. */
export function ColumnPicker<Row>({ choice, columns }: ColumnPickerProps<Row>) {
  const t = useTranslations("list");
  const nameOf = (id: string) => columns.find((column) => column.id === id)?.header ?? id;
  const { order, shown, toggle, move, reset } = choice;
  return (
    <Popover
      align="end"
      title={t("columns.label")}
      className="w-72"
      trigger={<Button icon={Columns3}>{t("columns.label")}</Button>}
    >
      <ul>
        {order.map((id, index) => (
          <li key={id} className="flex min-h-10 items-center gap-1">
            <Checkbox
              className="flex-1"
              label={nameOf(id)}
              checked={shown.includes(id)}
              onChange={() => toggle(id)}
            />
            <IconButton
              icon={ArrowUp}
              size="small"
              label={t("columns.earlier", { name: nameOf(id) })}
              disabled={index === 0}
              onClick={() => move(id, -1)}
            />
            <IconButton
              icon={ArrowDown}
              size="small"
              label={t("columns.later", { name: nameOf(id) })}
              disabled={index === order.length - 1}
              onClick={() => move(id, 1)}
            />
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" className="mt-2" onClick={reset}>
        {t("columns.reset")}
      </Button>
    </Popover>
  );
}
