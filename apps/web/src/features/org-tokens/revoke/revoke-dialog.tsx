import { useState } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { ignoreNotFound } from "../../../platform/forms/ignore-not-found.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { type OrgToken, revokeToken } from "../tokens.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface RevokeDialogProps {
  tokens: readonly OrgToken[];
  onClose: () => void;
  /** Called with the revoked ids, even if a later revocation failed. */
  onRevoked: (ids: readonly string[]) => void;
}

/** Number of tokens that are listed by name. The others are counted. */
const maxListedNames = 5;

/** Confirms revoking tokens, with the application, person, organization and effect. */
export function RevokeDialog({ tokens, onClose, onRevoked }: RevokeDialogProps) {
  const t = useTranslations("client-tokens");
  const { notifySuccess } = useNotify();
  const [remaining, setRemaining] = useState(tokens);
  const [first] = remaining;
  const labels = first && {
    application: first.applicationInfo.name,
    person: first.userId.name,
    organization: first.organizationName,
  };
  const form = useAppForm({
    values: { reason: "" },
    keepsInput: false,
    async send({ reason }) {
      const revokedIds: string[] = [];
      try {
        for (const token of remaining) {
          // Revokes one token after another, because each has its own audit entry and a failure stops the remaining
          // ones.
          await revokeToken(token, reason.trim()).catch(ignoreNotFound);
          revokedIds.push(token.id);
        }
      } finally {
        if (revokedIds.length > 0) onRevoked(revokedIds);
        if (revokedIds.length < remaining.length)
          setRemaining(remaining.filter(({ id }) => !revokedIds.includes(id)));
      }
    },
    onSuccess() {
      notifySuccess(t("revoke.success", { count: tokens.length }));
      onClose();
    },
  });

  const isOne = tokens.length === 1 && labels !== undefined;
  return (
    <ConfirmDialog
      title={isOne ? t("revoke.title", labels) : t("revoke.manyTitle", { count: remaining.length })}
      effect={isOne ? t("revoke.text", labels) : t("revoke.manyText")}
      confirmLabel={t("revoke.submit")}
      busyLabel={t("revoke.busy")}
      variant="danger"
      failureTitle={t("error.revoke")}
      form={form}
      onClose={onClose}
    >
      {form.failure !== null && remaining.length < tokens.length && (
        <p className="text-dense text-text-2">
          {t("revoke.partly", { done: tokens.length - remaining.length, count: tokens.length })}
        </p>
      )}
      {!isOne && (
        <ul className="grid gap-1 text-dense text-text">
          {remaining.slice(0, maxListedNames).map((token) => (
            <li key={token.id} className="wrap-anywhere">
              <Dotted details={[token.applicationInfo.name, token.userId.name, token.organizationName]} />
            </li>
          ))}
          {remaining.length > maxListedNames && (
            <li className="text-text-2">{t("revoke.more", { count: remaining.length - maxListedNames })}</li>
          )}
        </ul>
      )}
      <TextField
        {...form.field("reason")}
        label={t("revoke.reason")}
        hint={t("revoke.reasonHint")}
        optional
        autoComplete={undefined}
        spellCheck={undefined}
        maxLength={200}
      />
    </ConfirmDialog>
  );
}
