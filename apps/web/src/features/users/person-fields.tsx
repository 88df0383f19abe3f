import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  type?: "text" | "email" | "tel" | "date";
  optional?: boolean;
  maxLength?: number;
  /** Initially focused in its dialog. */
  first?: RefObject<HTMLInputElement | null> | undefined;
}

/** A text field for another person's data: no autofill with the user's own. */
export function TextField({
  label,
  value,
  onChange,
  error,
  hint,
  type = "text",
  optional,
  maxLength = 100,
  first,
}: TextFieldProps) {
  const common = useTranslations("common");
  return (
    <Field
      label={label}
      error={error}
      {...(hint === undefined ? {} : { hint })}
      {...(optional === true ? { optionalMark: common("optional") } : {})}
    >
      {(control) => (
        <TextInput
          {...control}
          {...(first === undefined ? {} : { ref: first })}
          type={type}
          autoComplete="off"
          // Names are not words to correct.
          spellCheck={false}
          maxLength={type === "email" ? 254 : maxLength}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/**
 * Returns the last moment of a calendar day in the browser's time zone, as the API takes it; null for no day.
 */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** Returns the calendar day of a moment in the browser's time zone, for a date field. */
export function dayOf(moment: string | null): string {
  if (moment === null) return "";
  const date = new Date(moment);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
