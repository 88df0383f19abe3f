import { useTranslations } from "use-intl";
import { useAppState } from "../../platform/app-state/app-state.store.ts";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";

/**
 * Explains before sign-in why it cannot succeed: the server cannot be reached, the portal is in maintenance, or cookies
 * are blocked.
 */
export function LoginNotices() {
  const t = useTranslations("auth");
  const online = useAppState((state) => state.online);
  const notices = [
    ...(online ? [] : (["offline"] as const)),
    ...(portalConfig().maintenance ? (["maintenanceMode"] as const) : []),
    ...(navigator.cookieEnabled ? [] : (["cookiesDisabled"] as const)),
  ];
  return notices.map((notice) => (
    <div key={notice} className="mb-4">
      <ErrorBox variant="warning" persistent title={t(`${notice}.title`)}>
        {t(`${notice}.text`)}
      </ErrorBox>
    </div>
  ));
}
