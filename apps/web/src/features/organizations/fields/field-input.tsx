import { useTranslations } from "use-intl";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { choices, fieldKinds, type FieldPath, isOptional } from "./field-plan.ts";
import { useChoiceLabel } from "./use-choice-label.ts";
import { useFieldLabels } from "./use-field-labels.ts";
import { timeZones } from "./time-zones.ts";

export interface FieldInputProps {
  path: FieldPath;
  value: string | boolean;
  changed: boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

const inputTypes = { email: "email", phone: "tel", url: "url", number: "text", line: "text" } as const;

function optionsOf(path: FieldPath, current: string): readonly string[] {
  const available: readonly string[] =
    path === "timezone" ? timeZones() : path in choices ? choices[path as keyof typeof choices] : [];
  // Keeps a stored value that is no longer offered.
  return current === "" || available.includes(current) ? available : [current, ...available];
}

/** Shows one field of an organization, marked while it has unsaved changes. */
export function FieldInput({ path, value, changed, error, onChange }: FieldInputProps) {
  const t = useTranslations("organization-fields");
  const common = useTranslations("common");
  const labels = useFieldLabels();
  const choiceLabels = useChoiceLabel();
  const kind = fieldKinds[path];
  const hint = labels.hint(path);
  const mark = changed && <span className="text-small font-label text-info">{t("changed")}</span>;

  if (kind === "switch" || kind === "moment") {
    return (
      <div className="min-w-0">
        <Checkbox
          label={
            <>
              {labels.label(path)}
              {changed && <span className="ml-2">{mark}</span>}
            </>
          }
          {...(hint === undefined ? {} : { hint })}
          checked={value === true}
          onChange={onChange}
        />
        {error !== undefined && <p className="mt-1 text-small text-danger">{error}</p>}
      </div>
    );
  }
  const text = String(value);
  return (
    <Field
      label={labels.label(path)}
      error={error}
      {...(hint === undefined ? {} : { hint })}
      mark={mark}
      {...(isOptional(path) ? { optionalMark: common("optional") } : {})}
    >
      {(control) => {
        if (kind === "choice" || kind === "zone") {
          return (
            <NativeSelect {...control} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
              {optionsOf(path, text).map((option) => (
                <option key={option} value={option}>
                  {choiceLabels(path, option)}
                </option>
              ))}
            </NativeSelect>
          );
        }
        if (kind === "lines") {
          return (
            <TextArea
              {...control}
              autoComplete="off"
              maxLength={path === "description" ? 2_000 : 500}
              value={text}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          );
        }
        return (
          <TextInput
            {...control}
            type={inputTypes[kind]}
            {...(kind === "number" ? { inputMode: "numeric" as const, className: "max-w-40" } : {})}
            // The data belongs to the organization, not to the user who enters it.
            autoComplete="off"
            spellCheck={false}
            maxLength={kind === "url" ? 2_048 : 254}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        );
      }}
    </Field>
  );
}
