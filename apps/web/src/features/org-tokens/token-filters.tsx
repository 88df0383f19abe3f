import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/chip.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { hasActiveFilters, sortFields, sortOf, views } from "./token-search.ts";
import { useTokenLabels } from "./token-labels.ts";
import type { OrgTokenStatistics } from "./tokens.api.ts";
import { noSelection, type TokenSearchState } from "./use-token-search.ts";

/** Renders a practice picker; supplied by the page. */
export type RenderPracticePicker = (choose: (practice: { id: string; name: string }) => void) => ReactNode;

interface FilterSelectProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const allOption = "";

/** A filter chip with a single choice. It stays open while arrow keys move through the values. */
function FilterSelect({ label, options, value, onChange }: FilterSelectProps) {
  const common = useTranslations("common");
  const shown = options.find((option) => option.value === value)?.label ?? value;
  return (
    <FilterChip
      label={label}
      {...(shown === undefined ? {} : { value: shown })}
      clearLabel={common("filter.clear", { name: label })}
      onClear={() => onChange(undefined)}
    >
      <RadioGroup
        label={label}
        value={value ?? allOption}
        options={[{ value: allOption, label: common("all") }, ...options]}
        onChange={(next) => onChange(next === allOption ? undefined : next)}
      />
    </FilterChip>
  );
}

interface OrganizationChipProps {
  name: string | undefined;
  renderPracticePicker: RenderPracticePicker;
  onChange: (id: string | undefined) => void;
}

function OrganizationChip({ name, renderPracticePicker, onChange }: OrganizationChipProps) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const shown = name === undefined ? undefined : name === "" ? (chosen ?? t("filter.chosenPractice")) : name;
  return (
    <FilterChip
      label={t("filter.practice")}
      {...(shown === undefined ? {} : { value: shown })}
      clearLabel={common("filter.clear", { name: t("filter.practice") })}
      onClear={() => onChange(undefined)}
      open={open}
      onOpenChange={setOpen}
    >
      {renderPracticePicker((practice) => {
        setChosen(practice.name);
        onChange(practice.id);
        setOpen(false);
      })}
    </FilterChip>
  );
}

interface TokenFiltersProps {
  state: TokenSearchState;
  statistics: OrgTokenStatistics | undefined;
  /** Only where tokens of several practices are listed. */
  renderPracticePicker?: RenderPracticePicker | undefined;
  /** Name of the filtered practice; "" while unknown, undefined without this filter. */
  practiceName: string | undefined;
}

/** Filter chips, and the sort order where no table header shows it. */
export function TokenFilters({ state, statistics, renderPracticePicker, practiceName }: TokenFiltersProps) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  const labels = useTokenLabels();
  const { search, change } = state;
  const { sortBy, sortOrder } = sortOf(search);
  const applications = (statistics?.applications ?? []).map(({ applicationId, name }) => ({
    value: applicationId,
    label: name,
  }));
  const types = (statistics?.applicationTypes ?? []).map(({ type }) => ({
    value: type,
    label: labels.type(type),
  }));
  return (
    <div role="group" aria-label={t("filter.label")} className="flex min-w-0 flex-wrap items-center gap-2">
      <FilterSelect
        label={t("filter.status")}
        options={views.map((view) => ({ value: view, label: t(`state.${view}`) }))}
        value={search.status}
        onChange={(value) => change({ status: views.find((view) => view === value) })}
      />
      {renderPracticePicker !== undefined && (
        <OrganizationChip
          name={practiceName}
          renderPracticePicker={renderPracticePicker}
          onChange={(organizationId) => change({ organizationId })}
        />
      )}
      <FilterSelect
        label={t("filter.application")}
        options={applications}
        value={search.applicationId}
        onChange={(applicationId) => change({ applicationId })}
      />
      <FilterSelect
        label={t("filter.type")}
        options={types}
        value={search.applicationType}
        onChange={(applicationType) => change({ applicationType })}
      />
      {hasActiveFilters(search) && (
        <Button variant="quiet" size="small" onClick={() => change(noSelection)}>
          {common("empty.resetFilters")}
        </Button>
      )}
      <NativeSelect
        size="toolbar"
        className="min-[1280px]:hidden"
        aria-label={t("sort.label")}
        value={`${sortBy} ${sortOrder}`}
        onChange={(event) => {
          const [field, order] = event.currentTarget.value.split(" ");
          const chosen = sortFields.find((each) => each === field);
          if (chosen) change({ sortBy: chosen, sortOrder: order === "desc" ? "desc" : "asc" });
        }}
      >
        {sortFields
          .filter((field) => field !== "organization" || renderPracticePicker !== undefined)
          .flatMap((field) =>
            (["asc", "desc"] as const).map((order) => (
              <option key={`${field} ${order}`} value={`${field} ${order}`}>
                {t(`columns.${field === "organization" ? "practice" : field}`)}, {t(`sort.${order}`)}
              </option>
            )),
          )}
      </NativeSelect>
    </div>
  );
}
