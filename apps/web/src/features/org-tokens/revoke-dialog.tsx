import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { type OrgToken, revokeToken } from "./tokens.api.ts";

interface RevokeDialogProps {
  tokens: readonly OrgToken[];
  onClose: () => void;
  /** Called with the revoked ids, also when a later one failed. */
  onRevoked: (ids: readonly string[]) => void;
  notify: (message: string) => void;
}

/** Number of tokens listed by name; the rest are counted. */
const maxListedNames = 5;

/** Confirms revoking tokens, with the application, person, practice and effect. */
export function RevokeDialog({ tokens, onClose, onRevoked, notify }: RevokeDialogProps) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  const [left, setLeft] = useState(tokens);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [first] = left;
  const labels = first && {
    application: first.applicationInfo.name,
    person: first.userId.name,
    practice: first.organizationName,
  };

  async function revoke(): Promise<void> {
    setBusy(true);
    setFailure(null);
    const done: string[] = [];
    try {
      for (const token of left) {
        // Sequential: each has its own audit entry, and a failure stops the rest.
        await revokeToken(token, reason.trim()).catch(ignoreNotFound);
        done.push(token.id);
      }
      onRevoked(done);
      notify(t("revoke.success", { count: tokens.length }));
      onClose();
    } catch (error) {
      if (done.length > 0) onRevoked(done);
      setLeft(left.filter(({ id }) => !done.includes(id)));
      setFailure(isApiError(error) ? error.message : "");
      setBusy(false);
    }
  }

  const isOne = tokens.length === 1 && labels !== undefined;
  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && onClose()}
      title={isOne ? t("revoke.title", labels) : t("revoke.manyTitle", { count: left.length })}
      description={isOne ? t("revoke.text", labels) : t("revoke.manyText")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" busy={busy} busyLabel={t("revoke.busy")} onClick={() => void revoke()}>
            {t("revoke.submit")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("error.revoke")}>
            {failure}
            {left.length < tokens.length && (
              <p>{t("revoke.partly", { done: tokens.length - left.length, count: tokens.length })}</p>
            )}
          </ErrorBox>
        )}
        {!isOne && (
          <ul className="grid gap-1 text-dense text-text">
            {left.slice(0, maxListedNames).map((token) => (
              <li key={token.id} className="wrap-anywhere">
                {t("revoke.item", {
                  application: token.applicationInfo.name,
                  person: token.userId.name,
                  practice: token.organizationName,
                })}
              </li>
            ))}
            {left.length > maxListedNames && (
              <li className="text-text-2">{t("revoke.more", { count: left.length - maxListedNames })}</li>
            )}
          </ul>
        )}
        <Field label={t("revoke.reason")} hint={t("revoke.reasonHint")} optionalMark={common("optional")}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

/** Already revoked, expired or deleted: the goal is reached. */
function ignoreNotFound(error: unknown): void {
  if (!isApiError(error, "NOT_FOUND")) throw error;
}
