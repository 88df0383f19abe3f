import type { ReactNode, Ref } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";

interface ChoiceFieldProps<Value extends string> {
  label: string;
  hint?: ReactNode;
  error: string | undefined;
  /** null: unknown. */
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | null) => void;
  ref?: Ref<HTMLSelectElement>;
}

/** A select whose empty option means "unknown". */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, error, value, options, onChange, ref } = props;
  const labels = useTranslations("ai-labels");
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(control) => (
        <NativeSelect
          {...control}
          {...(ref !== undefined && { ref })}
          value={value ?? ""}
          onChange={(event) =>
            onChange(options.find((option) => option.value === event.currentTarget.value)?.value ?? null)
          }
        >
          <option value="">{labels("unknown")}</option>
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
