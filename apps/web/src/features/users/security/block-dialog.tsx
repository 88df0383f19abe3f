import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { act, block } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useReportChange } from "../use-report-change.ts";

/** Maximum length of the reason on the server, in characters. */
const maxReason = 200;

/** Blocks a member, with an optional reason. */
export function BlockDialog({ organizationId, person, onClose }: PersonDialogBaseProps) {
  const t = useTranslations("person-security");
  const report = useReportChange(organizationId);
  const organization = useSession((session) => session.organization?.name ?? "");
  const name = nameOf(person);
  const form = useAppForm({
    values: { reason: "" },
    keepsInput: false,
    send: ({ reason }) => block(person.id, reason),
    onSuccess() {
      void report(t("success.block", { name }), person.id, () => act("unblock", person.id));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t("block.title", { name })}
      effect={t("block.text", { name, organization })}
      confirmLabel={t("action.block")}
      busyLabel={t("busy")}
      variant="danger"
      failureTitle={t("failed.block")}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...form.field("reason")}
        label={t("block.reason")}
        hint={t("block.reasonHint")}
        optional
        autoComplete={undefined}
        spellCheck
        maxLength={maxReason}
      />
    </ConfirmDialog>
  );
}
