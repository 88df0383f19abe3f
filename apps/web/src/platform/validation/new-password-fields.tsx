import { passwordMaxLength, passwordMinLength } from "@praxisportal/contract/limits";
import {
  passwordContextWords,
  passwordIssues,
  type PasswordContext,
  type PasswordIssueCode,
} from "@praxisportal/contract/password";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { PasswordRules } from "../../ui/form/password-rules.tsx";
import type { FieldBinding } from "../forms/use-app-form.ts";
import { PasswordStrengthMeter } from "./password-strength-meter.tsx";

/** The parts of the rule that are shown while typing. The upper limit is shown only if it is exceeded. */
const displayedRules = [
  "passwordMinLength",
  "passwordUppercase",
  "passwordLowercase",
  "passwordDigit",
  "passwordContext",
] as const satisfies readonly PasswordIssueCode[];

export interface NewPasswordFieldsProps {
  label: string;
  confirmLabel: string;
  password: FieldBinding<string>;
  confirmation: FieldBinding<string>;
  /** Words of the user's account that the password may not contain. */
  context: PasswordContext;
  /** Set if the user chooses the password of another user. */
  isForOther?: boolean;
  /** The first field, to move the focus to it. */
  focusRef?: RefObject<HTMLInputElement | null>;
}

/** A new password with a live checklist, and its confirmation. Pasting is allowed in both. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const t = useTranslations("passwords");
  const common = useTranslations("common");
  const { confirmation } = props;
  const password = props.password.value;
  const brokenRules = passwordIssues(password, passwordContextWords(props.context));
  const eye = { showLabel: common("showPassword"), hideLabel: common("hidePassword") };
  return (
    <>
      <div>
        <Field label={props.label} error={props.password.error}>
          {(control) => (
            <PasswordInput
              {...control}
              {...eye}
              ref={props.focusRef}
              autoComplete="new-password"
              maxLength={512}
              value={password}
              onChange={(event) => props.password.onChange(event.currentTarget.value)}
            />
          )}
        </Field>
        <PasswordStrengthMeter password={password} />
        <PasswordRules
          label={t("label")}
          metLabel={common("ruleMet")}
          openLabel={common("ruleOpen")}
          rules={[
            ...displayedRules,
            ...(brokenRules.includes("passwordMaxLength") ? (["passwordMaxLength"] as const) : []),
          ].map((key) => ({
            key,
            label: t(key === "passwordContext" && props.isForOther === true ? "passwordContextOther" : key, {
              min: passwordMinLength,
              max: passwordMaxLength,
            }),
            // An empty field meets no rule, including "not your name".
            isMet: password !== "" && !brokenRules.includes(key),
          }))}
        />
      </div>
      <Field label={props.confirmLabel} error={confirmation.error}>
        {(control) => (
          <PasswordInput
            {...control}
            {...eye}
            autoComplete="new-password"
            maxLength={512}
            value={confirmation.value}
            onChange={(event) => confirmation.onChange(event.currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}
