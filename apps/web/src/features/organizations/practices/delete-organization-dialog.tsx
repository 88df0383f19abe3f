import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { isApiError, messageOf } from "../../../platform/api-client/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { useFocusFirstError } from "../../../ui/use-focus-first-error.ts";
import { type OrganizationVersion, removePractice } from "../organization-changes.api.ts";

interface DeleteOrganizationDialogProps {
  practice: OrganizationVersion & { readonly name: string };
  onClose: () => void;
  onDone: () => void;
}

/** Confirms deleting a practice; its name must be typed. */
export function DeleteOrganizationDialog({ practice, onClose, onDone }: DeleteOrganizationDialogProps) {
  const t = useTranslations("practice-steps");
  const common = useTranslations("common");
  const client = useQueryClient();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<{ name?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useFocusFirstError(form, errors);

  async function remove(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const isRight = name.normalize().trim() === practice.name.normalize().trim();
    setErrors(isRight ? {} : { name: t("remove.nameWrong") });
    if (!isRight) return;
    setBusy(true);
    setFailure(null);
    try {
      await removePractice(practice, name.trim());
      onDone();
      onClose();
    } catch (error) {
      setBusy(false);
      // The user cancelled the step-up; not an error.
      if (isApiError(error, "STEP_UP_REQUIRED")) return;
      const isStale = isApiError(error, "PRECONDITION_FAILED");
      if (isStale) void client.invalidateQueries({ queryKey: organizationKeys.all });
      setFailure(isStale ? t("stale") : messageOf(error, common("error.title")));
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="form"
      onOpenChange={(next) => !next && onClose()}
      title={t("remove.title", { name: practice.name })}
      description={t("remove.text")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" type="submit" form={formId} busy={busy} busyLabel={t("remove.busy")}>
            {t("remove.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate className="grid gap-4" onSubmit={(event) => void remove(event)}>
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <ul className="list-disc space-y-1 pl-5 text-body text-text">
          <li>{t("remove.people")}</li>
          <li>{t("remove.applications")}</li>
          <li>{t("remove.restore")}</li>
        </ul>
        <Field
          label={t("remove.name")}
          hint={t("remove.nameHint", { name: practice.name })}
          error={errors.name}
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
