import ShieldAlert from "lucide-react/icons/shield-alert";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useLeave } from "./use-leave.ts";

/** In place of every page while the session may only set up a second factor. */
export function TwoFactorWall() {
  const t = useTranslations("shell");
  const leave = useLeave();
  return (
    <Card>
      <h1 tabIndex={-1} className="sr-only">
        {t("twoFactor.title")}
      </h1>
      <EmptyState
        icon={ShieldAlert}
        title={t("twoFactor.title")}
        text={t("twoFactor.text")}
        action={<Button onClick={leave}>{t("user.signOut")}</Button>}
      />
    </Card>
  );
}
