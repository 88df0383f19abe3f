import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";

export interface TimeFieldProps {
  label: string;
  hint: string;
  /** "18:00" */
  value: string;
  onChange: (time: string) => void;
}

export function TimeField({ label, hint, value, onChange }: TimeFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          type="time"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.slice(0, 5))}
        />
      )}
    </Field>
  );
}
