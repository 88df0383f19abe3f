import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { useSession } from "../../../platform/session/session.store.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { act, type SecurityAction } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useReportChange } from "../use-report-change.ts";

const destructiveActions: readonly SecurityAction[] = ["resetConnections", "resetTwoFactor", "endDayCode"];

/** A confirmation without further input. */
export function SecurityConfirmDialog(props: PersonDialogBaseProps & { action: SecurityAction }) {
  const { action, organizationId, person, onClose } = props;
  const t = useTranslations("person-security");
  const report = useReportChange(organizationId);
  const organization = useSession((session) => session.organization?.name ?? "");
  const name = nameOf(person);
  return (
    <ConfirmDialog
      title={t(`ask.${action}.title`, { name })}
      effect={t(`ask.${action}.text`, { name, organization })}
      confirmLabel={t(`submit.${action}`)}
      busyLabel={t("busy")}
      variant={destructiveActions.includes(action) ? "danger" : "primary"}
      failureTitle={t(`failed.${action}`)}
      act={() => act(action, person.id)}
      onDone={() => {
        void report(t(`success.${action}`, { name }), person.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
