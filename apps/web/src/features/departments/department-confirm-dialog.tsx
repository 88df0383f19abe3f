import { useState } from "react";
import { useTranslations } from "use-intl";
import { messageOf } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { type Department, mergeDepartment, removeDepartment } from "./departments.api.ts";

interface DepartmentConfirmDialogProps {
  organizationId: string;
  kind: "merge" | "remove";
  department: Department;
  others: readonly Department[];
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Confirms merging or deleting a department. */
export function DepartmentConfirmDialog(props: DepartmentConfirmDialogProps) {
  const { organizationId, kind, department, others, onClose, onDone } = props;
  const t = useTranslations("departments");
  const common = useTranslations("common");
  const [into, setInto] = useState(others[0]?.id ?? "");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { name, memberCount: count } = department;

  async function act(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      if (kind === "merge") await mergeDepartment(organizationId, department.id, into);
      else await removeDepartment(organizationId, department.id);
      const target = others.find(({ id }) => id === into)?.name ?? "";
      onDone(kind === "merge" ? t("success.merged", { name, target }) : t("success.removed", { name }));
      onClose();
    } catch (error) {
      setFailure(messageOf(error, common("error.title")));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && onClose()}
      title={t(`${kind}Title`, { name })}
      description={t(`${kind}Text`, { count })}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant={kind === "merge" ? "primary" : "danger"}
            busy={busy}
            busyLabel={common("saving")}
            onClick={() => void act()}
          >
            {t(kind)}
          </Button>
        </>
      }
    >
      {(failure !== null || kind === "merge") && (
        <div className="grid gap-4">
          {failure !== null && (
            <ErrorBox persistent title={t("failed")}>
              {failure}
            </ErrorBox>
          )}
          {kind === "merge" && (
            <Field label={t("into")}>
              {(control) => (
                <NativeSelect
                  {...control}
                  value={into}
                  onChange={(event) => setInto(event.currentTarget.value)}
                >
                  {others.map((each) => (
                    <option key={each.id} value={each.id}>
                      {t("option", { name: each.name, count: each.memberCount })}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          )}
        </div>
      )}
    </Dialog>
  );
}
