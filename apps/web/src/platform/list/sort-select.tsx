import { useTranslations } from "use-intl";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { type ListColumn, sortFieldOf } from "./list-column.ts";
import type { ListState } from "./use-list-search.ts";

interface SortSelectProps<Row> {
  list: ListState;
  columns: readonly ListColumn<Row>[];
}

/** Sort order, for lists without a table header. */
export function SortSelect<Row>({ list, columns }: SortSelectProps<Row>) {
  const t = useTranslations("list");
  return (
    <NativeSelect
      size="toolbar"
      className="min-w-0 flex-1 basis-48"
      aria-label={t("sort.label")}
      value={`${list.sort.sortBy} ${list.sort.sortOrder}`}
      onChange={(event) => {
        const [field = "", order] = event.currentTarget.value.split(" ");
        list.setSort(field, order === "desc" ? "desc" : "asc");
      }}
    >
      {columns
        .filter((column) => list.sortFields.includes(sortFieldOf(column)))
        .flatMap((column) =>
          (["asc", "desc"] as const).map((order) => (
            <option key={`${column.id} ${order}`} value={`${sortFieldOf(column)} ${order}`}>
              {column.header}, {t(`sort.${order}`)}
            </option>
          )),
        )}
    </NativeSelect>
  );
}
