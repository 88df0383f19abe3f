import { useState } from "react";
import { Button, type ButtonProps } from "../button/button.tsx";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

/** Calendar days `YYYY-MM-DD`, both inclusive. An empty text is an open end. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

interface DateRangeFormProps {
  /** The initial range. A new `key` resets the form to another range. */
  range: DateRange;
  labels: Readonly<Record<"from" | "to" | "apply", string>>;
  /** Returns whether a range can be applied, or the reason why not. */
  check: (range: DateRange) => boolean | string;
  onApply: (range: DateRange) => void;
  size?: ButtonProps["size"];
  className?: string;
}

/** Two native date fields, which the browser localizes. Both are applied together. */
export function DateRangeForm({ range, labels, check, onApply, size, className }: DateRangeFormProps) {
  const [draft, setDraft] = useState(range);
  const checkedRange = check(draft);
  const fault = typeof checkedRange === "string" ? checkedRange : null;
  const ends = [
    { end: "from", limits: { max: draft.to || undefined }, error: null },
    { end: "to", limits: { min: draft.from || undefined }, error: fault },
  ] as const;
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (checkedRange === true) onApply(draft);
      }}
    >
      {ends.map(({ end, limits, error }) => (
        <Field key={end} label={labels[end]} error={error}>
          {(control) => (
            <TextInput
              {...control}
              {...limits}
              type="date"
              size="toolbar"
              value={draft[end]}
              onChange={(event) => setDraft({ ...draft, [end]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
      <Button
        type="submit"
        {...(size && { size })}
        disabled={checkedRange !== true}
        disabledReason={fault ?? undefined}
      >
        {labels.apply}
      </Button>
    </form>
  );
}
