import { backupCodesWarning } from "@praxisportal/contract/limits";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { markBackupCodesNoticeShown } from "../../../platform/session/session.actions.ts";
import { useSession } from "../../../platform/session/session.store.ts";

/** Shows how many backup codes are left after a sign-in with one of them, and warns when only few are left. */
export function useBackupCodesNotice(): void {
  const t = useTranslations("shell");
  const { notify } = useNotify();
  const navigate = useNavigate();
  const codesLeft = useSession((session) => session.backupCodesRemaining);
  useEffect(() => {
    if (codesLeft === null) return;
    const isFew = codesLeft <= backupCodesWarning;
    notify({
      type: isFew ? "warning" : "info",
      title: t("backupCodes.left", { count: codesLeft }),
      message: t(isFew ? "backupCodes.few" : "backupCodes.used"),
      action: {
        label: t("backupCodes.open"),
        handler: () => void navigate({ to: "/profile", search: { tab: "security" } }),
      },
    });
    markBackupCodesNoticeShown();
  }, [codesLeft, navigate, notify, t]);
}
