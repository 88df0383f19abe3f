import { useTranslations } from "use-intl";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";

/** Explains before sign-in why it cannot succeed: cookies are blocked, or the portal is in maintenance. */
export function LoginNotices() {
  const t = useTranslations("auth");
  const notices = [
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
