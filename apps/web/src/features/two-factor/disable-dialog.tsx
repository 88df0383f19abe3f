import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type ApiError, isApiError } from "../../platform/api-client/api-error.ts";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { PasswordField, TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { disable } from "./two-factor.api.ts";

type CodeKind = "none" | "totpCode" | "backupCode";

/**
 * Disables the second factor with the password. Asks for a code only when the server requires one, because
 * the factor was not verified recently.
 */
export function DisableDialog({ onClose, onDisabled }: { onClose: () => void; onDisabled: () => void }) {
  const t = useTranslations("two-factor");
  const [kind, setKind] = useState<CodeKind>("none");
  const codeField = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { password: "", totpCode: "", backupCode: "" },
    keepsInput: false,
    check: (values) => ({
      ...(values.password === "" && { password: t("disable.missing") }),
      ...(kind !== "none" && values[kind].trim() === "" && { [kind]: t("disable.missing") }),
    }),
    async send({ password, ...codes }) {
      try {
        await disable({ password, ...(kind !== "none" && { [kind]: codes[kind].trim() }) });
      } catch (error) {
        if (isApiError(error, "STEP_UP_REQUIRED")) setKind("totpCode");
        throw error;
      }
    },
    errorFields({ code, message }: ApiError) {
      if (code === "PASSWORD_INCORRECT") return { password: message };
      return code === "CODE_INVALID" && kind !== "none" ? { [kind]: message } : {};
    },
    onSuccess() {
      onDisabled();
      onClose();
    },
  });

  useEffect(() => {
    codeField.current?.focus();
  }, [kind]);

  return (
    <ConfirmDialog
      title={t("disable.title")}
      effect={t("disable.text")}
      confirmLabel={t("disable.submit")}
      busyLabel={t("disable.busy")}
      variant="danger"
      failureTitle={t("failed")}
      form={form}
      onClose={onClose}
    >
      <PasswordField {...form.field("password")} label={t("disable.password")} />
      {kind !== "none" && (
        <div className="grid gap-2">
          <TextField
            {...form.field(kind)}
            key={kind}
            focusRef={codeField}
            label={t(kind === "totpCode" ? "disable.code" : "disable.backup")}
            hint={t("disable.codeHint")}
            inputMode={kind === "totpCode" ? "numeric" : "text"}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            maxLength={32}
          />
          <button
            type="button"
            className={`${linkClass} min-h-10 justify-self-start text-dense md:min-h-6`}
            onClick={() => {
              form.clear(kind);
              setKind(kind === "totpCode" ? "backupCode" : "totpCode");
            }}
          >
            {t(kind === "totpCode" ? "disable.useBackup" : "disable.useApp")}
          </button>
        </div>
      )}
    </ConfirmDialog>
  );
}
