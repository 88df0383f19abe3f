import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { userQuery } from "../../entities/person/person.api.ts";
import { messageOf } from "../../platform/api-client/api-error.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { deletePerson, removePerson, updatePerson, type User } from "./people.api.ts";
import type { Notify } from "./person-ref.ts";
import { nameOf } from "../../entities/person/person-name.ts";

export type PersonConfirmAction = "activate" | "deactivate" | "remove" | "revoke" | "delete";

export interface PersonConfirmDialogProps {
  action: PersonConfirmAction;
  organizationId: string;
  person: Pick<User, "id" | "personalInfo">;
  onClose: () => void;
  notify: Notify;
}

const successMessages = {
  activate: "success.activated",
  deactivate: "success.deactivated",
  remove: "success.removed",
  revoke: "success.removed",
  delete: "success.deleted",
} as const;

/** Confirms a change that affects a person's access. */
export function PersonConfirmDialog({
  action,
  organizationId,
  person,
  onClose,
  notify,
}: PersonConfirmDialogProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const practice = useSession((session) => session.organization?.name ?? "");
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const name = nameOf(person);

  async function act(): Promise<void> {
    if (action === "remove" || action === "revoke") {
      await removePerson(organizationId, person.id);
      return;
    }
    // The current version: the dialog confirms the action, not the rest of the data.
    const { version } = await client.fetchQuery({ ...userQuery(organizationId, person.id), staleTime: 0 });
    if (action === "delete") await deletePerson(person.id, version);
    else {
      const status = action === "activate" ? "active" : "deactivated";
      await updatePerson(person.id, { status }, version);
    }
  }

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      notify(
        t(successMessages[action], { name }),
        action === "activate" || action === "deactivate" ? person.id : undefined,
      );
      onClose();
    } catch (error) {
      setFailure(messageOf(error, common("error.title")));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && onClose()}
      title={t(`ask.${action}.title`, { name, practice })}
      description={t(`ask.${action}.text`, { name, practice })}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant={action === "activate" ? "primary" : "danger"}
            busy={busy}
            busyLabel={common("saving")}
            onClick={() => void confirm()}
          >
            {t(`menu.${action}`)}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <ErrorBox persistent title={t(action === "delete" ? "error.delete" : "error.update")}>
          {failure}
        </ErrorBox>
      )}
    </Dialog>
  );
}
