import type { ComponentProps, ReactNode, RefObject } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../ui/form/field.tsx";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

interface BoundFieldProps<Value> {
  label: ReactNode;
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
  hint?: ReactNode;
  /** Marks the field as optional. */
  optional?: boolean | undefined;
  /** At the right of the label: a link or a count. */
  aside?: ReactNode;
}

interface LabeledProps extends Pick<
  BoundFieldProps<unknown>,
  "label" | "error" | "hint" | "optional" | "aside"
> {
  children: ComponentProps<typeof Field>["children"];
}

function Labeled({ optional = false, children, ...field }: LabeledProps) {
  const common = useTranslations("common");
  return (
    <Field {...field} {...(optional && { optionalMark: common("optional") })}>
      {children}
    </Field>
  );
}

type Bound = "value" | "onChange" | "ref";

export interface TextFieldProps
  extends BoundFieldProps<string>, Omit<ComponentProps<typeof TextInput>, Bound> {
  /** Receives the initial focus in its dialog. */
  focusRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** A single-line field. By default without autofill and spell checking. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, optional, aside, focusRef, ...input } = props;
  return (
    <Labeled {...{ label, error, hint, optional, aside }}>
      {(control) => (
        <TextInput
          autoComplete="off"
          spellCheck={false}
          maxLength={input.type === "email" ? 254 : 100}
          {...input}
          {...control}
          {...(focusRef && { ref: focusRef })}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labeled>
  );
}

export interface PasswordFieldProps
  extends
    BoundFieldProps<string>,
    Omit<ComponentProps<typeof PasswordInput>, Bound | "showLabel" | "hideLabel"> {}

/** The user's existing password. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onChange, error, hint, optional, aside, ...input } = props;
  const common = useTranslations("common");
  return (
    <Labeled {...{ label, error, hint, optional, aside }}>
      {(control) => (
        <PasswordInput
          maxLength={512}
          {...input}
          {...control}
          showLabel={common("showPassword")}
          hideLabel={common("hidePassword")}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labeled>
  );
}

export interface TextAreaFieldProps
  extends BoundFieldProps<string>, Omit<ComponentProps<typeof TextArea>, Bound> {
  focusRef?: RefObject<HTMLTextAreaElement | null> | undefined;
}

/** A multi-line field. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, value, onChange, error, hint, optional, aside, focusRef, ...input } = props;
  return (
    <Labeled {...{ label, error, hint, optional, aside }}>
      {(control) => (
        <TextArea
          {...input}
          {...control}
          {...(focusRef && { ref: focusRef })}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labeled>
  );
}

export interface SelectFieldProps<Value extends string | number> extends BoundFieldProps<Value> {
  options: readonly { readonly value: Value; readonly label: string }[];
}

/** Selects one of a few values. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { value, onChange, options, ...labeled } = props;
  return (
    <Labeled {...labeled}>
      {(control) => (
        <NativeSelect
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => String(option.value) === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((item) => (
            <option key={item.value} value={item.value}>
              {item.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Labeled>
  );
}
