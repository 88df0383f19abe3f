import { useState } from "react";
import { useTimeZone, useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { dayIn } from "../../platform/i18n/zoned-time.ts";
import { Button } from "../../ui/button/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { AuditSearch } from "./audit-search.ts";

const dayMs = 86_400_000;

/** Returns the chosen period as text; undefined without one. */
export function usePeriodLabel({ from, to }: AuditSearch): string | undefined {
  const t = useTranslations("audit");
  const format = useFormat();
  const { date } = format.calendar;
  if (from !== undefined && to !== undefined) return t("filter.range", { from: date(from), to: date(to) });
  if (from !== undefined) return t("filter.since", { from: date(from) });
  return to === undefined ? undefined : t("filter.until", { to: date(to) });
}

type Period = { readonly from: string | undefined; readonly to: string | undefined };

interface PeriodFieldsProps {
  search: AuditSearch;
  onChange: (period: Period) => void;
}

/** A period, both ends inclusive: presets or native date fields. */
export function PeriodFields({ search: { from, to }, onChange }: PeriodFieldsProps) {
  const t = useTranslations("audit");
  const timeZone = useTimeZone();
  return (
    <>
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
            onClick={() => onChange({ from: dayIn(timeZone, Date.now() - days * dayMs), to: undefined })}
          >
            {t(`filter.${key}`)}
          </Button>
        ))}
      </div>
      <Days key={`${from} ${to}`} from={from ?? ""} to={to ?? ""} onApply={onChange} />
    </>
  );
}

function Days(props: { from: string; to: string; onApply: (period: Period) => void }) {
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
