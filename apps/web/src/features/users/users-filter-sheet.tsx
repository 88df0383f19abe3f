import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { Drawer } from "../../ui/drawer.tsx";
import { Field } from "../../ui/field.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { DateRangeFields } from "./date-range-fields.tsx";
import type { FilterOption } from "./use-filter-options.ts";
import { defaultSort, type UsersSearch, type UserSortField } from "./users-search.ts";
import type { UsersFiltersProps } from "./users-filters.tsx";

export interface UsersFilterSheetProps extends UsersFiltersProps {
  onSort: (sort: Pick<UsersSearch, "sortBy" | "sortOrder">) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const sortChoices = [
  { field: "personalInfo.lastName", column: "name" },
  { field: "role.type", column: "role" },
  { field: "organizationData.department", column: "department" },
  { field: "status", column: "status" },
  { field: "lastLogin", column: "lastLogin" },
  { field: "createdAt", column: "createdAt" },
] as const satisfies readonly { field: UserSortField; column: string }[];

interface ChoiceProps {
  label: string;
  options: readonly FilterOption[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  const common = useTranslations("common");
  return (
    <Field label={label}>
      {(control) => (
        <NativeSelect
          {...control}
          value={value ?? ""}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        >
          <option value="">{common("all")}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

function SortFields({ search, onSort }: Pick<UsersFilterSheetProps, "search" | "onSort">) {
  const t = useTranslations("users");
  const sortBy = search.sortBy ?? defaultSort.sortBy;
  const sortOrder = search.sortOrder ?? defaultSort.sortOrder;
  return (
    <Field label={t("sort.label")}>
      {(control) => (
        <NativeSelect
          {...control}
          value={`${sortBy} ${sortOrder}`}
          onChange={(event) => {
            const [field, order] = event.currentTarget.value.split(" ");
            const choice = sortChoices.find((each) => each.field === field);
            if (choice) onSort({ sortBy: choice.field, sortOrder: order === "desc" ? "desc" : "asc" });
          }}
        >
          {sortChoices.flatMap(({ field, column }) =>
            (["asc", "desc"] as const).map((order) => (
              <option key={`${field} ${order}`} value={`${field} ${order}`}>
                {t(`columns.${column}`)}, {t(`sort.${order}`)}
              </option>
            )),
          )}
        </NativeSelect>
      )}
    </Field>
  );
}

/** Filters and sort order in a bottom sheet, below 768 px. Changes apply immediately. */
export function UsersFilterSheet(props: UsersFilterSheetProps) {
  const { search, roles, departments, onChange, onSort, open, onOpenChange } = props;
  const t = useTranslations("users");
  const common = useTranslations("common");
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="bottom"
      title={t("filter.label")}
      closeLabel={common("close")}
      actions={
        <>
          <Button
            variant="quiet"
            onClick={() => onChange({ role: undefined, department: undefined, dateRange: undefined })}
          >
            {common("empty.resetFilters")}
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t("filter.show")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Choice
          label={t("filter.role")}
          options={roles}
          value={search.role}
          onChange={(role) => onChange({ role })}
        />
        <Choice
          label={t("filter.department")}
          options={departments}
          value={search.department}
          onChange={(department) => onChange({ department })}
        />
        <fieldset>
          <legend className="mb-2 text-dense font-label text-text">{t("filter.created")}</legend>
          <DateRangeFields
            key={search.dateRange}
            value={search.dateRange}
            onChange={(dateRange) => onChange({ dateRange })}
          />
        </fieldset>
        <SortFields search={search} onSort={onSort} />
      </div>
    </Drawer>
  );
}
