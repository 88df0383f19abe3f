import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Drawer } from "../../ui/overlay/drawer.tsx";
import { Field } from "../../ui/form/field.tsx";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { everything, type ListFilter } from "./list-column.ts";
import { without } from "./list-filter.tsx";
import type { ListParams } from "./list-search.ts";
import type { ListState } from "./use-list-search.ts";

export interface FilterSheetProps {
  filters: readonly ListFilter[];
  list: ListState;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The filters in a bottom sheet, for narrow windows. Changes apply at once. */
export function FilterSheet({ filters, list, open, onOpenChange }: FilterSheetProps) {
  const t = useTranslations("list");
  const common = useTranslations("common");
  const params: ListParams = { ...list.search };
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="bottom"
      title={t("filters")}
      closeLabel={common("close")}
      actions={
        <>
          <Button variant="quiet" onClick={() => list.change(without(filters))}>
            {common("empty.resetFilters")}
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t("showResults")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {filters.map((filter) =>
          "names" in filter ? (
            <fieldset key={filter.label} className="min-w-0">
              <legend className="mb-2 text-dense font-label text-text">{filter.label}</legend>
              {filter.shown !== undefined && (
                <div className="mb-2 flex flex-wrap items-center gap-2 text-dense text-text-2">
                  <span>{filter.shown}</span>
                  <Button variant="quiet" size="small" onClick={() => list.change(without([filter]))}>
                    {common("filter.clear", { name: filter.label })}
                  </Button>
                </div>
              )}
              {filter.content(() => onOpenChange(false))}
            </fieldset>
          ) : (
            <Field key={filter.name} label={filter.label}>
              {(control) => (
                <NativeSelect
                  {...control}
                  value={params[filter.name] ?? everything}
                  onChange={(event) => list.change({ [filter.name]: event.currentTarget.value || undefined })}
                >
                  <option value={everything}>{common("all")}</option>
                  {filter.options.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          ),
        )}
      </div>
    </Drawer>
  );
}
