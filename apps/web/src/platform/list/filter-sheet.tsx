import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Drawer } from "../../ui/overlay/drawer.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { Field } from "../../ui/form/field.tsx";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { everything, type ListFilter } from "./list-column.ts";
import { clearedFilters } from "./list-filter.tsx";
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
          <Button variant="quiet" onClick={() => list.change(clearedFilters(filters))}>
            {common("empty.resetFilters")}
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t("showResults")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {/* Choices first: the others, such as a search for a person, are long and so are closed at first. */}
        {filters
          .toSorted((left, right) => Number("names" in left) - Number("names" in right))
          .map((filter) =>
            "names" in filter ? (
              <Disclosure
                key={filter.label}
                summary={
                  <span className="min-w-0">
                    {filter.label}
                    {filter.valueText !== undefined && (
                      <span className="font-normal">: {filter.valueText}</span>
                    )}
                  </span>
                }
              >
                <div className="grid justify-items-start gap-2 pb-2">
                  {filter.valueText !== undefined && (
                    <Button
                      variant="quiet"
                      size="small"
                      onClick={() => list.change(clearedFilters([filter]))}
                    >
                      {common("filter.clear", { name: filter.label })}
                    </Button>
                  )}
                  <div className="w-full min-w-0">{filter.content(() => onOpenChange(false))}</div>
                </div>
              </Disclosure>
            ) : (
              <Field key={filter.name} label={filter.label}>
                {(control) => (
                  <NativeSelect
                    {...control}
                    value={params[filter.name] ?? everything}
                    onChange={(event) =>
                      list.change({ [filter.name]: event.currentTarget.value || undefined })
                    }
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
