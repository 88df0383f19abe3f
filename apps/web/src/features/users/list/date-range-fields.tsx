import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { rangeEnds, rangeOf } from "./date-range.ts";

export interface DateRangeFieldsProps {
  value: string | undefined;
  onChange: (range: string | undefined) => void;
}

/** From and to as native date fields, which are localized by the browser. */
export function DateRangeFields({ value, onChange }: DateRangeFieldsProps) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  const [draft, setDraft] = useState(() => rangeEnds(value));
  const range = rangeOf(draft);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof range === "string") onChange(range);
      }}
    >
      <Field label={t("filter.from")}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            size="toolbar"
            value={draft.from}
            max={draft.to || undefined}
            onChange={(event) => setDraft({ ...draft, from: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("filter.to")} error={range === null ? t("filter.rangeInvalid") : null}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            size="toolbar"
            value={draft.to}
            min={draft.from || undefined}
            onChange={(event) => setDraft({ ...draft, to: event.currentTarget.value })}
          />
        )}
      </Field>
      <Button type="submit" size="small" disabled={typeof range !== "string"}>
        {common("apply")}
      </Button>
    </form>
  );
}
