import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import type { ListColumnChoice } from "./use-list-columns.ts";

export interface ColumnChoiceProps {
  choice: ListColumnChoice;
  /** Returns the header of a column. */
  nameOf: (id: string) => string;
}

/** Selects the columns and their order. A button restores the default. */
export function ColumnChoice({ choice, nameOf }: ColumnChoiceProps) {
  const t = useTranslations("list");
  const { order, visible, toggle, move, reset } = choice;
  return (
    <>
      <ul>
        {order.map((id, index) => (
          <li key={id} className="flex min-h-10 items-center gap-1">
            <Checkbox
              className="flex-1"
              label={nameOf(id)}
              checked={visible.includes(id)}
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
    </>
  );
}
