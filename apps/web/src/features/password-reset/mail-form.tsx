import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { Button } from "../../ui/button/button.tsx";
import { requestResetLink } from "./password-reset.api.ts";

/** Requests a reset link. The confirmation is the same for every address, so that it does not reveal accounts. */
export function MailForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations("password-reset");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The form has only this field.
    field.current?.focus({ preventScroll: true });
  }, []);
  const form = useAppForm({
    values: { email: "" },
    schema: async () =>
      (await import("@praxisportal/contract/password-reset/password-reset.schema")).initiateResetSchema,
    body: ({ email }) => ({ email: email.trim() }),
    send: ({ email }) => requestResetLink(email.trim()),
    onSuccess: (_result, { email }) => onSent(email.trim()),
  });
  return (
    <AppForm form={form} label={t("mail.title")} failureTitle={t("failed")}>
      <TextField
        {...form.field("email")}
        focusRef={field}
        label={t("mail.email")}
        type="email"
        autoComplete="email"
        spellCheck={undefined}
      />
      <div>
        <Button
          className="max-md:w-full"
          type="submit"
          variant="primary"
          size="large"
          busy={form.busy}
          busyLabel={t("mail.busy")}
        >
          {t("mail.submit")}
        </Button>
      </div>
    </AppForm>
  );
}
