import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { requestResetLink } from "./password-reset.api.ts";

/**
 * Requests a reset link. The confirmation is the same for every address, so that it does not reveal accounts.
 */
export function MailForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations("password-reset");
  const [email, setEmail] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The only field.
    field.current?.focus({ preventScroll: true });
  }, []);
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { initiateResetSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/password-reset/password-reset.schema"),
      ]);
      return validate(initiateResetSchema, { email: email.trim() });
    },
    async onSubmit() {
      await requestResetLink(email.trim());
      onSent(email.trim());
    },
  });
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={t("mail.title")} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <Field label={t("mail.email")} error={errors["email"]}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t("mail.busy")}>
          {t("mail.submit")}
        </Button>
      </div>
    </form>
  );
}
