import { autoLockDefaultMinutes } from "@praxisportal/contract/limits";
import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { changeWorkstation, type Workstation } from "./workstations.api.ts";

const minuteChoices = Array.from({ length: 15 }, (_none, index) => index + 1);
const formId = "workstation-form";

interface EditDialogProps {
  organizationId: string;
  workstation: Workstation;
  onClose: () => void;
  onChanged: () => void;
}

/** Edits a workstation's name, whether it is shared, and its auto-lock. */
export function EditDialog({ organizationId, workstation, onClose, onChanged }: EditDialogProps) {
  const t = useTranslations("workstations");
  const common = useTranslations("common");
  const [label, setLabel] = useState(workstation.label ?? "");
  const [shared, setShared] = useState(workstation.shared);
  const [minutes, setMinutes] = useState(workstation.autoLockMinutes ?? autoLockDefaultMinutes);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await changeWorkstation(organizationId, workstation, {
        // An unchanged name stays out of the call: it may be older than the present rule for names.
        ...(label === (workstation.label ?? "") ? {} : { label: label.trim() || null }),
        shared,
        autoLockMinutes: shared ? minutes : null,
      });
      onChanged();
      onClose();
    } catch (error) {
      if (isApiError(error, "PRECONDITION_FAILED")) onChanged();
      const errorMessage = messageOf(error, t("failed"));
      setFailure(isApiError(error, "PRECONDITION_FAILED") ? t("changed") : errorMessage);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("editTitle")}
      size="form"
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={common("saving")}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-4 pt-3" onSubmit={(event) => void save(event)}>
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field label={t("name")} hint={t("nameHint")}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={60}
              value={label}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
          )}
        </Field>
        <Switch label={t("sharedLabel")} hint={t("sharedHint")} checked={shared} onChange={setShared} />
        {shared && (
          <Field label={t("minutes")}>
            {(control) => (
              <NativeSelect
                {...control}
                value={minutes}
                onChange={(event) => setMinutes(Number(event.currentTarget.value))}
              >
                {minuteChoices.map((count) => (
                  <option key={count} value={count}>
                    {t("minutesValue", { count })}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
