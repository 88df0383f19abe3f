import { backupCodesWarning } from "@praxisportal/contract/limits";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { markBackupCodesNotified } from "../../../platform/session/session.actions.ts";
import { useSession } from "../../../platform/session/session.store.ts";

/** After a sign-in with a backup code: shows how many are left and warns when they run low. */
export function useBackupCodesNotice(): void {
  const t = useTranslations("shell");
  const { notify } = useNotify();
  const navigate = useNavigate();
  const remaining = useSession((session) => session.backupCodesLeft);
  useEffect(() => {
    if (remaining === null) return;
    const isFew = remaining <= backupCodesWarning;
    notify({
      type: isFew ? "warning" : "info",
      title: t("backupCodes.left", { count: remaining }),
      message: t(isFew ? "backupCodes.few" : "backupCodes.used"),
      action: {
        label: t("backupCodes.open"),
        handler: () => void navigate({ to: "/profile", search: { tab: "security" } }),
      },
    });
    markBackupCodesNotified();
  }, [remaining, navigate, notify, t]);
}
