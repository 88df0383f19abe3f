import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { userQuery } from "../../../entities/person/person.api.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { useSession } from "../../../platform/session/session.store.ts";
import { deletePerson, removePerson, updatePerson, type User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useReportChange } from "../use-report-change.ts";

export type PersonConfirmAction = "activate" | "deactivate" | "remove" | "revoke" | "delete";

export interface PersonConfirmDialogProps {
  action: PersonConfirmAction;
  organizationId: string;
  person: Pick<User, "id" | "personalInfo">;
  onClose: () => void;
}

const successMessages = {
  activate: "success.activated",
  deactivate: "success.deactivated",
  remove: "success.removed",
  revoke: "success.removed",
  delete: "success.deleted",
} as const;

/** Confirms a change that affects a person's access. */
export function PersonConfirmDialog({ action, organizationId, person, onClose }: PersonConfirmDialogProps) {
  const t = useTranslations("people");
  const organization = useSession((session) => session.organization?.name ?? "");
  const client = useQueryClient();
  const report = useReportChange(organizationId);
  const name = nameOf(person);

  /** Sends the current version, because the dialog confirms only the status. */
  async function setStatus(status: "active" | "deactivated"): Promise<void> {
    const { version } = await client.fetchQuery({ ...userQuery(organizationId, person.id), staleTime: 0 });
    await updatePerson(person.id, { status }, version);
  }

  async function act(): Promise<void> {
    if (action === "remove" || action === "revoke") {
      await removePerson(organizationId, person.id);
      return;
    }
    if (action === "activate") return setStatus("active");
    if (action === "deactivate") return setStatus("deactivated");
    const { version } = await client.fetchQuery({ ...userQuery(organizationId, person.id), staleTime: 0 });
    await deletePerson(person.id, version);
  }

  return (
    <ConfirmDialog
      title={t(`ask.${action}.title`, { name, organization })}
      effect={t(`ask.${action}.text`, { name, organization })}
      confirmLabel={t(`menu.${action}`)}
      variant={action === "activate" ? "primary" : "danger"}
      failureTitle={t(action === "delete" ? "error.delete" : "error.update")}
      act={act}
      onDone={() => {
        const message = t(successMessages[action], { name });
        if (action === "activate") void report(message, person.id, () => setStatus("deactivated"));
        else if (action === "deactivate") void report(message, person.id, () => setStatus("active"));
        else void report(message);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
