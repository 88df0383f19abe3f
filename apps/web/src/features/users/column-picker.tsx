import Columns3 from "lucide-react/icons/columns-3";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Popover } from "../../ui/popover.tsx";
import { userColumns, type useUserColumns } from "./user-columns.ts";

/** Selects the columns shown besides the name. */
export function ColumnPicker({ shown, toggle, reset }: ReturnType<typeof useUserColumns>) {
  const t = useTranslations("users");
  return (
    <Popover
      align="end"
      title={t("columns.label")}
      className="w-60"
      trigger={
        <Button size="medium" icon={Columns3}>
          {t("columns.label")}
        </Button>
      }
    >
      <ul className="grid gap-1">
        {userColumns.map(({ key }) => (
          <li key={key}>
            <Checkbox
              className="min-h-9 w-full items-center"
              label={t(`columns.${key}`)}
              checked={shown.includes(key)}
              onChange={() => toggle(key)}
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
