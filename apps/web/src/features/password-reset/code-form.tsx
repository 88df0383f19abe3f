import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { NewPasswordFields } from "../../platform/validation/new-password-fields.tsx";
import { validationText } from "../../platform/validation/validation-text.ts";
import { Button } from "../../ui/button/button.tsx";
import { redeemCode } from "./password-reset.api.ts";

/** Organization selection, the same as on the login page. */
export interface PracticeCodeField {
  readonly field: ReactNode;
  readonly name: string | null;
  /** Shows an error if the field is empty although a code is needed. */
  readonly checkInput: () => void;
  /** Returns the chosen organization, null if there is none, or undefined after the field has shown an error. */
  readonly resolve: () => Promise<string | null | undefined>;
}

const empty = { name: "", code: "", newPassword: "", confirmation: "" };

/** Sets a new password with a one-time code from the organization, for users without email. */
export function CodeForm({ organization, onDone }: { organization: PracticeCodeField; onDone: () => void }) {
  const t = useTranslations("password-reset");
  const contextOf = ({ name }: typeof empty) => {
    const isAddress = name.includes("@");
    return {
      username: isAddress ? null : name,
      email: isAddress ? name : null,
      organizationName: organization.name,
    };
  };
  const form = useAppForm({
    values: empty,
    async check(values) {
      organization.checkInput();
      const required = await validationText("required");
      return {
        ...(values.name.trim() === "" ? { name: required } : {}),
        ...(values.code.trim() === "" ? { code: required } : {}),
        ...(await newPasswordErrors(
          values.newPassword,
          values.confirmation,
          contextOf(values),
          "newPassword",
        )),
      };
    },
    /** Resolves with false if the organization is missing, which its field shows. */
    async send({ name, code, newPassword }) {
      const organizationId = await organization.resolve();
      if (organizationId === undefined) return false;
      await redeemCode({ name: name.trim(), organizationId, code: code.trim(), newPassword });
      return true;
    },
    onSuccess(isRedeemed) {
      if (isRedeemed) onDone();
    },
    mapError: (error) => (isApiError(error, "CODE_INVALID") ? t("code.wrong") : undefined),
  });
  return (
    <AppForm form={form} label={t("code.title")} failureTitle={t("failed")}>
      {organization.field}
      <TextField
        {...form.field("name")}
        label={t("code.name")}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={254}
      />
      <TextField
        {...form.field("code")}
        label={t("code.code")}
        hint={t("code.hint")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
      <NewPasswordFields
        label={t("next")}
        confirmLabel={t("confirm")}
        password={form.field("newPassword")}
        confirmation={form.field("confirmation")}
        context={contextOf(form.values)}
      />
      <div>
        <Button
          className="max-md:w-full"
          type="submit"
          variant="primary"
          size="large"
          busy={form.busy}
          busyLabel={t("busy")}
        >
          {t("submit")}
        </Button>
      </div>
    </AppForm>
  );
}
