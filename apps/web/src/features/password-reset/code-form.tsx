import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { validationText } from "../../platform/validation/validation-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { redeemCode } from "./password-reset.api.ts";

/** Practice selection, the same as on the login page. */
export interface PracticeCodeField {
  readonly field: ReactNode;
  readonly name: string | null;
  /** Returns the chosen practice, null for none; undefined after the field has shown an error. */
  readonly resolve: () => Promise<string | null | undefined>;
}

const empty = { name: "", code: "", password: "", confirm: "" };

/** Sets a new password with a one-time code from the practice, for users without email. */
export function CodeForm({ practice, onDone }: { practice: PracticeCodeField; onDone: () => void }) {
  const t = useTranslations("password-reset");
  const [draft, setDraft] = useState(empty);
  const isAddress = draft.name.includes("@");
  const context = {
    username: isAddress ? null : draft.name,
    email: isAddress ? draft.name : null,
    practiceName: practice.name,
  };
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      const required = await validationText("required");
      const { password, confirmation } = await newPasswordErrors(draft.password, draft.confirm, context);
      return {
        ...(draft.name.trim() === "" ? { name: required } : {}),
        ...(draft.code.trim() === "" ? { code: required } : {}),
        ...(password === undefined ? {} : { newPassword: password }),
        ...(confirmation === undefined ? {} : { confirm: confirmation }),
      };
    },
    async onSubmit() {
      const organizationId = await practice.resolve();
      if (organizationId === undefined) return;
      await redeemCode({
        name: draft.name.trim(),
        organizationId,
        code: draft.code.trim(),
        newPassword: draft.password,
      });
      onDone();
    },
    mapError: (error) => (isApiError(error, "CODE_INVALID") ? t("code.wrong") : undefined),
  });
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={t("code.title")} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {practice.field}
      <Field label={t("code.name")} error={errors["name"]}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("code.code")} hint={t("code.hint")} error={errors["code"]}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={16}
            value={draft.code}
            onChange={(event) => setDraft({ ...draft, code: event.currentTarget.value })}
          />
        )}
      </Field>
      <NewPasswordFields
        label={t("next")}
        confirmLabel={t("confirm")}
        password={draft.password}
        confirmation={draft.confirm}
        onPassword={(password) => setDraft({ ...draft, password })}
        onConfirmation={(confirm) => setDraft({ ...draft, confirm })}
        context={context}
        passwordError={errors["newPassword"]}
        confirmationError={errors["confirm"]}
      />
      <div>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}
