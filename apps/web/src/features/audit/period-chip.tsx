import { useState } from "react";
import { useTimeZone, useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/chip.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { AuditChange, AuditSearch } from "./audit-search.ts";

const dayMs = 86_400_000;

/** Returns the calendar date `days` days ago in the practice's time zone. */
function dayBefore(days: number, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat("sv-SE", timeZone ? { timeZone } : {}).format(Date.now() - days * dayMs);
}

export interface PeriodChipProps {
  search: AuditSearch;
  onChange: (change: AuditChange) => void;
}

/** Filters by date range, both ends inclusive: presets or native date fields. */
export function PeriodChip({ search: { from, to }, onChange }: PeriodChipProps) {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  const format = useFormat();
  const timeZone = useTimeZone();
  const [open, setOpen] = useState(false);
  const date = (value: string) => format.date(`${value}T12:00:00Z`);
  const shown =
    from !== undefined && to !== undefined
      ? t("filter.range", { from: date(from), to: date(to) })
      : from !== undefined
        ? t("filter.since", { from: date(from) })
        : to !== undefined
          ? t("filter.until", { to: date(to) })
          : undefined;
  const choose = (change: AuditChange) => {
    setOpen(false);
    onChange(change);
  };
  return (
    <FilterChip
      label={t("filter.time")}
      {...(shown === undefined ? {} : { value: shown })}
      clearLabel={common("filter.clear", { name: t("filter.time") })}
      onClear={() => onChange({ from: undefined, to: undefined })}
      open={open}
      onOpenChange={setOpen}
    >
      <div className="grid gap-1">
        {(
          [
            ["today", 0],
            ["week", 6],
            ["month", 29],
          ] as const
        ).map(([key, days]) => (
          <Button
            key={key}
            variant="quiet"
            size="small"
            onClick={() => choose({ from: dayBefore(days, timeZone), to: undefined })}
          >
            {t(`filter.${key}`)}
          </Button>
        ))}
      </div>
      <Days key={`${from} ${to}`} from={from ?? ""} to={to ?? ""} onApply={choose} />
    </FilterChip>
  );
}

function Days(props: { from: string; to: string; onApply: (change: AuditChange) => void }) {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  const [from, setFrom] = useState(props.from);
  const [to, setTo] = useState(props.to);
  const isReversed = from !== "" && to !== "" && from > to;
  return (
    <form
      className="mt-3 grid gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReversed) props.onApply({ from: from || undefined, to: to || undefined });
      }}
    >
      <Field label={t("filter.from")}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            size="toolbar"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t("filter.to")} error={isReversed ? t("filter.invalid") : null}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            size="toolbar"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" disabled={isReversed || (from === "" && to === "")}>
        {common("apply")}
      </Button>
    </form>
  );
}
