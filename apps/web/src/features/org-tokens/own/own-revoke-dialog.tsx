import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { type ApplicationWithAccess, revokeAccess, revokeAllAccess } from "./own-tokens.api.ts";

interface OwnRevokeDialogProps {
  /** The applications that lose access. */
  applications: readonly ApplicationWithAccess[];
  isAll: boolean;
  /** Receives the number of revoked tokens. */
  onRevoked: (count: number) => Promise<unknown>;
  onClose: () => void;
}

async function revokeOne(application: ApplicationWithAccess): Promise<number> {
  try {
    return await revokeAccess(application);
  } catch (error) {
    // The token is already revoked or expired.
    if (isApiError(error, "NOT_FOUND")) return 0;
    throw error;
  }
}

/** Revokes the access of applications on behalf of the user, after a confirmation. */
export function OwnRevokeDialog({ applications, isAll, onRevoked, onClose }: OwnRevokeDialogProps) {
  const t = useTranslations("org-tokens");
  const [application] = applications;
  const revoke = () => (isAll || application === undefined ? revokeAllAccess() : revokeOne(application));
  return (
    <ConfirmDialog
      title={isAll ? t("confirm.all") : t("confirm.one", { application: application?.name ?? "" })}
      effect={t("confirm.effect", { count: applications.length })}
      confirmLabel={t(isAll ? "revokeAll" : "revoke")}
      busyLabel={t("revoking")}
      variant="danger"
      failureTitle={t(isAll ? "failedAll" : "failed")}
      act={async () => onRevoked(await revoke())}
      onClose={onClose}
    >
      <ul className="grid gap-1 text-body text-text">
        {applications.map(({ key, name, organizationName }) => (
          <li key={key} className="wrap-anywhere">
            {t("confirm.application", { application: name, organization: organizationName })}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
